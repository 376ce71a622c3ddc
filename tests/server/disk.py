"""A disk that can lose its power: what SQLite wrote and did not sync may be gone.

SQLite reaches its files through a *VFS*, a table of functions. Here the usual one is wrapped, in
the very library that Python's `sqlite3` uses: everything happens as ever, and is written down
beside. `Disk.image` is then what a real disk could hold if the power failed at this moment: all
that was synced, and of every other write, cut and deletion whatever chance leaves of it, down to
single sectors. What a VFS cannot see, such as a disk that lies about its own cache, is not told.
"""

import ctypes
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

SECTOR = 512

_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
_Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)
_Close = CFUNCTYPE(c_int, c_void_p)


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("most_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", _Open),
        ("delete", _Delete),
        ("others", c_void_p * 14),
    ]


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = [
        ("version", c_int),
        ("close", _Close),
        ("read", c_void_p),
        ("write", _Write),
        ("truncate", _Truncate),
        ("sync", _Sync),
        ("others", c_void_p * 13),
    ]


class File:
    """What is on the disk for good, and what may be, in order."""

    def __init__(self, inode: int, before: bytes | None = None) -> None:
        self.inode = inode
        self.durable: bytes | None = None  # None: not even its name
        self.before = before  # of the same name, deleted, which may still be there
        self.pending: list[tuple[int, bytes | None]] = []  # a write, or a cut (None)
        self.deleted = False

    def sync(self, changes: int) -> None:
        """The first so many changes are on the disk; more may have come meanwhile."""
        content = bytearray(self.durable or b"")
        for at, data in self.pending[:changes]:
            _apply(content, at, data)
        self.durable, self.before = bytes(content), None
        del self.pending[:changes]

    def survive(self, rng: Random, luck: float) -> bytes | None:
        """What a loss of power may leave."""
        if self.durable is None and rng.random() > luck:
            return self.before if rng.random() < 0.5 else None
        if self.deleted and rng.random() < 0.5:
            return None
        content = bytearray(self.durable or b"")
        for at, data in self.pending:
            if rng.random() < luck:
                _apply(content, at, data)
            elif data is not None and rng.random() < 0.5:  # some of its sectors
                for first, last in _sectors(at, at + len(data)):
                    if rng.random() < 0.5:
                        _apply(content, first, data[first - at : last - at])
        return bytes(content)


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
        return
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    content[at : at + len(data)] = data


def _sectors(first: int, last: int) -> list[tuple[int, int]]:
    cuts = [first, *range((first // SECTOR + 1) * SECTOR, last, SECTOR), last]
    return list(pairwise(cuts))


class Disk:
    """The files in one folder. `moment` is called before every change of theirs."""

    def __init__(self) -> None:
        self.folder = "?"
        self.files: dict[str, File] = {}
        self.changes = 0
        self.syncs = 0
        self.moment: Callable[[], None] = lambda: None
        self.failed: Exception | None = None  # what `moment` raised
        self._open: dict[int, str] = {}  # by the address of SQLite's file
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}  # as they were, and ours
        self._library = library()
        find = self._library.sqlite3_vfs_find
        find.restype = POINTER(_Vfs)
        self._usual = find(None)
        self._vfs = _Vfs.from_buffer_copy(self._usual.contents)
        self._vfs.name = b"losing"
        self._kept = (_Open(self._on_open), _Delete(self._on_delete))
        self._vfs.open, self._vfs.delete = self._kept

    def __enter__(self) -> "Disk":
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1) == 0
        return self

    def __exit__(self, *_: object) -> None:
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
        self._library.sqlite3_vfs_register(self._usual, 1)

    def settle(self, folder: Path) -> None:
        """Watch another folder from now on."""
        self.folder = str(folder.resolve()) + "/"
        self.files = {}

    def image(self, rng: Random) -> dict[str, bytes]:
        """The files as a loss of power may leave them, by their names."""
        luck = rng.choice((0.0, rng.random(), 1.0))
        found = {name: file.survive(rng, luck) for name, file in self.files.items()}
        return {name: content for name, content in found.items() if content is not None}

    # --- what SQLite calls ------------------------------------------------------------------------

    def _changing(self, name: str | None) -> File | None:
        if name is None:
            return None
        self.changes += 1
        try:
            self.moment()
        except Exception as error:  # SQLite could not pass it on
            self.failed = error
        return self.files[name]

    def _on_open(self, _: int, path: int, file: int, flags: int, out: Any) -> int:
        vfs = ctypes.cast(self._usual, c_void_p).value
        code: int = self._usual.contents.open(vfs, path, file, flags, out)
        name = ctypes.string_at(path).decode() if path else ""
        pointer = ctypes.cast(file, POINTER(c_void_p))
        if code != 0 or not name.startswith(self.folder) or not pointer.contents.value:
            return code
        self._open[file] = self._find(name.removeprefix(self.folder))
        pointer.contents.value = ctypes.addressof(self._ours(pointer.contents.value))
        return code

    def _find(self, name: str) -> str:
        """A file is opened: one that is known, one of another name before, or a new one."""
        path = Path(self.folder, name)
        inode = path.stat().st_ino
        known = self.files.get(name)
        if known is None or known.deleted:
            before = [n for n, f in self.files.items() if f.inode == inode and not f.deleted]
            if before:  # renamed, which a VFS does not see: taken for durable
                self.files[name] = self.files.pop(before[0])
            else:
                self.files[name] = File(inode, None if known is None else known.durable)
                if path.stat().st_size:  # it was there before anybody watched
                    self.files[name].durable = path.read_bytes()
        return name

    def _ours(self, usual: int) -> _Methods:
        if usual not in self._methods:
            before = _Methods.from_address(usual)
            ours = _Methods.from_buffer_copy(before)
            ours.close, ours.write = _Close(self._on_close), _Write(self._on_write)
            ours.truncate, ours.sync = _Truncate(self._on_truncate), _Sync(self._on_sync)
            self._methods[usual] = before, ours
        return self._methods[usual][1]

    def _before(self, file: int) -> _Methods:
        ours = ctypes.cast(file, POINTER(c_void_p)).contents.value
        return next(b for b, o in self._methods.values() if ctypes.addressof(o) == ours)

    def _on_close(self, file: int) -> int:
        before = self._before(file)
        self._open.pop(file, None)
        code: int = before.close(file)
        return code

    def _on_write(self, file: int, data: int, size: int, at: int) -> int:
        entry = self._changing(self._open.get(file))
        code: int = self._before(file).write(file, data, size, at)
        if entry is not None and code == 0:
            entry.pending.append((at, ctypes.string_at(data, size)))
        return code

    def _on_truncate(self, file: int, size: int) -> int:
        entry = self._changing(self._open.get(file))
        code: int = self._before(file).truncate(file, size)
        if entry is not None and code == 0:
            entry.pending.append((size, None))
        return code

    def _on_sync(self, file: int, flags: int) -> int:
        entry = self._changing(self._open.get(file))
        waiting = len(entry.pending) if entry is not None else 0
        code: int = self._before(file).sync(file, flags)
        if entry is not None and code == 0:
            self.syncs += 1
            new = entry.durable is None
            entry.sync(waiting)
            if new:  # then SQLite syncs the folder, too
                self._sync_folder()
        return code

    def _on_delete(self, _: int, path: bytes, and_sync: int) -> int:
        name = path.decode()
        entry = None
        if name.startswith(self.folder):
            known = name.removeprefix(self.folder)
            entry = self._changing(known if known in self.files else None)
        vfs = ctypes.cast(self._usual, c_void_p).value
        code: int = self._usual.contents.delete(vfs, path, and_sync)
        if entry is not None and code == 0:
            entry.deleted = True
            if and_sync:
                self._sync_folder()
        return code

    def _sync_folder(self) -> None:
        """Names are there, or gone, for good; what the files hold is another matter."""
        for file in self.files.values():
            file.durable, file.before = file.durable or b"", None
        self.files = {name: file for name, file in self.files.items() if not file.deleted}


def library() -> Any:
    """SQLite, as Python uses it; None where it does not let itself be reached."""
    import _sqlite3

    found = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    return found if hasattr(found, "sqlite3_vfs_register") else None
