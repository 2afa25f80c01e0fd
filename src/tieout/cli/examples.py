"""Examples at the end of a verb's help: people learn a command by what others typed."""

from __future__ import annotations

__all__ = ["examples"]


def examples(*pairs: tuple[str, str]) -> str:
    """Epilog of a verb: each (command, what it does) on a line of its own, commands aligned."""
    width = max(len(command) for command, _ in pairs)
    # \b keeps the option parser from joining the lines.
    return "\n".join(["\b", "Examples:", *(f"  {command:<{width}}  {meaning}" for command, meaning in pairs)])
