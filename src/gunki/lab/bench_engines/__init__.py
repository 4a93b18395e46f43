"""The processes and engines that benchmarks measure: ours and those of other projects."""
