import CCutawayProcess
import Glibc

/// What the process and its children may do from now on.
///
/// It cannot be taken back. Landlock limits the files, seccomp the calls of the system.
package struct Sandbox {
  /// A part of the kernel that limits processes.
  package enum Feature: String, CaseIterable, Sendable {
    /// Limits the files.
    case landlock
    /// Refuses sockets and other calls.
    case seccomp

    /// Whether this kernel has it.
    package var isAvailable: Bool {
      switch self {
      case .landlock: cutaway_landlock_version() > 0
      case .seccomp: cutaway_can_filter_calls() != 0
      }
    }
  }

  /// The files and folders that may be read; links are followed.
  package var read: [String]
  /// Files that may be read unless they are links out of their folder: somebody else may replace them meanwhile.
  package var inputs: [String] = []
  /// The folders with programs and libraries, which may be read and run.
  package var executed: [String]
  /// The folders in which files may be written, replaced and removed.
  package var written: [String]
  /// Whether other machines may be reached.
  package var allowsNetwork: Bool
  /// The processor time in seconds; `nil` sets no bound.
  package var processorSeconds: Double?

  /// Creates a sandbox with what every program needs of the system.
  ///
  /// - Parameters:
  ///   - read: The files and folders that may be read.
  ///   - written: The folders in which files may be written; of one that does not exist, the nearest folder that does.
  ///   - allowsNetwork: Whether other machines may be reached.
  ///   - processorSeconds: The processor time; `nil` sets no bound.
  package init(
    reading read: [String], writing written: [String], allowsNetwork: Bool,
    processorSeconds: Double?
  ) {
    self.read = read
    self.written = written
    self.allowsNetwork = allowsNetwork
    self.processorSeconds = processorSeconds
    executed = []
  }

  /// Enters the sandbox, as far as the kernel can.
  ///
  /// To be called while the process has one thread: other threads would stay outside.
  ///
  /// - Throws: ``Failure``.
  package func enter() throws(Failure) {
    let threads = FileNames.count(in: "/proc/self/task")
    guard threads <= 1 else {
      throw Failure(message: "\(threads) threads run already, which the system could not limit")
    }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    // A core file would contain what the process has read. The structures outlive the calls.
    try check(unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none), "core files")
    if let processorSeconds {
      let seconds = rlim_t(max(1, min(processorSeconds.rounded(.up), 1e9)))
      var limit = rlimit(rlim_cur: seconds, rlim_max: seconds + 5)
      try check(
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit), "processor time")
    }
    try check(cutaway_set_no_new_privileges(), "privileges")
    if Feature.landlock.isAvailable { try limitFiles() }
    if Feature.seccomp.isAvailable {
      try check(cutaway_filter_calls(allowsNetwork ? 1 : 0), "calls of the system")
    }
  }

  /// Why the sandbox was not entered.
  package struct Failure: Error {
    package let message: String
  }

  private func check(_ result: Int32, _ what: String) throws(Failure) {
    if result < 0 {
      // The system owns the text, which is copied.
      throw Failure(message: "cannot limit \(what): \(unsafe String(cString: strerror(errno)))")
    }
  }

  // MARK: Files

  private func limitFiles() throws(Failure) {
    let version = cutaway_landlock_version()
    var handled = Rights.ofVersion1
    if version >= 2 { handled |= Rights.refer }
    if version >= 3 { handled |= Rights.truncate }
    let rules = cutaway_landlock_create(handled)
    try check(rules, "files")
    defer { close(rules) }
    for path in read { try allow(path, .read, handled, in: rules) }
    for path in inputs.compactMap(FileNames.withinItsFolder) {
      try allow(path, .read, handled, O_NOFOLLOW, in: rules)
    }
    for path in SystemFolders.programs + executed {
      try allow(path, [.read, .execute], handled, in: rules)
    }
    for path in SystemFolders.data { try allow(path, .read, handled, in: rules) }
    for path in SystemFolders.devices { try allow(path, [.read, .write], handled, in: rules) }
    for path in written.map(FileNames.nearestExisting) {
      try allow(path, [.read, .write, .change], handled, in: rules)
    }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      // What the caller opened may also be opened by the name /dev/stdout. A pipe needs no rule, and a closed one gets none.
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      try check(
        cutaway_landlock_allow(
          rules, descriptor, handled & (Rights.read.union(.write)).onFiles.rawValue),
        "files")
    }
    try check(cutaway_landlock_restrict(rules), "files")
  }

  private func allow(
    _ path: String, _ rights: Rights, _ handled: UInt64, _ options: Int32 = 0, in rules: Int32
  ) throws(Failure) {
    // The system copies the path. What does not exist now can be read only after somebody else has made it.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | FileNames.pathOnly | options)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return }
    // A link that is not followed gives no access.
    if status.st_mode & S_IFMT == S_IFLNK { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    try check(
      cutaway_landlock_allow(
        rules, file, handled & (isFolder ? rights : rights.onFiles).rawValue),
      "access to '\(path)'")
  }
}

/// Rights of Landlock, by the bits of `linux/landlock.h`.
private struct Rights: OptionSet {
  let rawValue: UInt64

  /// The rights that the first version of Landlock knows, and those of later versions.
  static let ofVersion1: UInt64 = (1 << 13) - 1
  static let refer: UInt64 = 1 << 13
  static let truncate: UInt64 = 1 << 14

  static let execute = Rights(rawValue: 1 << 0)
  /// Reading of files and folders.
  static let read = Rights(rawValue: 1 << 2 | 1 << 3)
  /// Writing and truncating of files that exist.
  static let write = Rights(rawValue: 1 << 1 | 1 << 14)
  /// Making, moving and removing of files and folders.
  static let change = Rights(rawValue: 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 10 | 1 << 13)

  /// Those that a rule for a single file may have.
  var onFiles: Rights { intersection([.execute, .write, Rights(rawValue: 1 << 2)]) }
}

/// Parts of the file system that programs with GStreamer need.
private enum SystemFolders {
  static let programs = ["/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt"]
  /// Not `/etc` as a whole: it has secrets.
  static let data = [
    "/proc", "/sys", "/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/locale.alias", "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/hosts", "/etc/host.conf", "/etc/resolv.conf",
    "/etc/services",
    "/etc/ssl/certs", "/etc/timezone", "/var/cache/fontconfig",
  ]
  static let devices = [
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/dri",
    "/dev/shm",
  ]
}

/// Questions about files without a library.
enum FileNames {
  /// Opens a file only as a place in the file system (`O_PATH`, which Swift does not import).
  static let pathOnly: Int32 = 0o10000000

  /// The number of names in a folder.
  static func count(in folder: String) -> Int {
    guard let stream = unsafe opendir(folder) else { return 0 }
    defer { unsafe closedir(stream) }
    var count = 0
    // The system owns the entry. Two names are those of the folder itself and of its parent.
    while unsafe readdir(stream) != nil { count += 1 }
    return count - 2
  }

  /// The path of a file without links; `nil` if it leads out of the folder of its name, or does not exist.
  static func withinItsFolder(_ path: String) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    // What does not exist needs no access.
    guard let file = try? FileSystem.resolvedPath(path),
      let place = try? FileSystem.resolvedPath(folder)
    else { return nil }
    return file.hasPrefix(place.hasSuffix("/") ? place : place + "/") ? file : nil
  }

  /// A path, or the nearest folder above it that exists.
  static func nearestExisting(_ path: String) -> String {
    var path = path.isEmpty ? "." : path
    // The system copies the path.
    while unsafe access(path, F_OK) != 0 {
      guard let slash = path.lastIndex(of: "/") else { return "." }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return path
  }
}
