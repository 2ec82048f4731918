import Glibc

/// A failed call of the operating system.
package struct SystemError: Error, Hashable {
  /// The value of `errno`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of the call that has just failed.
  static var last: SystemError { SystemError(code: errno) }

  /// The system's message, in the language of the process.
  package var message: String {
    // `strerror` returns a valid string for every number; the text is copied at once.
    unsafe String(cString: strerror(code))
  }

  /// All errors that the system defines.
  package static var all: some Sequence<SystemError> { (1..<134).lazy.map(SystemError.init) }
}

extension SystemError {
  /// The file exists already.
  package static let exists = SystemError(code: EEXIST)
  /// There is no such file.
  package static let missing = SystemError(code: ENOENT)
  /// A part of the path is not a directory.
  package static let notADirectory = SystemError(code: ENOTDIR)
  /// The file is a directory.
  package static let isADirectory = SystemError(code: EISDIR)
  /// A name in the path is too long.
  package static let nameTooLong = SystemError(code: ENAMETOOLONG)
  /// The permissions do not allow the access.
  package static let permissionDenied = SystemError(code: EACCES)
  /// A pipe has no reader.
  package static let withoutReader = SystemError(code: ENXIO)
  /// The disk is full.
  package static let noSpaceLeft = SystemError(code: ENOSPC)
  /// The user's quota is exhausted.
  package static let quotaExceeded = SystemError(code: EDQUOT)
  /// The file would exceed the limit of the process or of the file system.
  package static let fileTooLarge = SystemError(code: EFBIG)
  /// The disk reported an I/O error.
  package static let diskFailed = SystemError(code: EIO)
  /// Nobody reads the pipe any more.
  package static let brokenPipe = SystemError(code: EPIPE)
  /// The other end of a connection did not react in time.
  package static let timedOut = SystemError(code: ETIMEDOUT)
  /// Another program uses the network address.
  package static let addressInUse = SystemError(code: EADDRINUSE)
  /// This machine does not have the network address.
  package static let addressNotAvailable = SystemError(code: EADDRNOTAVAIL)
}

/// Turns the result of a call into an error if it is negative.
@discardableResult func check(_ result: Int32) throws(SystemError) -> Int32 {
  if result < 0 { throw .last }
  return result
}
