import CutawayModel

extension CompositionSchema {
  static let trackDefinitions = #"""
        "track": {
          "type": "object",
          "required": ["id", "type"],
          "additionalProperties": false,
          "properties": {
            "id": {"$ref": "#/$defs/name"},
            "type": {"enum": [\#(names(Track.MediaType.allCases.map(\.rawValue)))]},
            "segments": {"type": "array", "items": {"$ref": "#/$defs/segment"}},
            "effects": {"$ref": "#/$defs/effects"},
            "language": {
              "description": "A BCP 47 tag such as de or pt-BR.",
              "type": "string",
              "pattern": "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
            },
            "volume": {"$ref": "#/$defs/gain"},
            "declick": {
              "$ref": "#/$defs/time",
              "description": "Duration of the fade at each cut that suppresses clicks; default 0."
            }
          }
        },
        "segment": {
          "anyOf": [
            {
              "description": "A gap of this duration.",
              "type": "object",
              "required": ["empty"],
              "additionalProperties": false,
              "properties": {"empty": {"$ref": "#/$defs/time"}}
            },
            {
              "description": "A part of an asset.",
              "type": "object",
              "required": ["asset"],
              "anyOf": [{"required": ["source"]}, {"required": ["duration"]}],
              "additionalProperties": false,
              "properties": {
                "asset": {"$ref": "#/$defs/name"},
                "source": {"$ref": "#/$defs/range", "description": "The source range."},
                "at": {
                  "$ref": "#/$defs/time",
                  "description": "Start in the track; by default the end of the previous segment."
                },
                "duration": {
                  "$ref": "#/$defs/time",
                  "description": "Duration in the track; by default that of the source range."
                },
                "track": {
                  "description": "The index among the asset's tracks of this type, from 0.",
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 1000
                },
                "pitch": {"enum": [\#(names(Segment.Pitch.allCases.map(\.rawValue)))]},
                "fadeIn": {"$ref": "#/$defs/fade"},
                "fadeOut": {"$ref": "#/$defs/fade"},
                "loop": {
                  "description": "How often to play the source range; true fills the duration.",
                  "anyOf": [
                    {"const": true},
                    {"type": "integer", "minimum": 2, "maximum": \#(SegmentLoop.limit)}
                  ]
                }
              },
              "dependentSchemas": {
                "loop": {
                  "required": ["source"],
                  "anyOf": [
                    {"properties": {"loop": {"type": "integer"}}}, {"required": ["duration"]}
                  ]
                }
              }
            }
          ]
        },
        "effects": {
          "type": "array",
          "items": {
            "description": "A GStreamer filter and its properties.",
            "type": "object",
            "required": ["element"],
            "properties": {"element": {"$ref": "#/$defs/name"}},
            "additionalProperties": {"type": ["boolean", "number", "string"]}
          }
        },
        "instruction": {
          "type": "object",
          "required": ["range"],
          "additionalProperties": false,
          "properties": {
            "range": {"$ref": "#/$defs/range"},
            "background": {"$ref": "#/$defs/color"},
            "layers": {
              "description": "Topmost first.",
              "type": "array",
              "items": {"$ref": "#/$defs/layer"}
            }
          }
        },
        "layer": {
          "type": "object",
          "required": ["track"],
          "additionalProperties": false,
          "properties": {
            "track": {"$ref": "#/$defs/name"},
            "transform": {"$ref": "#/$defs/animatedTransform"},
            "opacity": {"$ref": "#/$defs/animatedOpacity"},
            "crop": {"$ref": "#/$defs/animatedCrop"},
            "effects": {"$ref": "#/$defs/effects"}
          }
        }
    """#
}
