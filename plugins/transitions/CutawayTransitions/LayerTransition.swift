package import CutawayElementKit
package import CutawayRamps

/// A transition that draws its pictures as layers: moved, scaled or over a colour.
package protocol LayerTransition: TransitionMixer where State == LayerMemory, Plan == LayerStack {
  /// The colour where no layer is; the default is none.
  var background: VideoColor? { get }

  /// The pictures, the lowest first, with transforms in pixels.
  ///
  /// - Parameters:
  ///   - width: The width of the picture.
  ///   - height: The height of the picture.
  /// - Returns: The layers; input 0 is the outgoing picture, 1 the incoming one.
  func layers(width: Double, height: Double) -> [PictureLayer]
}

extension LayerTransition {
  /// No colour.
  package var background: VideoColor? { nil }

  /// The state is the memory for drawing.
  package func makeState(for output: MixerFormat) -> LayerMemory { LayerMemory(for: output) }

  /// A stack of the layers.
  package func plan(in state: LayerMemory) -> LayerStack {
    let output = state.output
    let pictures = layers(width: Double(output.width), height: Double(output.height))
    return LayerStack(pictures.map { .picture($0) }, over: background, memory: state)
  }

  /// Whether a picture is visible.
  package static func draws(_ input: Int, plan: LayerStack) -> Bool { plan.draws(input) }

  /// Whether no layer is resampled.
  package static func acceptsAlternatingChroma(in plan: LayerStack) -> Bool {
    plan.acceptsAlternatingChroma
  }

  /// Draws the stack.
  package static func render<Sample: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PlanarBand<Sample>, plan: LayerStack
  ) {
    plan.render(frames, into: &band)
  }

  /// Draws the stack.
  package static func render<Component: PixelComponent>(
    _ frames: borrowing MixerFrames, into band: inout PackedBand<Component>, plan: LayerStack
  ) {
    plan.render(frames, into: &band)
  }
}

extension LayerTransition {
  /// What is known about its frames.
  package static var traits: ElementTraits { [.stateless, .keepsPace, .safe] }
}
