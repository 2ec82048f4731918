/// The JSON Schema of composition files, for editors that complete and check them.
///
/// The schema accepts exactly the files that have the shape of a composition. Only the reader can
/// check their meaning.
public enum CompositionSchema {
  /// The schema as text, in draft 2020-12.
  public static let json = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://cutaway.dev/schema/composition-1.json",
      "title": "Cutaway composition, version 1",
      "$comment": "The schema checks shapes only. `cutaway validate` also checks that names refer to \
    something, that ranges end after they start, that segments, entries and instructions do not \
    overlap, that times fit 64 bits, and that times in frames have a frame rate.",
      "type": "object",
      "required": ["cutaway"],
      "additionalProperties": false,
      "properties": {
        "cutaway": {"const": 1, "description": "The version of the format."},
        "render": {"$ref": "#/$defs/render"},
        "assets": {
          "description": "Media files, by the names that segments use.",
          "type": "object",
          "propertyNames": {"minLength": 1},
          "additionalProperties": {"$ref": "#/$defs/asset"}
        },
        "tracks": {"type": "array", "items": {"$ref": "#/$defs/track"}},
        "instructions": {
          "description": "Instructions in order of time, without overlaps.",
          "type": "array",
          "items": {"$ref": "#/$defs/instruction"}
        },
        "audioMix": {"type": "array", "items": {"$ref": "#/$defs/mix"}},
        "effects": {"$ref": "#/$defs/effects"},
        "markers": {
          "description": "Named times in ascending order, which an export writes as chapters.",
          "type": "array",
          "items": {
            "type": "object",
            "required": ["at", "title"],
            "additionalProperties": false,
            "properties": {
              "at": {"$ref": "#/$defs/time"},
              "title": {"$ref": "#/$defs/name"}
            }
          }
        },
        "export": {"$ref": "#/$defs/export"}
      },
      "$defs": {
    \(timeDefinitions),
    \(settingDefinitions),
    \(trackDefinitions),
    \(soundDefinitions),
    \(transformDefinitions),
    \(layerDefinitions)
      }
    }

    """

  /// The names as the elements of a JSON array.
  static func names(_ names: some Sequence<String>) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
