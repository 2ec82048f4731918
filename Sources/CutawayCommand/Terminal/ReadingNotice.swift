import CutawayMedia
import CutawaySystem
import Foundation

/// Shows on a terminal how far a long file without a table of packets has been read.
enum ReadingNotice {
  static func start() {
    let isQuiet = CommandLine.arguments.contains { ["-q", "--quiet"].contains($0) }
    guard StandardStream.error.isTerminal, !isQuiet else { return }
    MediaIndex.watchLongScans { progress in
      let line =
        "reading \((progress.path as NSString).lastPathComponent), which has no table of packets: "
        + "\(Int(progress.fraction * 100)) %"
      // The line of a long name would wrap, and not be overwritten.
      display(
        "\r" + (progress.fraction < 1 ? String(line.suffix(terminalWidth() - 1)) : "") + "\u{1B}[K")
    }
  }
}
