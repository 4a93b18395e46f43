"""What every request passes before its route: the protocol, connections, limits, proxies, errors and checked bodies."""
