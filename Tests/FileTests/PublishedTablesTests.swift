import CutawayFile
import Foundation
import Testing

@Suite struct PublishedTablesTests {
  @Test(arguments: ["composition-file", "servers"])
  func `the tables of keys in docs/ equal those of the reader`(name: String) throws {
    let page = try Page(name)
    var text = page.text
    for table in name == "servers" ? CompositionTables.policy : CompositionTables.all {
      let start = "<!-- keys: \(table.name) -->\n"
      let parts = text.components(separatedBy: start)
      try #require(parts.count == 2, "the page needs one \(start)")
      let end = try #require(parts[1].range(of: "<!-- end -->"))
      text = parts[0] + start + table.text + parts[1][end.lowerBound...]
    }
    if ProcessInfo.processInfo.environment["CUTAWAY_RECORD"] != nil {
      try Data(text.utf8).write(to: page.url)
    }
    #expect(try Page(name).text == text)
  }

  @Test func `the page has no table without a construct, and no link without a heading`() throws {
    let text = try Page("composition-file").text
    let names = text.matches(of: /<!-- keys: (\w+) -->/).map { String($0.1) }
    #expect(names.sorted() == CompositionTables.all.map(\.name).sorted())
    let headings = text.matches(of: /(?m)^#+ (.*)$/).map { $0.1.lowercased() }
    for link in text.matches(of: /\]\(#(\w+)\)/) {
      #expect(headings.contains(String(link.1)), "\(link.1)")
    }
  }
}

private struct Page {
  let url: URL
  let text: String

  init(_ name: String) throws {
    url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/\(name).md")
    text = try String(contentsOf: url, encoding: .utf8)
  }
}
