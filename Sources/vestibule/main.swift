import Glibc

// Not `exit`: it takes the libraries apart, while the thread of the network may be in the middle of loading or using
// them. Everything was written with `write`, and every terminal put back, so nothing is left to be done.
_exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
