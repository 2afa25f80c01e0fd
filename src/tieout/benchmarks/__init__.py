"""The benchmarks: one folder each, all with the same files. Each registers its tasks through `tieout.tasks`."""
