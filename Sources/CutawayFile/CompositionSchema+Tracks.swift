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
              "description": "How long sound takes to go and come again at a cut; 0 by default."
            }
          }
        },
        "segment": {
          "anyOf": [
            {
              "description": "Nothing, for a time.",
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
                "source": {"$ref": "#/$defs/range", "description": "The part of the asset."},
                "at": {"$ref": "#/$defs/time", "description": "By default after the one before."},
                "duration": {"$ref": "#/$defs/time", "description": "By default the source's."},
                "track": {
                  "description": "Which of the asset's tracks of this type, from 0.",
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 1000
                },
                "pitch": {"enum": [\#(names(Segment.Pitch.allCases.map(\.rawValue)))]},
                "fadeIn": {"$ref": "#/$defs/fade"},
                "fadeOut": {"$ref": "#/$defs/fade"},
                "loop": {
                  "description": "How many times, or true: as often as it takes for the duration.",
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
