import CutawayModel

extension CompositionSchema {
  static let soundDefinitions = #"""
        "gain": {
          "description": "A gain, linear or in decibels.",
          "anyOf": [
            {"type": "number", "minimum": 0},
            {"type": "string", "pattern": "^[+-]?[0-9]{1,3}(\\.[0-9]{1,9})? ?dB$"}
          ]
        },
        "loweringGain": {
          "description": "A gain from 0 to 1, or in decibels up to 0.",
          "anyOf": [
            {"type": "number", "minimum": 0, "maximum": 1},
            {
              "type": "string",
              "pattern": "^(-[0-9]{1,3}(\\.[0-9]{1,9})?|\\+?0{1,3}(\\.0{1,9})?) ?dB$"
            }
          ]
        },
        "fade": {
          "description": "A fade of sound: a duration, or a duration with an easing.",
          "anyOf": [
            {"$ref": "#/$defs/time"},
            {
              "type": "object",
              "required": ["duration"],
              "additionalProperties": false,
              "properties": {
                "duration": {"$ref": "#/$defs/time"}, "easing": {"$ref": "#/$defs/easing"}
              }
            }
          ]
        },
        "loudness": {
          "description": "The integrated loudness of the output in LUFS (EBU R 128).",
          "anyOf": [
            {"type": "number", "minimum": -70, "maximum": -5},
            {
              "type": "string",
              "pattern": "^-((0?[5-9]|[1-6][0-9])(\\.[0-9]{1,9})?|70(\\.0{1,9})?) ?LUFS$"
            }
          ]
        },
        "mix": {
          "type": "object",
          "required": ["track"],
          "additionalProperties": false,
          "properties": {
            "track": {"$ref": "#/$defs/name"},
            "volume": {"$ref": "#/$defs/animatedVolume"},
            "pan": {"$ref": "#/$defs/animatedPan"},
            "mute": {"type": "boolean"},
            "solo": {"description": "Mutes all tracks that are not solo.", "type": "boolean"},
            "duck": {
              "description": "Lowers the track while another track sounds.",
              "type": "object",
              "required": ["under"],
              "additionalProperties": false,
              "properties": {
                "under": {"$ref": "#/$defs/name"},
                "by": {"$ref": "#/$defs/loweringGain"},
                "attack": {"$ref": "#/$defs/time"},
                "release": {"$ref": "#/$defs/time"},
                "threshold": {"$ref": "#/$defs/loweringGain"}
              }
            }
          }
        }
    """#
}
