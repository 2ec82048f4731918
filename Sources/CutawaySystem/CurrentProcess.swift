import Glibc

/// The process that runs this code.
package enum CurrentProcess {
  /// A path of the executable, which stays valid while the process runs, even if somebody renames
  /// or replaces the file.
  package static let executablePath = "/proc/self/exe"

  /// The index of the first argument that is not valid UTF-8; `nil` if all are.
  ///
  /// `CommandLine.arguments` repairs such an argument to another text.
  package static var firstInvalidArgument: Int? {
    CommandLine.arguments.indices.first { index in
      // The array has as many strings as there are arguments, and ends with `nil`.
      guard let bytes = unsafe CommandLine.unsafeArgv[index] else { return false }
      return unsafe String(validatingCString: bytes) == nil
    }
  }

  /// The processor time that all threads of the process have used, in seconds.
  package static var processorTime: Double {
    // Its unit is a microsecond wherever there is POSIX.
    Double(clock()) / 1_000_000
  }

  /// The memory in bytes that new processes may use without swapping; `nil` if it is unknown.
  package static var availableMemory: Int64? {
    // Without the list of figures, nothing is known.
    let bytes = (try? OpenFile("/proc/meminfo", for: .reading).read(1 << 16, at: 0)) ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int64($0) }.map { $0 * 1024 }
  }

  /// Changes the folder from which relative paths start.
  package static func changeFolder(to path: String) throws(SystemError) {
    // The system copies the path.
    try check(unsafe chdir(path))
  }

  /// The number of processors that the system uses.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
