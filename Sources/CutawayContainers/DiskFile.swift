import CutawayDiagnostics
import Glibc

/// An open file with random access.
///
/// Failures are reported as ``ContainerError``.
struct DiskFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Opens a regular file.
  init(path: String, isWritable: Bool) throws(ContainerError) {
    // Opening a pipe would block otherwise.
    let file = unsafe open(path, (isWritable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw ContainerError(errno, isWritable ? .unwritable : .unreadable, path)
    }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw ContainerError(.unreadable, "'\(path)' is not a file")
    }
    descriptor = file
    self.path = path
  }

  deinit { close(descriptor) }

  /// The size in bytes.
  var size: Int {
    get throws(ContainerError) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else {
        throw ContainerError(errno, .unreadable, path)
      }
      return status.st_size
    }
  }

  /// Reads up to `count` bytes; fewer at the end of the file.
  func read(_ count: Int, at offset: Int) throws(ContainerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let length = unsafe bytes[done...].withUnsafeMutableBytes { buffer in
        unsafe pread(descriptor, buffer.baseAddress, buffer.count, offset + done)
      }
      if length < 0, errno == EINTR { continue }
      guard length >= 0 else { throw ContainerError(errno, .unreadable, path) }
      if length == 0 { break }
      done += length
    }
    if done < count { bytes.removeLast(count - done) }
    return bytes
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
    var done = 0
    while done < bytes.count {
      let length = unsafe bytes[done...].withUnsafeBytes { buffer in
        unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, offset + done)
      }
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { throw ContainerError(errno, .unwritable, path) }
      done += length
    }
  }

  func truncate(to size: Int) throws(ContainerError) {
    guard ftruncate(descriptor, size) == 0 else { throw ContainerError(errno, .unwritable, path) }
  }

  /// Extends the file and allocates the space on disk, so that later writes there find room.
  ///
  /// If this fails, the file stays unchanged.
  func grow(from size: Int, by length: Int) throws(ContainerError) {
    let failure = posix_fallocate(descriptor, size, length)
    if failure == ENOSPC || failure == EDQUOT || failure == EFBIG || failure == EIO {
      try truncate(to: size)
      throw ContainerError(failure, .unwritable, path)
    }
  }
}

extension ContainerError {
  fileprivate init(_ number: Int32, _ code: Code, _ path: String) {
    let code: Code =
      switch number {
      case ENOSPC, EDQUOT: .noSpaceLeft
      case EIO: .diskFailed
      default: code
      }
    self.init(
      code,
      "cannot \(code == .unreadable ? "read" : "write") '\(path)': "
        + (unsafe String(cString: strerror(number))))
  }
}
