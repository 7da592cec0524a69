"""Pictures that cost more to make than to show: those used last are kept."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

from pygame import Surface


class PictureCache:
    """At most so many pictures, by what decides how they look."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.pictures: OrderedDict[Hashable, Surface] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self.pictures

    def __len__(self) -> int:
        return len(self.pictures)

    def get(self, key: Hashable, make: Callable[[], Surface]) -> Surface:
        """The picture that is kept, or one that is made now."""
        if key not in self.pictures:
            self.pictures[key] = make()
            if len(self.pictures) > self.most:
                self.pictures.popitem(last=False)
        self.pictures.move_to_end(key)
        return self.pictures[key]

    def clear(self) -> None:
        """Forget all of them."""
        self.pictures.clear()
