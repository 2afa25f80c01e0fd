"""`python -m tieout` is the same program as `tieout`."""

from tieout.cli.main import run

if __name__ == "__main__":
    run()
