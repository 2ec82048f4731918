import CutawayFile
import CutawayImaging
import Foundation
import Testing

@Suite struct PublishedSchemaTests {
  @Test(arguments: [
    ("composition", CompositionSchema.json(filters: FilterEffect.all.map(\.name))),
    ("policy", PolicySchema.json),
  ])
  func `a schema in docs/ equals that of the reader`(name: String, schema: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/\(name).schema.json")
    if ProcessInfo.processInfo.environment["CUTAWAY_RECORD"] != nil {
      try Data((schema + "\n").utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == schema + "\n")
  }
}
