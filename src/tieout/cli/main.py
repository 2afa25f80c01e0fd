"""The program `tieout`: its verbs, and the one place where an error becomes a line and an exit status.

Exit statuses: 0 done, 1 ran but the answer is "no", 2 the user's mistake (or the input's, or the disk's), 3 our fault,
130 interrupted, 141 whoever read our output stopped reading.
"""

from __future__ import annotations

import importlib
import os
import shlex
import sys
import traceback
from typing import Annotated

import typer

from tieout._version import __version__
from tieout.cli.examples import examples
from tieout.cli.statuses import DONE, FAULT, INTERRUPTED, MISTAKE, PIPE_CLOSED, debugging, fault
from tieout.cli.terminal import prepare_streams, silence_stdout, tell
from tieout.report.errors import TieoutError

__all__ = ["app", "run"]

# Modules of `tieout.cli` that bring verbs, in the order of the help; each has `register(app)` and imports nothing heavy.
VERB_MODULES = (
    "demo",
    "facts",
    "read",
    "audit",
    "tag",
    "kpis",
    "ask",
    "entities",
    "view",
    "evaluation",
    "build",
    "train",
    "finer_ord",
    "fintagging",
    "ledger",
    "finauditing",
    "grade",
    "events",
    "letters",
    "fetch",
)

app = typer.Typer(
    name="tieout",
    help="Read any financial report, and tie every number to its printed figure.",
    epilog=examples(
        ("tieout demo", "see it at work on the report that ships with it"),
        ("tieout facts 10-k.htm", "the filing's statements, from its tags"),
        ("tieout facts filings/ --out facts.csv", "every fact of a folder of filings, with its evidence"),
    ),
    # Plain help: half the width of rich's boxes goes to frames and types, and loading rich takes half the time.
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"tieout {__version__}\n")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    pass


@app.command("help", hidden=True)
def _help(
    context: typer.Context, verb: Annotated[str | None, typer.Argument(metavar="[VERB]", show_default=False)] = None
) -> None:
    """Show the program's help, or a verb's."""
    program = context.find_root()
    if verb is None:
        sys.stdout.write(program.get_help() + "\n")
        return
    group = typer.main.get_group(app)
    command = group.get_command(program, verb)
    if command is None:
        raise TieoutError(f"help {verb}: there is no such verb; see 'tieout --help'")
    sys.stdout.write(command.get_help(typer.Context(command, info_name=verb, parent=program, max_content_width=110)) + "\n")


for _module in VERB_MODULES:
    importlib.import_module(f"tieout.cli.{_module}").register(app)


def run() -> None:
    """Runs the program with the process's own arguments, and ends the process."""
    prepare_streams()
    status = _status()
    if status == PIPE_CLOSED:
        silence_stdout()
    sys.exit(status)


def _status() -> int:
    try:
        returned = app(prog_name="tieout", standalone_mode=False)
        sys.stdout.flush()
        return returned if isinstance(returned, int) else DONE
    except SystemExit as e:
        # typer turns a closed pipe into SystemExit(1) before anybody else sees it.
        if isinstance(e.__context__, BrokenPipeError):
            return PIPE_CLOSED
        return e.code if isinstance(e.code, int) else FAULT
    except (KeyboardInterrupt, typer.Abort):
        tell("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return PIPE_CLOSED
    except TieoutError as e:
        _show_traceback()
        tell(str(e))
        return MISTAKE
    except OSError as e:
        _show_traceback()
        tell(_os_error(e))
        silence_stdout()
        return MISTAKE
    except MemoryError:
        tell("not enough memory for this input: read fewer or smaller files at once")
        return MISTAKE
    except Exception as e:
        if hasattr(e, "format_message") and hasattr(e, "exit_code"):  # a usage error of the option parser
            return _usage_error(e)
        _show_traceback()
        tell(fault(e))
        return FAULT


def _usage_error(e: Exception) -> int:
    context = getattr(e, "ctx", None)
    command = context.command_path if context is not None else "tieout"
    message = e.format_message()  # type: ignore[attr-defined]
    if type(e).__name__ == "NoArgsIsHelpError":  # the message is the whole help
        sys.stdout.write(message + "\n")
        return MISTAKE
    message = " ".join(message.split()).replace("Value error, ", "").rstrip(".")
    first = sys.argv[1] if len(sys.argv) > 1 else ""
    if message.startswith(f"No such command {first!r}") and os.path.exists(first):  # noqa: PTH110
        message = f"{first}: a verb comes first, for example: tieout facts {shlex.quote(first)}"
    tell(f"{message}{'' if message.endswith('?') else '.'} See '{command} --help'.")
    return MISTAKE


def _os_error(e: OSError) -> str:
    reason = (e.strerror or str(e)).strip()
    where = f"{os.fsdecode(e.filename)}: " if e.filename is not None and not isinstance(e.filename, int) else ""
    doing = "" if where else "cannot write the output: "
    return f"{where}{doing}{reason[:1].lower()}{reason[1:]}"


def _show_traceback() -> None:
    if debugging():
        traceback.print_exc()
