"""The layers that a request passes before its route: protocol, connections, limits, proxies, errors, checked bodies."""
