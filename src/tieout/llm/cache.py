"""Answers kept in one SQLite file, so that what was paid for once is never paid for again."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tieout.report.errors import InputError, Notice

__all__ = ["ResponseCache"]

T = TypeVar("T")

APPLICATION = 0x7469654F
"""Marks the file as ours (`PRAGMA application_id`)."""

BUSY_S = 30.0
_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


class ResponseCache:
    """Text by key; several threads and processes may use the same file.

    Every answer is a transaction of its own in a write-ahead log, so that killing a process loses nothing that was
    put. A file that SQLite finds broken is set aside under another name and a new one begun, with a notice; an answer
    whose checksum doesn't match counts as not there. Other trouble (a full disk, a lock held for long) costs the
    caching, never the run: it is noted once. Raises InputError if the file can't be made, or belongs to another program.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._inode = 0
        self.notices: list[Notice] = []
        self._database: sqlite3.Connection | None = None
        with self._lock:
            try:
                self._database = self._open_or_set_aside()
            except sqlite3.Error as error:
                raise InputError(f"response cache {path} can't be opened: {error}") from None

    def get(self, key: str) -> str | None:
        """The text that was put under ``key``, or None."""
        row = self._try(lambda database: database.execute("SELECT text, sum FROM answers WHERE key = ?", (key,)).fetchone())
        if row is None:
            return None
        text, checksum = row
        if isinstance(text, str) and checksum == _checksum(key, text):
            return text
        self._note("cache-entry-broken", "an answer in the response cache was damaged and is asked for again")
        self._try(lambda database: database.execute("DELETE FROM answers WHERE key = ?", (key,)))
        return None

    def put(self, key: str, text: str) -> None:
        """Keeps ``text``; the first text that was put under a key stays."""
        row = (key, text, _checksum(key, text))
        self._try(lambda database: database.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?)", row))

    def close(self) -> None:
        with self._lock:
            if self._database is not None:
                self._database.close()
                self._database = None

    def _try(self, action: Callable[[sqlite3.Connection], T]) -> T | None:
        with self._lock:
            if self._database is None:
                return None
            try:
                return action(self._database)
            except sqlite3.Error as error:
                if not _is_corrupt(error):
                    self._note("cache-unusable", f"the response cache can't be used for now: {error}")
                    return None
            try:
                self._database = self._set_aside(self._database)
                return action(self._database)
            except (sqlite3.Error, OSError, InputError) as error:
                self._note("cache-unusable", f"the response cache can't be used for now: {error}")
                return None

    def _open_or_set_aside(self) -> sqlite3.Connection:
        try:
            return self._open()
        except sqlite3.Error as error:
            if not _is_corrupt(error):
                raise
        return self._set_aside(None)

    def _open(self) -> sqlite3.Connection:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch()
            self._inode = self._path.stat().st_ino
        except OSError as error:
            raise InputError(f"response cache {self._path} can't be made: {error.strerror}") from None
        database = sqlite3.connect(self._path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(database)
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self, database: sqlite3.Connection) -> None:
        database.execute("PRAGMA trusted_schema = OFF")
        (application,) = database.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION:
            if database.execute("SELECT count(*) FROM sqlite_master WHERE name <> 'answers'").fetchone() != (0,):
                raise InputError(f"{self._path} is the database of another program: name another file as response cache")
            database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, text TEXT, sum TEXT) WITHOUT ROWID")

    def _set_aside(self, broken: sqlite3.Connection | None) -> sqlite3.Connection:
        if broken is not None:
            broken.close()
        # Another process may have set the same file aside already: what lies there now is then a good one.
        if self._path.exists() and self._path.stat().st_ino == self._inode:
            aside = self._path.with_name(f"{self._path.name}.broken-{time.time_ns()}")
            self._path.rename(aside)
            for suffix in ("-wal", "-shm"):
                log = self._path.with_name(self._path.name + suffix)
                if log.exists():
                    log.rename(aside.with_name(aside.name + suffix))
            self._note("cache-broken", f"the response cache was broken: set aside as {aside.name}, and a new one begun")
        return self._open()

    def _note(self, code: str, message: str) -> None:
        if all(notice.code != code for notice in self.notices):
            self.notices.append(Notice(code, message, str(self._path)))


def _is_corrupt(error: sqlite3.Error) -> bool:
    # Extended result codes keep the primary code in their low byte.
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in _CORRUPT


def _checksum(key: str, text: str) -> str:
    return hashlib.sha256(f"{key}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
