import CutawayQuirks
import Foundation
import Testing

/// The work-arounds, their files, their tests, and the page that lists them.
@Suite struct QuirkPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files in a folder of the project.
  private static func files(in folder: String) -> [URL] {
    let all = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (all?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
  }

  /// The rows of the page by the name of the work-around: versions, whether it asks, and its test.
  private static var rows: [String: [String]] {
    get throws {
      let page = try String(
        contentsOf: root.appending(path: "docs/gstreamer-versions.md"), encoding: .utf8)
      let rows = page.split(separator: "\n").compactMap { line -> (String, [String])? in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 9, cells[1].hasPrefix("`"), cells[1].hasSuffix("`") else { return nil }
        return (cells[1].trimmingCharacters(in: ["`"]), Array(cells[2..<8]))
      }
      return Dictionary(rows) { first, _ in first }
    }
  }

  @Test func `each file in a folder Quirks declares one work-around, with its name`() {
    let names = Self.files(in: "Sources").filter { $0.pathComponents.contains("Quirks") }
      .map { $0.deletingPathExtension().lastPathComponent }
    #expect(names.sorted() == Quirk.all.map(\.name).sorted())
  }

  @Test func `the page lists each work-around, and nothing else`() throws {
    #expect(try Self.rows.keys.sorted() == Quirk.all.map(\.name).sorted())
  }

  @Test(arguments: Quirk.all)
  func `a row of the page states fault, versions, use and test`(quirk: Quirk) throws {
    let row = try #require(try Self.rows[quirk.name])
    #expect(row[0] == quirk.fault)
    #expect(row[1] == quirk.versions.map { "`\($0)`" }.joined(separator: ", "))
    #expect(row[2] == use(of: quirk))
    #expect(row[5] == quirk.test ?? "–")
  }

  private func use(of quirk: Quirk) -> String {
    if let kept = quirk.kept { return "always: \(kept)" }
    return quirk.versions == [.all] ? "always" : "where needed"
  }

  @Test func `the test of each work-around exists`() throws {
    let sources = try Self.files(in: "Tests").map { try String(contentsOf: $0, encoding: .utf8) }
      .joined()
    for quirk in Quirk.all {
      guard let test = quirk.test else { continue }
      #expect(sources.contains("func `\(test)`("), "\(quirk.name)")
    }
  }
}

extension Quirk: CustomTestStringConvertible {
  public var testDescription: String { name }
}
