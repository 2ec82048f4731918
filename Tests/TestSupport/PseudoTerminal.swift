import Foundation
import Glibc
import Synchronization

/// A pseudo terminal for a program, and the program's output.
///
/// ```swift
/// let terminal = try PseudoTerminal(columns: 40)
/// try await ChildProcess("top", ["-b", "-n1"], terminal: terminal).run()
/// print(terminal.contents())
/// ```
public final class PseudoTerminal: Sendable {
  private let ourSide: Int32
  private let programSide: FileHandle
  private let written = Mutex(Data())
  private let reader = DispatchQueue(label: "terminal")

  /// The error of the system.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public init(columns: Int, rows: Int = 24) throws(Failure) {
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe openpty(&ours, &theirs, nil, nil, &size) == 0 else {
      throw Failure(description: "no terminal: \(unsafe String(cString: strerror(errno)))")
    }
    for file in [ours, theirs] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    ourSide = ours
    programSide = FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
  }

  deinit { close(ourSide) }

  /// The side that a program writes to.
  ///
  /// Reading starts with this call.
  func open() -> FileHandle {
    reader.async { [self] in
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = unsafe read(ourSide, &bytes, bytes.count)
        // An error means that no process has the other side open.
        if count <= 0 { break }
        written.withLock { $0.append(contentsOf: bytes.prefix(count)) }
      }
    }
    return programSide
  }

  /// The output so far.
  public var contentsSoFar: String { String(decoding: written.withLock { $0 }, as: UTF8.self) }

  /// The terminal's flags for input and output, which programs change.
  public func modes() throws(Failure) -> [UInt32] {
    var settings = termios()
    guard unsafe tcgetattr(ourSide, &settings) == 0 else {
      throw Failure(description: "no settings: \(unsafe String(cString: strerror(errno)))")
    }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
  }

  /// The whole output, after the program has ended.
  public func contents() -> String {
    reader.sync {}
    return String(decoding: written.withLock { $0 }, as: UTF8.self)
  }
}
