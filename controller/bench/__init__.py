"""The benchmarks: each module measures one thing and can print it as a table."""
