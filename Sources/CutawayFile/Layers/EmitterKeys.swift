import CutawayModel
import CutawayOverlays
import CutawayTime

extension Constructs {
  static let emitter = Construct<LayerEmitter>(
    "emitter", as: "'emitter'", blank: LayerEmitter(cells: []),
    fields: [
      Field(
        "shape", \.shape, .word(as: "shape of an emitter"), .implied,
        "Where particles are born: in the centre of the layer, from its left to its right edge at half the height, or anywhere in its area or in the ellipse in it."
      ),
      Field(
        "cells", \.cells, .list(of: .map(cell).defined(as: "cell"), "cells"), .required,
        "The kinds of particles; later ones lie above."),
      Field(
        "seed", \.seed, .integer("a seed", in: 0...1_000_000), .implied,
        "What the random values depend on."),
    ])

  static let cell = Construct<LayerEmitter.Cell>(
    "cell", as: "a cell",
    blank: LayerEmitter.Cell(OverlayLayer(), rate: 1, lifetime: 1...1),
    fields: [
      Field(
        "layer", \.layer, .innerLayer, .required,
        "What each particle shows, about its anchor point. Its clock starts at the birth."),
      Field(
        "rate", \.rate, .number("a rate from 0.001 to 10000", in: 0.001...10_000), .required,
        "How many particles are born per second."),
      Field(
        "range", \.range, .range, .implied(as: "always"),
        "When particles are born, in the clock of the emitter's layer."),
      Field(
        "lifetime", \.lifetime, .spread("a duration in seconds", in: 0...3_600), .required,
        "How long a particle exists, in seconds."),
      Field(
        "velocity", \.velocity, .spread("a velocity", in: -100_000...100_000), .implied,
        "The speed at the birth, in pixels per second."),
      Field(
        "direction", \.direction, .spread("degrees", in: -100_000...100_000), .implied,
        "Where a particle moves at its birth, in degrees clockwise; 0 is to the right, 90 down."),
      Field(
        "acceleration", \.acceleration, .point, .implied,
        "The change of the velocity in each second; `[0, 400]` falls."),
      Field(
        "scale", \.scale, .spread("a scale", in: 0...1_000), .implied, "The scale at the birth."),
      Field(
        "scaleSpeed", \.scaleSpeed, .number("a number from -1000 to 1000", in: -1_000...1_000),
        .implied, "The change of the scale in each second."),
      Field(
        "rotation", \.rotation, .spread("degrees", in: -100_000...100_000), .implied,
        "The rotation at the birth, in degrees clockwise."),
      Field(
        "spin", \.spin, .spread("degrees", in: -100_000...100_000), .implied,
        "The change of the rotation in each second."),
      Field(
        "opacity", \.opacity, .spread("an opacity", in: 0...1), .implied,
        "The opacity at the birth."),
      Field(
        "opacitySpeed", \.opacitySpeed, .number("a number from -1000 to 1000", in: -1_000...1_000),
        .implied, "The change of the opacity in each second."),
      Field(
        "colors", \.colors, .list(of: .color, "colours"), .implied,
        "Colours of which each particle has one, instead of that of its box, text or shape."),
    ])
}

extension ValueForm<ClosedRange<Double>> {
  /// A number, or the smallest and the largest of random ones.
  ///
  /// - Parameters:
  ///   - name: The name with its article, for messages.
  ///   - bounds: The limits.
  /// - Returns: The form.
  fileprivate static func spread(_ name: String, in bounds: ClosedRange<Double>) -> Self {
    let number = ValueForm<Double>.number(name, in: bounds)
    return ValueForm(
      "number or `[smallest, largest]`",
      schema: .any(number.schema(), .list(of: [number.schema(), number.schema()])),
      write: { range in
        range.lowerBound == range.upperBound
          ? .number(range.lowerBound) : .numbers([range.lowerBound, range.upperBound])
      }
    ) { reader, value, path in
      guard let list = value.list else {
        return number.read(&reader, value, path).map { $0...$0 }
      }
      guard list.count == 2 else {
        return reader.expected("\(name), or two: [smallest, largest]", in: value)
      }
      guard let least = number.read(&reader, list[0], path),
        let most = number.read(&reader, list[1], path)
      else { return nil }
      guard least <= most else {
        reader.report(
          .meaning, at: value.position,
          "the first number is the smallest and the second the largest")
        return nil
      }
      return least...most
    }
  }
}
