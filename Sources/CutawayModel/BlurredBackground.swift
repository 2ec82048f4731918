/// A blurred enlargement of a layer's own frame, which fills the picture behind the layer.
///
/// The layer and its background are one opaque picture: the opacity of the layer, compositors and
/// transitions apply to both.
public struct BlurredBackground: Sendable, Hashable, Codable {
  /// The standard deviation of the Gaussian blur, in parts of the picture's shorter side, within
  /// ``blurRange``.
  public var blur: Double

  /// Creates a background; 0.04 is a standard deviation of 43 pixels in 1920×1080.
  public init(blur: Double = 0.04) { self.blur = blur }

  /// The allowed standard deviations, in parts of the picture's shorter side.
  public static let blurRange = 0.005...0.5
}

extension Composition {
  /// The background of the lowest layer of an instruction that does not state its own.
  ///
  /// A colour of the instruction replaces the blurred background of the composition.
  package func blurredBackground(of instruction: Instruction) -> BlurredBackground? {
    instruction.blurredBackground
      ?? (instruction.background == nil ? render.blurredBackground : nil)
  }

  /// The faults of all blurred backgrounds.
  func backgroundFaults() -> [Fault] {
    func fault(_ background: BlurredBackground?, _ path: [String]) -> Fault? {
      guard let background, !BlurredBackground.blurRange.contains(background.blur) else {
        return nil
      }
      let range = BlurredBackground.blurRange
      return Fault(
        path: path + ["background"],
        error: CompositionError(
          .invalidValue,
          "the blur of a background is from \(range.lowerBound) to \(range.upperBound) of the "
            + "picture's shorter side, not \(background.blur)"))
    }
    let ofLayers = instructions.enumerated().flatMap { index, instruction in
      let path = ["instructions", "\(index)"]
      return [fault(instruction.blurredBackground, path)]
        + instruction.layers.enumerated().map { place, layer in
          fault(layer.blurredBackground, path + ["layers", "\(place)"])
        }
    }
    return ([fault(render.blurredBackground, ["render"])] + ofLayers).compactMap(\.self)
  }
}
