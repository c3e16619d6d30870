"""Objects that obey a protocol and break what everybody expects of it, for the border of C.

Some of them run `act` whenever they are asked for something: mischief goes there, such as a call of
the very object that is asking.
"""


class MischiefError(Exception):
    """What hostile objects raise; nothing else does."""


def nothing():
    """Do no mischief."""


class Meddler:
    """A number, a truth value and a name, which acts whenever it is used."""

    def __init__(self, value, act=nothing):
        self.value, self.act = value, act

    def answer(self, *_):
        self.act()
        return self.value

    __index__ = __int__ = __float__ = answer
    __and__ = __rand__ = __mul__ = __rmul__ = __add__ = __radd__ = __sub__ = __rsub__ = answer

    def __bool__(self):
        return bool(self.answer())

    def __eq__(self, other):
        return self.answer() == other

    def __hash__(self):
        return hash(self.answer())

    def __lt__(self, other):
        return self.answer() < other

    def __le__(self, other):
        return self.answer() <= other

    def __gt__(self, other):
        return self.answer() > other

    def __ge__(self, other):
        return self.answer() >= other


class Shifting:
    """A number that is another one each time, and within all bounds whenever it is compared."""

    def __init__(self, *values):
        self.values = list(values)

    def answer(self, *_):
        return self.values.pop(0) if len(self.values) > 1 else self.values[0]

    __index__ = __int__ = __float__ = answer
    __and__ = __rand__ = __mul__ = __rmul__ = __add__ = __radd__ = __sub__ = __rsub__ = answer

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __lt__


class OddInt(int):
    """An integer that is within all bounds, equal to nothing, and another one by `__index__`."""

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __lt__

    def __eq__(self, other):
        return False

    def __hash__(self):
        return id(self)

    def __index__(self):
        return 1 << 40

    __int__ = __index__


class OddName(str):
    """A name that equals every other one."""

    __slots__ = ()

    def __eq__(self, other):
        return True

    __ne__ = __eq__

    def __hash__(self):
        return 0


class Raising:
    """An object that raises an error at whatever is asked of it."""

    def answer(self, *_):
        raise MischiefError

    __index__ = __int__ = __float__ = __len__ = __iter__ = __getitem__ = __bool__ = answer
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __and__ = __hash__ = __buffer__ = answer


class LyingSequence:
    """A sequence whose length, items and iteration have nothing to do with each other."""

    def __init__(self, items, length, item):
        self.items, self.length, self.item = items, length, item

    def __len__(self):
        return self.length

    __length_hint__ = __len__

    def __getitem__(self, index):
        return self.item

    def __iter__(self):
        return iter(self.items)


class ShrinkingList(list):
    """A list that loses its items while it is iterated."""

    def __iter__(self):
        while self:
            yield self.pop()


def emptying(items, position, value, act=nothing):
    """Return a list with a number in it that empties the list when it is asked for."""
    made = list(items)

    def empty():
        act()
        made.clear()

    made.insert(position, Meddler(value, empty))
    return made
