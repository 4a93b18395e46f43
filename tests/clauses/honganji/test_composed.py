"""What a written position says beyond the rules' own questions."""

from __future__ import annotations

from tests.clauses.honganji.table import compose
from tests.support import clause


@clause("honganji", "9-2(5)")
def test_9_2_5_the_advisers_card_has_left_the_game() -> None:
    match = compose(phase="draw", turn=3, dead=["oda_nobunaga"], nobunaga_killer="akechi", adviser="shibata", dice=[2])
    assert match.view("akechi")["stack_sizes"] == {"common": 31 - 16}
    plain = compose(phase="draw", turn=3, dead=["oda_nobunaga"], nobunaga_killer="akechi", dice=[2])
    assert plain.view("akechi")["stack_sizes"] == {"common": 32 - 16}
