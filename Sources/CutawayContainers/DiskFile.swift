import CutawayDiagnostics
import CutawaySystem

/// An open file with random access.
///
/// Failures are reported as ``ContainerError``.
struct DiskFile: ~Copyable {
  private let file: OpenFile
  private let path: String

  /// Opens a regular file.
  init(path: String, isWritable: Bool) throws(ContainerError) {
    // The program that writes into a pipe would notice that it is opened and closed.
    if let status = try? FileStatus(of: path, followingLink: true), status.kind != .regular {
      throw ContainerError(.unreadable, "'\(path)' is not a file")
    }
    // Another file may have taken its place; opening a pipe would wait.
    let file = try reporting(isWritable ? .unwritable : .unreadable, path) {
      () throws(SystemError) in
      try OpenFile(path, for: isWritable ? .both : .reading, .withoutWaiting)
    }
    // Without a status, it is no file, either.
    guard (try? file.status.kind) == .regular else {
      throw ContainerError(.unreadable, "'\(path)' is not a file")
    }
    self.file = file
    self.path = path
  }

  /// The size in bytes.
  var size: Int {
    get throws(ContainerError) {
      try reporting(.unreadable, path) { () throws(SystemError) in Int(try file.status.size) }
    }
  }

  /// Reads up to `count` bytes; fewer at the end of the file.
  func read(_ count: Int, at offset: Int) throws(ContainerError) -> [UInt8] {
    try reporting(.unreadable, path) { () throws(SystemError) in
      try file.read(count, at: Int64(offset))
    }
  }

  /// Reads exactly `count` bytes.
  func readAll(_ count: Int, at offset: Int) throws(ContainerError) -> [UInt8] {
    let bytes = try read(count, at: offset)
    guard bytes.count == count else {
      throw ContainerError(.unreadable, "'\(path)' became shorter while it was read")
    }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(ContainerError) {
    try reporting(.unwritable, path) { () throws(SystemError) in
      try file.write(bytes, at: Int64(offset))
    }
  }

  func truncate(to size: Int) throws(ContainerError) {
    try reporting(.unwritable, path) { () throws(SystemError) in try file.resize(to: Int64(size)) }
  }

  /// Extends the file and allocates the space on disk, so that later writes there find room.
  ///
  /// If this fails, the file stays unchanged.
  func grow(from size: Int, by length: Int) throws(ContainerError) {
    do throws(SystemError) {
      try file.allocate(Int64(length), at: Int64(size))
    } catch {
      // A file system that cannot allocate may still write.
      let fatal: [SystemError] = [.noSpaceLeft, .quotaExceeded, .fileTooLarge, .diskFailed]
      guard fatal.contains(error) else { return }
      try truncate(to: size)
      throw ContainerError(error, .unwritable, path)
    }
  }
}

/// Runs `body`, and reports its errors with the path.
private func reporting<Result: ~Copyable>(
  _ code: ContainerErrorCode, _ path: String, _ body: () throws(SystemError) -> Result
) throws(ContainerError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw ContainerError(error, code, path)
  }
}

extension ContainerError {
  fileprivate init(_ error: SystemError, _ code: Code, _ path: String) {
    let code: Code =
      switch error {
      case .noSpaceLeft, .quotaExceeded: .noSpaceLeft
      case .diskFailed: .diskFailed
      default: code
      }
    self.init(
      code, "cannot \(code == .unreadable ? "read" : "write") '\(path)': \(error.message)")
  }
}
