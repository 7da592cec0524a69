"""Checkpoints: the layers of a space in memory, saved to disk so that an exploration can resume after it was killed.

Each save writes a file of states. Once this file is safely on disk, a journal record with its checksum follows. Files
that a killed run left without a record are ignored and overwritten.
"""

import time
from typing import Any

from langkah.engine.keeper import Keeper
from langkah.engine.space import KeptSpace, LayerNumbers, OutOfMemory, Unwritable
from langkah.engine.store.folder import compute_checksum, describe_disk_failure
from langkah.errors import BadInput
from langkah.language import _, format_number

ADD_SECONDS, ADD_SHARE = 1.0, 0.01  # least time between two additions: seconds; share of the elapsed time


class Checkpoint:
    """The saved layers of a space. The constructor restores them into the space."""

    def __init__(self, keeper: Keeper, space: KeptSpace) -> None:
        self.keeper, self.folder, self.space = keeper, keeper.folder, space
        self.layers = 0  # layers whose ends are saved
        self.states = 0  # states that are saved
        self.is_done = False  # whether the space is complete
        self.began = self.last = time.monotonic()
        self._restore()

    def add(self, *, is_done: bool, is_due: bool = False) -> None:
        """Append the layers found since the last save, if a save is due (`is_due`, or enough time has passed) or the
        exploration has ended (`is_done`). Raises `Unwritable` if they cannot be written.
        """
        now = time.monotonic()
        if self.is_done or not (
            is_done or is_due or now - self.last >= max(ADD_SECONDS, ADD_SHARE * (now - self.began))
        ):
            return
        ends, goals, steps = self.space.list_layers()
        if ends[-1] == self.states and not is_done:
            return
        before, known = max(self.layers - 1, 0), len(ends) - 1 + int(is_done)  # expanded layers
        data, name = self.space.read(self.states, ends[-1]), f"states/{self.layers:06}.bin"
        record = {"layers": ends[self.layers :], "goals": goals[before:known], "steps": steps[before:known]}
        more = {"done": is_done, "file": name, "checksum": compute_checksum(data)}
        try:
            self.folder.write(name, data, is_safe=True)
            self.keeper.add_record(self.layers, {**record, **more}, is_safe=True)
        except OSError as error:
            raise Unwritable(describe_disk_failure(self.folder, error)) from None
        finally:
            data.release()
        self.layers, self.states, self.is_done, self.last = len(ends), ends[-1], is_done, time.monotonic()

    def _restore(self) -> None:
        """Restore all saved states into the space. Raises `BadInput` if they are damaged or do not fit into the memory
        limit.
        """
        records = list(self.keeper.read_journal())
        ends: list[int] = []
        goals: list[int] = []
        steps: list[int] = []
        if not records:
            return
        room = self._make_room(records)
        try:
            for record in records:
                before = max(len(ends) - 1, 0)
                ends = [*ends, *record["layers"]]
                goals, steps = [*goals[:before], *record["goals"]], [*steps[:before], *record["steps"]]
                self._read_states(record, room, ends[-1])
                self.is_done = bool(record["done"])
        finally:
            room.release()
        self.layers = len(ends)
        try:
            self.space.restore(LayerNumbers(ends, goals, steps), is_done=self.is_done)
        except OutOfMemory:
            raise self._make_too_large(ends[-1]) from None

    def _make_room(self, records: list[dict[str, Any]]) -> memoryview:
        """Check that the records are consistent, and reserve memory for all saved states in the space. Returns this
        memory.
        """
        try:
            ends = [end for record in records for end in record["layers"]]
            numbers = [each for record in records for name in ("layers", "goals", "steps") for each in record[name]]
            named = all(isinstance(record["file"], str) and "done" in record for record in records)
        except (KeyError, TypeError):
            ends, numbers, named = [], [], False
        if not (named and ends and records[0]["layers"] and sorted(ends) == ends and set(map(type, numbers)) <= {int}):
            raise self.folder.make_damaged("layers")
        try:
            return self.space.make_room(ends[-1])
        except OutOfMemory:
            raise self._make_too_large(ends[-1]) from None

    def _read_states(self, record: dict[str, Any], room: memoryview, end: int) -> None:
        width = 8 * self.space.words
        with room[self.states * width : end * width] as data:
            try:
                whole = self.folder.read_into(record["file"], data)
            except OSError as error:
                raise BadInput(describe_disk_failure(self.folder, error)) from None
            if not whole or compute_checksum(data) != record["checksum"]:
                raise self.folder.make_damaged(record["file"])
        self.states = end

    def _make_too_large(self, states: int) -> BadInput:
        """The error for a checkpoint whose states exceed the memory limit."""
        text = _(
            "the checkpoint in {folder} contains {size} MB of states; their hash table needs two to four "
            "times as much memory"
        )
        size = format_number(-(-states * 8 * self.space.words >> 20))
        more = _("Allow more memory, for example: --memory 4G.")
        return BadInput(text.format(folder=self.folder.address, size=size), more)

    def close(self) -> None:
        """Unlock the folder."""
        self.keeper.close()
