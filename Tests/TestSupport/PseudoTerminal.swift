import Foundation
import Glibc
import Synchronization

/// A terminal that a program is made to believe in, and what the program has written to it.
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

  /// What the system says against it.
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

  /// The side that a program writes to; what comes is read from now on.
  func open() -> FileHandle {
    reader.async { [self] in
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = unsafe read(ourSide, &bytes, bytes.count)
        // An error says that nobody has the other side open any more.
        if count <= 0 { break }
        written.withLock { $0.append(contentsOf: bytes.prefix(count)) }
      }
    }
    return programSide
  }

  /// What has been written so far.
  public var contentsSoFar: String { String(decoding: written.withLock { $0 }, as: UTF8.self) }

  /// How the terminal treats what is typed and what is written: the flags that programs change.
  public func modes() throws(Failure) -> [UInt32] {
    var settings = termios()
    guard unsafe tcgetattr(ourSide, &settings) == 0 else {
      throw Failure(description: "no settings: \(unsafe String(cString: strerror(errno)))")
    }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
  }

  /// All that has been written, once the program has ended.
  public func contents() -> String {
    reader.sync {}
    return String(decoding: written.withLock { $0 }, as: UTF8.self)
  }
}
