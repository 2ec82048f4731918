import CutawaySystem

/// A file, a pipe or standard input, of unknown length and speed.
struct InputFile {
  /// The path; `-` is standard input.
  let path: String

  /// The reason why the input cannot be read.
  struct Failure: Error {
    let message: String
  }

  /// The name in messages.
  var name: String { path == "-" ? "standard input" : path }

  /// Whether it is a stream, which has no folder.
  var isStream: Bool {
    path == "-" || ByteInput.isStream(path)
  }

  /// Reads the bytes from the start.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Returns: The bytes up to the end or the limit.
  /// - Throws: ``Failure``; `CancellationError`, because the other end of a pipe may never write.
  func bytes(upTo limit: Int) throws -> [UInt8] {
    do {
      let input = try path == "-" ? ByteInput.standard : ByteInput(path)
      var bytes: [UInt8] = []
      while bytes.count < limit {
        repeat { try Task.checkCancellation() } while !input.isReady(within: 100)
        guard let block = try input.read(upTo: min(65_536, limit - bytes.count)) else { continue }
        if block.isEmpty { break }
        bytes += block
      }
      return bytes
    } catch let error as SystemError {
      throw failure(error)
    }
  }

  /// Reads the bytes from the start, and reports why they cannot be read.
  ///
  /// - Throws: `ExitCode` after a message; `CancellationError`.
  func bytes(upTo limit: Int, telling tell: (String) -> Void) throws -> [UInt8] {
    do {
      return try bytes(upTo: limit)
    } catch let failure as Failure {
      tell("error: \(failure.message)")
      throw Exit.unreadableInput
    }
  }

  /// Reads the bytes of a text, and reports why they are none.
  ///
  /// - Parameters:
  ///   - purpose: What the option or argument expects, with its article.
  ///   - limit: The maximum number of bytes.
  ///   - tell: Receives the reason.
  /// - Returns: The bytes.
  /// - Throws: `ExitCode` after a message; `CancellationError`.
  func text(
    of purpose: String, upTo limit: Int, telling tell: (String) -> Void
  ) throws -> [UInt8] {
    let bytes = try bytes(upTo: limit, telling: tell)
    if let kind = mediaKind(of: bytes) {
      tell("error: '\(name)' is a media file (\(kind)), not \(purpose)")
      throw Exit.invalidComposition
    }
    return bytes
  }

  private func failure(_ error: SystemError) -> Failure {
    let name = path == "-" ? name : "'\(name)'"
    let message =
      switch error {
      case .missing, .notADirectory: "there is no file \(name)"
      case .isADirectory: "\(name) is a directory"
      case .permissionDenied: "there is no permission to read \(name)"
      default: "cannot read \(name): \(error.message)"
      }
    return Failure(message: message)
  }
}
