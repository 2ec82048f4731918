/// The JSON Schema of composition files, for editors that complete and check them.
///
/// The schema accepts exactly the files that have the shape of a composition. Only the reader can
/// check their meaning.
public enum CompositionSchema {
  /// The schema as text, in draft 2020-12.
  public static let json: String = {
    let composition = Constructs.composition.schema
    var definitions = Definitions()
    definitions.collect(from: composition)
    let head: [JSON.Member] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("$id", "https://cutaway.dev/schema/composition-1.json"),
      ("title", "Cutaway composition, version 1"),
      (
        "$comment",
        """
        The schema checks shapes only. `cutaway validate` also checks that names refer to \
        something, that ranges end after they start, that segments, entries and instructions do not \
        overlap, that times fit 64 bits, and that times in frames have a frame rate.
        """
      ),
    ]
    let all = head + composition.members + [("$defs", .object(definitions.members))]
    return JSON.object(all).text()
  }()
}

/// The values that the references in a schema refer to, in the order of the first references.
private struct Definitions {
  var members: [JSON.Member] = []

  mutating func collect(from schema: JSON) {
    switch schema {
    case .literal, .text: break
    case .list(let values): for value in values { collect(from: value) }
    case .object(let object): for member in object { collect(from: member.value) }
    case .reference(let name, let value, _):
      if members.contains(where: { $0.key == name }) { return }
      members.append((name, value))
      collect(from: value)
    }
  }
}
