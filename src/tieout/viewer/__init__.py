"""The viewer: a report as it was printed, with everything that is known about each number of it."""
