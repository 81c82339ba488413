import CProcess
import Glibc

let words = (0..<cprocess_word_count()).dropFirst().map { String(cString: cprocess_word($0)) }
// Not `exit`: it takes the libraries apart, while another thread may be in the middle of loading or using
// them. Everything was written with `write`, and every terminal put back, so nothing is left to be done.
_exit(Program.run(words).rawValue)
