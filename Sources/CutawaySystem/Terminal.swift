import Glibc

/// The terminal of this process.
package enum Terminal {
  /// The width in columns of the terminal that shows standard error; `nil` if it has none.
  package static var width: Int? {
    var size = winsize()
    // The system fills the structure, which outlives the call.
    let result = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }
}

/// Single keys from the terminal at standard input, which shows none of them.
///
/// If standard input is not a terminal, nothing changes.
package struct TerminalKeys: Sendable {
  private let saved: termios?

  /// Changes the settings of the terminal.
  package init() {
    var settings = termios()
    // The system fills the structure, which outlives the call.
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
      saved = nil
      return
    }
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // The system copies the settings. If it fails, keys arrive with the next line feed.
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Restores the settings.
  package func restore() {
    guard var settings = saved else { return }
    // The system copies the settings. A terminal that has gone has none.
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }
}
