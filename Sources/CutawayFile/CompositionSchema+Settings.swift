import CutawayModel

extension CompositionSchema {
  static let timeDefinitions = #"""
        "time": {
          "description": "Seconds, \"1/30\", \"1500ms\", \"00:01:02.500\", or output frames, \"45f\".",
          "anyOf": [
            {"type": "number", "minimum": 0, "maximum": 1000000000},
            {
              "type": "string",
              "anyOf": [
                {"pattern": "^[0-9]+(\\.[0-9]+)?(ms)?$"},
                {"pattern": "^[0-9]+/0*[1-9][0-9]*$"},
                {"pattern": "^([0-9]+:)?[0-5]?[0-9]:[0-5]?[0-9](\\.[0-9]+)?$"},
                {"pattern": "^[0-9]+f$"}
              ]
            }
          ]
        },
        "fraction": {"type": "string", "pattern": "^[0-9]+/0*[1-9][0-9]*$"},
        "range": {
          "description": "A time range that includes its start, but not its end.",
          "anyOf": [
            {"type": "array", "items": {"$ref": "#/$defs/time"}, "minItems": 2, "maxItems": 2},
            {
              "type": "object",
              "required": ["start", "duration"],
              "additionalProperties": false,
              "properties": {
                "start": {"$ref": "#/$defs/time"}, "duration": {"$ref": "#/$defs/time"}
              }
            },
            {
              "type": "object",
              "required": ["start", "end"],
              "additionalProperties": false,
              "properties": {"start": {"$ref": "#/$defs/time"}, "end": {"$ref": "#/$defs/time"}}
            }
          ]
        },
        "name": {"type": "string", "minLength": 1}
    """#

  static let settingDefinitions = #"""
        "color": {
          "description": "\"#rgb\", \"#rrggbb\", \"#rrggbbaa\" or a CSS colour name.",
          "anyOf": [
            {"type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"},
            {"enum": [\#(names(ColorNames.all.keys.sorted()))]}
          ]
        },
        "render": {
          "type": "object",
          "additionalProperties": false,
          "not": {"required": ["frameRate", "frameDuration"]},
          "properties": {
            "size": {
              "description": "Width and height in pixels.",
              "type": "array",
              "items": {"type": "integer", "minimum": 1, "maximum": 16384},
              "minItems": 2,
              "maxItems": 2
            },
            "frameRate": {
              "description": "Frames per second; 29.97 is 30000/1001.",
              "anyOf": [
                {"type": "number", "minimum": 0.001, "maximum": 1000}, {"$ref": "#/$defs/fraction"}
              ]
            },
            "frameDuration": {
              "description": "Seconds per frame.",
              "anyOf": [
                {"type": "number", "minimum": 0.001, "maximum": 1000}, {"$ref": "#/$defs/fraction"}
              ]
            },
            "scale": {
              "description": "The factor by which the output size is multiplied.",
              "anyOf": [
                {"type": "number", "minimum": 0.001, "maximum": 8}, {"$ref": "#/$defs/fraction"}
              ]
            },
            "background": {"$ref": "#/$defs/color"},
            "sampleRate": {"type": "integer", "minimum": 8000, "maximum": 192000},
            "channels": {"type": "integer", "minimum": 1, "maximum": 8}
          }
        },
        "asset": {
          "description": "A path relative to the file, or a URI.",
          "anyOf": [
            {"$ref": "#/$defs/name"},
            {
              "type": "object",
              "required": ["uri"],
              "additionalProperties": false,
              "properties": {
                "uri": {"$ref": "#/$defs/name"},
                "colorimetry": {
                  "description": "The colours of its video. It overrides what the file states.",
                  "enum": [\#(names(Asset.Colorimetry.allCases.map(\.rawValue)))]
                }
              }
            }
          ]
        },
        "export": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "fileType": {"enum": [\#(names(Reader.fileTypes))]},
            "preset": {"enum": [\#(names(Reader.presets))]},
            "optimizeForNetworkUse": {"type": "boolean"},
            "metadata": {
              "type": "object",
              "propertyNames": {"minLength": 1},
              "additionalProperties": {"type": "string"}
            },
            "loudness": {"$ref": "#/$defs/loudness"}
          }
        }
    """#
}
