import CutawayFile
import Foundation
import Testing

@Suite struct PublishedSchemaTests {
  @Test func `the schema in docs/ equals that of the reader`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/composition.schema.json")
    if ProcessInfo.processInfo.environment["CUTAWAY_RECORD"] != nil {
      try Data((CompositionSchema.json + "\n").utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == CompositionSchema.json + "\n")
  }
}
