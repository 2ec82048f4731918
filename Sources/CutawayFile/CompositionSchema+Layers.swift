import CutawayModel

extension CompositionSchema {
  static let transformDefinitions = #"""
        "matrix": {
          "description": "[a, b, c, d, tx, ty]",
          "type": "array",
          "items": {"type": "number"},
          "minItems": 6,
          "maxItems": 6
        },
        "pair": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "transformWord": {"enum": [\#(names(LayerTransform.Base.allCases.map(\.rawValue)))]},
        "step": {
          "anyOf": [
            {
              "type": "object",
              "required": ["scale"],
              "additionalProperties": false,
              "properties": {
                "scale": {"anyOf": [{"type": "number"}, {"$ref": "#/$defs/pair"}]},
                "about": {"$ref": "#/$defs/pair"}
              }
            },
            {
              "type": "object",
              "required": ["rotate"],
              "additionalProperties": false,
              "properties": {
                "rotate": {"description": "Degrees, clockwise.", "type": "number"},
                "about": {"$ref": "#/$defs/pair"}
              }
            },
            {
              "type": "object",
              "required": ["translate"],
              "additionalProperties": false,
              "properties": {"translate": {"$ref": "#/$defs/pair"}}
            },
            {
              "type": "object",
              "required": ["matrix"],
              "additionalProperties": false,
              "properties": {"matrix": {"$ref": "#/$defs/matrix"}}
            }
          ]
        },
        "transform": {
          "anyOf": [
            {"$ref": "#/$defs/transformWord"},
            {"$ref": "#/$defs/matrix"},
            {
              "description": "Steps applied in order; the first may be a word.",
              "type": "array",
              "prefixItems": [
                {"anyOf": [{"$ref": "#/$defs/transformWord"}, {"$ref": "#/$defs/step"}]}
              ],
              "items": {"$ref": "#/$defs/step"},
              "minItems": 1
            }
          ]
        },
        "easing": {
          "anyOf": [
            {"enum": [\#(names(Easing.named.map(\.name)))]},
            {
              "description": "[x1, y1, x2, y2], as in CSS.",
              "type": "array",
              "prefixItems": [
                {"type": "number", "minimum": 0, "maximum": 1}, {"type": "number"},
                {"type": "number", "minimum": 0, "maximum": 1}, {"type": "number"}
              ],
              "minItems": 4,
              "maxItems": 4
            }
          ]
        }
    """#

  static let layerDefinitions = [
    animated("Opacity", #"{"type": "number", "minimum": 0, "maximum": 1}"#),
    animated("Volume", ##"{"$ref": "#/$defs/gain"}"##),
    animated(
      "Pan",
      #"{"description": "-1 left, 1 right.", "type": "number", "minimum": -1, "maximum": 1}"#),
    animated(
      "Crop",
      """
      {
              "description": "[x, y, width, height] in the pixels of the source.",
              "type": "array",
              "prefixItems": [
                {"type": "number"}, {"type": "number"},
                {"type": "number", "minimum": 0}, {"type": "number", "minimum": 0}
              ],
              "minItems": 4,
              "maxItems": 4
            }
      """),
    animated(
      "Transform", ##"{"$ref": "#/$defs/transform"}"##,
      ramp: """
        ,
                      "interpolation": {"enum": ["componentwise", "decomposed"]},
                      "turns": {"type": "integer", "minimum": -1000, "maximum": 1000}
        """,
      rule: """
        ,
                    "dependentSchemas": {
                      "turns": {
                        "required": ["interpolation"],
                        "properties": {"interpolation": {"const": "decomposed"}}
                      }
                    }
        """),
  ].joined(separator: ",\n")

  /// The schema of a value of a type, or of a list of its instants and ramps.
  private static func animated(
    _ name: String, _ value: String, ramp: String = "", rule: String = ""
  ) -> String {
    #"""
        "animated\#(name)": {
          "anyOf": [
            \#(value),
            {
              "type": "array",
              "minItems": 1,
              "items": {
                "anyOf": [
                  {
                    "type": "object",
                    "required": ["at", "value"],
                    "additionalProperties": false,
                    "properties": {
                      "at": {"$ref": "#/$defs/time"},
                      "value": \#(value)
                    }
                  },
                  {
                    "type": "object",
                    "required": ["range", "from", "to"],
                    "additionalProperties": false,
                    "properties": {
                      "range": {"$ref": "#/$defs/range"},
                      "from": \#(value),
                      "to": \#(value),
                      "easing": {"$ref": "#/$defs/easing"}\#(ramp)
                    }\#(rule)
                  }
                ]
              }
            }
          ]
        }
    """#
  }
}
