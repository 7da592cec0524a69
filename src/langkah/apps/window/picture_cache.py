"""A cache of pictures that are expensive to draw; it drops the least recently used pictures."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

from pygame import Surface


class PictureCache:
    """A cache for a limited number of pictures. The key of a picture contains everything that determines its look."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.pictures: OrderedDict[Hashable, Surface] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self.pictures

    def __len__(self) -> int:
        return len(self.pictures)

    def get(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """The picture cached under this key; if there is none, `make` draws it."""
        if key not in self.pictures:
            self.pictures[key] = make()
            if len(self.pictures) > self.most:
                self.pictures.popitem(last=False)
        self.pictures.move_to_end(key)
        return self.pictures[key]

    def clear(self) -> None:
        """Empty the cache."""
        self.pictures.clear()
