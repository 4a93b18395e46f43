# The compiled kernel has the names and the signatures of its twin.
from gunki.board._kernel_py import Control as Control
from gunki.board._kernel_py import Grid as Grid
from gunki.board._kernel_py import Travel as Travel
from gunki.board._kernel_py import connect_relays as connect_relays
from gunki.board._kernel_py import path as path
from gunki.board._kernel_py import points as points
from gunki.board._kernel_py import reach as reach
from gunki.board._kernel_py import reach_points as reach_points
from gunki.board._kernel_py import retreat as retreat
from gunki.board._kernel_py import retreat_path as retreat_path
from gunki.board._kernel_py import trace as trace
from gunki.board._kernel_py import union as union
