# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The hex kernel compiled: the twin of `_kernel_py.py` and `_tables_py.py`, which explain every name. Change both.

Memory is in bytearrays that no other code sees. All searches of a grid share its working memory: no Python code runs
during a search, and its results are read before the next begins. The entries that a search wrote are reset one by one
before the next one, so a search costs what it visits, not the size of the map.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_GET_SIZE
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memset

from gunki.board._checks import (
    BARRED, KINDS, UNLIMITED, check_grid, check_links, check_retreat, check_trace, check_travel, check_union, free_steps,
    longest_first,
)

ctypedef const unsigned char *Bytes

cdef struct Step:
    int hex
    int cost
    int next  # the next free step of the same hex

cdef struct Layers:
    Bytes strong
    Bytes weak
    Bytes waive
    Bytes stop

cdef enum:
    NO = 255  # BARRED
    LARGEST = 1000000  # UNLIMITED
    SORTS = 4  # KINDS
    FAR = 0x7F  # as every byte of an int: larger than any budget
    FARTHEST = 0x7F7F7F7F  # an int of these bytes

if (NO, LARGEST, SORTS) != (BARRED, UNLIMITED, KINDS):
    raise ImportError("the compiled hex kernel is older than its checks: build it again")


cdef inline int *ints(bytearray memory) noexcept:
    return <int *>PyByteArray_AS_STRING(memory)


cdef bytearray space(Py_ssize_t count, Py_ssize_t each=sizeof(int)):
    return bytearray(max(1, count) * each)


def union(*layers):
    check_union(layers)
    cdef Py_ssize_t size = len(layers[0]), i
    cdef bytes found = PyBytes_FromStringAndSize(NULL, size)
    cdef unsigned char *into = <unsigned char *>PyBytes_AS_STRING(found)
    cdef Bytes other
    memset(into, 0, size)
    for layer in layers:
        other = <Bytes>(PyBytes_AS_STRING(layer) if isinstance(layer, bytes) else PyByteArray_AS_STRING(layer))
        for i in range(size):
            into[i] |= other[i]
    return found


cdef class Grid:
    cdef readonly int size
    cdef readonly list neighbours
    cdef list known  # the indices as Python ints, made once
    cdef bytes zeros
    cdef bytearray near_, xs_, ys_, before_, order_, relays_, owner_, labels_, dirty_, ring_, node_, link_
    cdef int *near
    cdef bytearray relayed_  # the hexes of the relays of the last search for lines
    cdef int dirty  # how many entries of labels_ differ from FAR; dirty_ lists them

    def __init__(self, neighbours, xs, ys):
        check_grid(neighbours, xs, ys)
        cdef int size = len(xs), i
        self.size, self.neighbours, self.zeros, self.known = size, list(neighbours), bytes(size), list(range(size))
        self.near_, self.xs_, self.ys_ = space(6 * size), space(size), space(size)
        self.before_, self.order_, self.relays_, self.owner_ = space(size), space(size), space(size), space(size)
        self.labels_, self.dirty_, self.dirty, self.ring_ = space(SORTS * size), space(SORTS * size), 0, space(3 * NO)
        memset(ints(self.labels_), FAR, SORTS * size * sizeof(int))
        memset(ints(self.relays_), 0xFF, size * sizeof(int))
        memset(ints(self.owner_), 0xFF, size * sizeof(int))
        self.relayed_ = bytearray()
        self.near = ints(self.near_)
        for i in range(size):
            ints(self.xs_)[i], ints(self.ys_)[i] = xs[i], ys[i]
        for i in range(6 * size):
            self.near[i] = neighbours[i]
        self.reserve(7 * size + 1)

    cdef int reserve(self, int room) except -1:
        """Make room for the entries of one search: a hex is entered at most once over each step into it."""
        if self.node_ is None or len(self.node_) < room * <int>sizeof(int):
            self.node_, self.link_ = space(room), space(room)
        return 0

    cdef int *wiped(self) noexcept:
        """Return the labels of all kinds, all reset to FARTHEST; a search for one kind uses the first part."""
        cdef int *labels = ints(self.labels_)
        cdef int *dirty = ints(self.dirty_)
        cdef int i
        for i in range(self.dirty):
            labels[dirty[i]] = FARTHEST
        self.dirty = 0
        return labels

    cdef inline int far(self, int a, int b) noexcept:
        cdef int dx = ints(self.xs_)[a] - ints(self.xs_)[b], dy = ints(self.ys_)[a] - ints(self.ys_)[b]
        dx, dy = (-dx if dx < 0 else dx), (-dy if dy < 0 else dy)
        return dx if dy <= dx else (dx + dy) // 2

    def distance(self, int a, int b):
        self.check(a)
        self.check(b)
        return self.far(a, b)

    cpdef int check(self, int h) except -1:
        if not 0 <= h < self.size:
            raise ValueError(f"no hex has the index {h}")
        return 0

    cdef Bytes layer(self, given) except NULL:
        if given is None:
            return <Bytes>PyBytes_AS_STRING(self.zeros)
        if not isinstance(given, (bytes, bytearray)):
            raise TypeError("a layer is bytes, a bytearray or None")
        if len(given) != self.size:
            raise ValueError(f"a layer has {self.size} bytes, one a hex")
        return <Bytes>(PyBytes_AS_STRING(given) if isinstance(given, bytes) else PyByteArray_AS_STRING(given))

    cdef Layers layers(self, strong, weak, waive, stop) except *:
        return Layers(self.layer(strong), self.layer(weak), self.layer(waive), self.layer(stop))


cdef class Steps:
    """The steps out of each hex, or into it: up to six that zones and closed hexes affect, and a chain of free ones."""
    cdef bytearray many_, held_, first_, free_

    @staticmethod
    cdef Steps of(Grid grid, Bytes costs, Bytes free, int turn):
        cdef Steps self = Steps()
        cdef int a, b, d, step
        self.many_, self.held_ = space(grid.size), space(6 * grid.size, sizeof(Step))
        cdef int *many = ints(self.many_)
        cdef Step *held = <Step *>PyByteArray_AS_STRING(self.held_)
        for a in range(grid.size):
            for d in range(6):
                b = grid.near[6 * a + d]
                step = 6 * b + (d + 3) % 6 if turn else 6 * a + d
                if b >= 0 and costs[step] != NO and not free[step]:
                    held[6 * a + many[a]].hex, held[6 * a + many[a]].cost = b, costs[step]
                    many[a] += 1
        return self

    cdef Steps chained(self, int size, list links, int turn):
        """Return the same steps with these free steps, the last one first."""
        cdef Steps other = Steps()
        cdef int i = 0, a, b, cost
        other.many_, other.held_ = self.many_, self.held_
        other.first_, other.free_ = space(size), space(len(links), sizeof(Step))
        cdef int *first = ints(other.first_)
        cdef Step *free = <Step *>PyByteArray_AS_STRING(other.free_)
        memset(first, 0xFF, size * sizeof(int))
        for a, b, cost in links:
            a, b = (b, a) if turn else (a, b)
            free[i].hex, free[i].cost, free[i].next, first[a] = b, cost, first[a], i
            i += 1
        return other


cdef class Travel:
    cdef readonly Grid grid
    cdef readonly int widest
    cdef int enter[2]
    cdef int leave[2]
    cdef Steps out, into
    cdef list links

    def __init__(self, Grid grid not None, bytes costs not None, strong=(0, 0), weak=(0, 0), links=(), bytes free=None):
        free = bytes(6 * grid.size) if free is None else free
        self.widest = check_travel(grid.size, costs, strong, weak, free)
        self.grid = grid
        self.enter[0], self.leave[0] = strong
        self.enter[1], self.leave[1] = weak
        cdef Bytes cost = <Bytes>PyBytes_AS_STRING(costs), loose = <Bytes>PyBytes_AS_STRING(free)
        self.out, self.into = Steps.of(grid, cost, loose, 0), Steps.of(grid, cost, loose, 3)
        self.add([*free_steps(grid.neighbours, costs, free), *links])

    def with_links(self, links):
        cdef Travel other = Travel.__new__(Travel)
        other.grid, other.widest, other.enter, other.leave = self.grid, self.widest, self.enter, self.leave
        other.out, other.into = self.out, self.into
        other.add([*self.links, *links])
        return other

    cdef int add(self, list links) except -1:
        self.widest = max(self.widest, check_links(self.grid.size, links))
        self.links = links
        self.out = self.out.chained(self.grid.size, links, 0)
        self.into = self.into.chained(self.grid.size, links, 3)
        return self.grid.reserve(7 * self.grid.size + len(links) + 1)


cdef class Control:
    cdef readonly Grid grid
    cdef bytes sides

    def __init__(self, Grid grid not None, bytes sides not None):
        if len(sides) != 6 * grid.size:
            raise ValueError(f"sides has {6 * grid.size} bytes, six a hex")
        self.grid, self.sides = grid, sides

    def put(self, bytearray core not None, bytearray ring not None, int h):
        self.change(core, ring, h, 1, 255)

    def take(self, bytearray core not None, bytearray ring not None, int h):
        self.change(core, ring, h, -1, 0)

    cdef int change(self, bytearray core, bytearray ring, int h, int by, int end) except -1:
        cdef Grid grid = self.grid
        grid.check(h)
        if PyByteArray_GET_SIZE(core) != grid.size or PyByteArray_GET_SIZE(ring) != grid.size:
            raise ValueError(f"a layer has {grid.size} bytes, one a hex")
        cdef unsigned char *inner = <unsigned char *>PyByteArray_AS_STRING(core)
        cdef unsigned char *outer = <unsigned char *>PyByteArray_AS_STRING(ring)
        cdef Bytes sides = <Bytes>PyBytes_AS_STRING(self.sides)
        cdef int i, full = inner[h] == end
        for i in range(6 * h, 6 * h + 6):
            if sides[i] and grid.near[i] >= 0 and outer[grid.near[i]] == end:
                full = 1
        if full:
            raise ValueError("a zone is counted from 0 to 255")
        inner[h] += by
        for i in range(6 * h, 6 * h + 6):
            if sides[i] and grid.near[i] >= 0:
                outer[grid.near[i]] += by
        return 0


cdef inline void label(Grid grid, int *best, int h, int value) noexcept:
    """Write the label of a hex, and note that it must be reset."""
    if best[h] == FARTHEST:
        ints(grid.dirty_)[grid.dirty] = <int>(best - ints(grid.labels_)) + h
        grid.dirty += 1
    best[h] = value


cdef inline int toll(int *tolls, Layers *on, int h) noexcept:
    if not (on.strong[h] | on.weak[h]) or on.waive[h]:
        return 0
    return tolls[0] if on.strong[h] else tolls[1]


cdef int sweep(Grid grid, Steps steps, int size, int *toll_here, int *toll_there, int starts, int budget,
               Bytes shut_here, Bytes shut_there, Layers on, int target, int *best) noexcept:
    """Search from the first `starts` hexes of grid.order_, which then holds the settled ones; return their number."""
    cdef int *node = ints(grid.node_)
    cdef int *link = ints(grid.link_)
    cdef int *ring = ints(grid.ring_)
    cdef int *before = ints(grid.before_)
    cdef int *order = ints(grid.order_)
    cdef int *many = ints(steps.many_)
    cdef int *first = ints(steps.first_)
    cdef Step *held = <Step *>PyByteArray_AS_STRING(steps.held_)
    cdef Step *free = <Step *>PyByteArray_AS_STRING(steps.free_)
    cdef Step *step
    cdef int used, pending = starts, spent = 0, slot = 0, count = 0, entry, a, b, i, extra, new, base, at, end
    memset(ring, 0xFF, size * sizeof(int))
    for used in range(starts):
        node[used], link[used] = order[used], used - 1
        label(grid, best, order[used], 0)
    used = starts
    ring[0] = starts - 1
    while pending:
        entry = ring[slot]
        if entry < 0:
            spent += 1
            slot = slot + 1 if slot + 1 < size else 0
            continue
        ring[slot], a = link[entry], node[entry]
        pending -= 1
        if best[a] < spent:
            continue
        order[count] = a
        count += 1
        if a == target:
            break
        if on.stop[a] and count > 1:
            continue
        extra = toll(toll_here, &on, a)
        base = spent + extra
        step = held + 6 * a
        end = first[a]
        i = many[a] if shut_here[a] or extra == NO else 0
        while i < many[a] or end >= 0:
            if i < many[a]:
                b, new = step[i].hex, base + step[i].cost
                i += 1
                if new >= best[b] or new > budget or shut_there[b]:
                    continue
                extra = toll(toll_there, &on, b)
                new += extra
                if extra == NO:
                    continue
            else:
                b, new, end = free[end].hex, spent + free[end].cost, free[end].next
            if new <= budget and new < best[b]:
                label(grid, best, b, new)
                before[b] = a
                at = slot + new - spent
                at = at - size if at >= size else at
                node[used], link[used], ring[at] = b, ring[at], used
                used += 1
                pending += 1
    return count


cdef int forward(Travel travel, int start, int budget, closed, strong, weak, waive, stop, int target) except -1:
    cdef Grid grid = travel.grid
    grid.check(start)
    if not 0 <= budget <= LARGEST:
        raise ValueError(f"a budget is 0 to {LARGEST}")
    cdef Layers on = grid.layers(strong, weak, waive, stop)
    cdef Bytes nothing = grid.layer(None), shut = grid.layer(closed)
    ints(grid.order_)[0] = start
    return sweep(grid, travel.out, travel.widest + 1, travel.leave, travel.enter, 1, budget,
                 nothing, shut, on, target, grid.wiped())


cdef dict paid(Grid grid, int begin, int count):
    cdef dict found = {}
    cdef list known = grid.known
    cdef int *order = ints(grid.order_)
    cdef int *best = ints(grid.labels_)
    cdef int i
    for i in range(begin, count):
        found[known[order[i]]] = best[order[i]]
    return found


cdef list way(Grid grid, int start, int target):
    cdef list found = [target]
    while target != start:
        target = ints(grid.before_)[target]
        found.append(target)
    found.reverse()
    return found


def reach(Travel travel not None, int start, int budget,
          closed=None, strong=None, weak=None, waive=None, stop=None):
    cdef int i, count = forward(travel, start, budget, closed, strong, weak, waive, stop, -1)
    cdef list known = travel.grid.known
    cdef int *order = ints(travel.grid.order_)
    return [known[order[i]] for i in range(count)]


def reach_points(Travel travel not None, int start, int budget,
                 closed=None, strong=None, weak=None, waive=None, stop=None):
    return paid(travel.grid, 0, forward(travel, start, budget, closed, strong, weak, waive, stop, -1))


def path(Travel travel not None, int start, int target, int budget,
         closed=None, strong=None, weak=None, waive=None, stop=None):
    travel.grid.check(target)
    cdef int count = forward(travel, start, budget, closed, strong, weak, waive, stop, target)
    return way(travel.grid, start, target) if ints(travel.grid.order_)[count - 1] == target else []


def points(Travel travel not None, int start, int target, int budget,
           closed=None, strong=None, weak=None, waive=None, stop=None):
    travel.grid.check(target)
    cdef int count = forward(travel, start, budget, closed, strong, weak, waive, stop, target)
    return ints(travel.grid.labels_)[target] if ints(travel.grid.order_)[count - 1] == target else -1


cdef list spread(Travel travel, at, bytes kinds, sources, limits, closed, strong, weak, waive, bint onward, goals, turns):
    cdef Grid grid = travel.grid
    check_trace(grid.size, at, kinds, sources, limits, goals)
    cdef Layers on = grid.layers(strong, weak, waive, None)
    cdef Bytes shut = grid.layer(closed), nothing = grid.layer(None), kind = <Bytes>PyBytes_AS_STRING(kinds)
    cdef int total = len(at), sorts = len(limits), i, j, r, h, s, k, count, furthest
    cdef int missing[SORTS]
    cdef int allowed[SORTS]
    cdef list via = [-1] * total, joined = [[] for k in range(sorts)]
    cdef bytearray along_ = space(total), wanted_ = bytearray(total)
    cdef unsigned char *wanted = <unsigned char *>PyByteArray_AS_STRING(wanted_)
    cdef int *along = ints(along_)  # the next relay in the same hex
    cdef int *relays = ints(grid.relays_)  # the first relay in each hex
    cdef int *owner = ints(grid.owner_)
    cdef int *order = ints(grid.order_)
    cdef int *labels = grid.wiped()
    cdef int *best
    cdef int *place = ints(grid.relayed_)
    memset(missing, 0, sizeof(missing))
    for i in range(<int>(PyByteArray_GET_SIZE(grid.relayed_) // sizeof(int))):
        relays[place[i]] = owner[place[i]] = -1
    grid.relayed_ = bytearray(total * sizeof(int))
    place = ints(grid.relayed_)
    for i in range(total - 1, -1, -1):
        h = place[i] = at[i]
        along[i], relays[h] = relays[h], i
        missing[kind[i]] += 1
    for i in goals:
        wanted[i] = 1
    for i in dict.fromkeys(sources):
        via[i] = i
        missing[kind[i]] -= 1
        joined[kind[i]].append(i)
        if wanted[i]:
            return via
    r = 0
    while r < sorts:
        k = turns[r]
        if not joined[k]:
            r += 1
            continue
        best, furthest, count = labels + k * grid.size, -1, 0
        for s in range(sorts):
            allowed[s] = limits[k][s] if onward else limits[s][k]
            furthest = max(furthest, allowed[s] if missing[s] else -1)
        for i in range(total):
            owner[place[i]] = -1
        for i in joined[k]:
            h = place[i]
            if best[h] != 0 and owner[h] < 0:
                owner[h], order[count] = i, h
                count += 1
        joined[k] = []
        if furthest < 0 or count == 0:
            continue
        if onward:
            count = sweep(grid, travel.out, travel.widest + 1, travel.leave, travel.enter, count, furthest,
                          nothing, shut, on, -1, best)
        else:
            count = sweep(grid, travel.into, travel.widest + 1, travel.enter, travel.leave, count, furthest,
                          shut, nothing, on, -1, best)
        for i in range(count):
            j = relays[order[i]]
            while j >= 0:
                if best[order[i]] <= allowed[kind[j]] and via[j] == -1:
                    h = order[i]
                    while owner[h] < 0:
                        h = ints(grid.before_)[h]
                    via[j] = owner[h]
                    if wanted[j]:
                        return via
                    missing[kind[j]] -= 1
                    joined[kind[j]].append(j)
                j = along[j]
        r = 0
    return via


def trace(Travel travel not None, at, bytes kinds not None, sources, limits,
          closed=None, strong=None, weak=None, waive=None):
    return spread(travel, at, kinds, sources, limits, closed, strong, weak, waive, False, (), range(len(limits)))


def connect_relays(Travel travel not None, at, bytes kinds not None, sources, limits,
              closed=None, strong=None, weak=None, waive=None, bint onward=False, goals=()):
    turns = longest_first(limits, onward)
    return spread(travel, at, kinds, sources, limits, closed, strong, weak, waive, onward, goals, turns)


cdef int fall_back(Travel travel, int start, away, int length, int most, closed, strong, weak, waive) except -1:
    cdef Grid grid = travel.grid
    check_retreat(grid.size, start, away, length, most)
    cdef Layers on = grid.layers(strong, weak, waive, None)
    cdef Bytes shut = grid.layer(closed)
    cdef int foes = len(away), count = 1, begin = 0, end = 1, i, j, k, level, leaving, entering, a, b, new
    cdef bytearray foes_ = space(foes)
    cdef int *foe = ints(foes_)
    cdef int *best = grid.wiped()
    cdef int *order = ints(grid.order_)
    cdef Step *step
    for i in range(foes):
        foe[i] = away[i]
    order[0] = start
    label(grid, best, start, 0)
    for level in range(1, length + 1):
        for i in range(begin, end):
            a = order[i]
            leaving = toll(travel.leave, &on, a)
            step = <Step *>PyByteArray_AS_STRING(travel.out.held_) + 6 * a
            for j in range(0 if leaving == NO else ints(travel.out.many_)[a]):
                b, k = step[j].hex, 0
                while k < foes and grid.far(b, foe[k]) == grid.far(start, foe[k]) + level:
                    k += 1
                entering = toll(travel.enter, &on, b)
                if k < foes or shut[b] or entering == NO:
                    continue
                new = best[a] + min(step[j].cost + leaving + entering, most)
                if new < best[b]:
                    if best[b] == FARTHEST:
                        order[count] = b
                        count += 1
                    label(grid, best, b, new)
                    ints(grid.before_)[b] = a
        if count == end:
            break
        begin, end = end, count
    return count


def retreat(Travel travel not None, int start, away, int length, int most=NO,
            closed=None, strong=None, weak=None, waive=None):
    return paid(travel.grid, 1, fall_back(travel, start, away, length, most, closed, strong, weak, waive))


def retreat_path(Travel travel not None, int start, int target, away, int length, int most=NO,
                 closed=None, strong=None, weak=None, waive=None):
    travel.grid.check(target)
    cdef int i, count = fall_back(travel, start, away, length, most, closed, strong, weak, waive)
    return way(travel.grid, start, target) if target in paid(travel.grid, 1, count) else []
