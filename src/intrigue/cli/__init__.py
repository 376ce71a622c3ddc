"""The command line: one module for each group of commands, loaded when one of them is called."""
