import Foundation
import Testing

/// The page that says how each symbol behaves follows from ``statusTable``.
@Suite struct StatusPageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/avfoundation-status.md")

  private static var text: String {
    var lines = [
      "# Status of Apple's names", "",
      "`Tests/AVFoundationTests/StatusTable.swift` defines this page. Rules are those of Apple's documentation; the tests in",
      "`Tests/AVFoundationTests`, `Tests/QuartzCoreTests` and `Tests/CoreMediaTests` have their numbers. Cutaway reports",
      "each symbol that it accepts without effect once in a process, through swift-log.", "",
      "[Moving an editor to Linux](../Sources/Cutaway/Cutaway.docc/MovingAnEditorToLinux.md) shows how a program uses",
      "the modules.",
    ]
    for (module, rows) in statusTable {
      lines += [
        "", "## \(module)", "", "| symbols | status | rules | |", "| --- | --- | --- | --- |",
      ]
      lines += rows.map { "| \($0.symbols) | \($0.status.rawValue) | \($0.rules) | \($0.note) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func `Published: the page of Apple's names lists the rows of the table`() throws {
    if ProcessInfo.processInfo.environment["CUTAWAY_RECORD"] == "1" {
      try Self.text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: Self.page, encoding: .utf8) == Self.text)
  }

  @Test func `what differs or is missing says how`() {
    for row in statusTable.flatMap(\.rows) where [.differs, .unavailable].contains(row.status) {
      #expect(!row.note.isEmpty || !row.rules.isEmpty, "\(row.symbols)")
    }
  }
}
