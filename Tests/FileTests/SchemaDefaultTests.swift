import CutawayFile
import Foundation
import Testing

/// The schema states the defaults of the reader.
struct SchemaDefaultTests {
  /// Where a key of a construct can be written: a definition of the schema, and a file with the key
  /// in place of `%`.
  private static let places = [
    ("render", base.replacing("{frameRate: 25}", with: "{%}")),
    ("export", base + "export: {%}"),
    ("track", base.replacing("{id: s,", with: "{id: s, %,")),
    ("layer", layer("%")), ("mix", base + "audioMix: [{track: s, %}]"),
  ]

  @Test(arguments: places)
  func `a key with its default has the effect of a missing key`(name: String, file: String) throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(CompositionSchema.json.utf8)) as? [String: Any])
    let definition = try #require((schema["$defs"] as? [String: [String: Any]])?[name])
    let keys = try #require(definition["properties"] as? [String: [String: Any]])
    let missing = try read(file.replacing("%, ", with: "").replacing("%", with: "")).yaml()
    var count = 0
    // The expanded file contains a pan if and only if the file does.
    for (key, schema) in keys where key != "pan" && key != "segments" {
      guard let value = schema["default"] else { continue }
      let json = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
      let stated = "\(key): \(String(decoding: json, as: UTF8.self))"
      #expect(try read(file.replacing("%", with: stated)).yaml() == missing, "\(stated)")
      count += 1
    }
    #expect(count > 0)
  }
}
