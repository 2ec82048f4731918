import Glibc

/// A file, a pipe or standard input, from which bytes are read in order.
package struct ByteInput: ~Copyable {
  private let file: OpenFile?
  private let descriptor: Int32

  /// Opens a file without waiting for the other end of a pipe.
  package init(_ path: String) throws(SystemError) {
    let file = try OpenFile(path, for: .reading, .withoutWaiting)
    descriptor = file.descriptor
    self.file = consume file
  }

  /// An open file, which the caller keeps open meanwhile, and closes.
  package init(descriptor: Int32) {
    file = nil
    self.descriptor = descriptor
  }

  /// Standard input, which is not closed.
  package static var standard: ByteInput {
    ByteInput(descriptor: StandardStream.input.descriptor)
  }

  /// Waits until there are bytes, the end or an error.
  ///
  /// - Parameter milliseconds: How long to wait; `nil` for any time.
  /// - Returns: False if the time passes before.
  package func isReady(within milliseconds: Int32?) -> Bool {
    CutawaySystem.isReady(descriptor, for: POLLIN, milliseconds: milliseconds ?? -1)
  }

  /// Reads what there is, up to `limit` bytes.
  ///
  /// - Returns: The bytes, none at the end; `nil` if a pipe has none at present, or a signal
  ///   interrupted the call.
  package func read(upTo limit: Int) throws(SystemError) -> [UInt8]? {
    try readSome(limit, from: descriptor)
  }

  /// Whether a path names an open file of this process instead of a file in a folder.
  package static func isStream(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }
}
