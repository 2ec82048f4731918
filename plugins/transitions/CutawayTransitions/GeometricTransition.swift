package import CutawayElementKit
package import CutawayKeyframes
package import CutawayRamps

/// A transition that moves and scales its pictures.
package protocol GeometricTransition: FrameMixer
where Input == PictureInput, State == LayerMemory, Plan == LayerStack {
  /// The position in the transition: 0 is the outgoing picture, 1 the incoming one.
  var progress: Double { get }

  /// The transforms of the pictures, the lowest first, in pixels.
  ///
  /// - Parameters:
  ///   - width: The width of the picture.
  ///   - height: The height of the picture.
  /// - Returns: The input, 0 for the outgoing picture or 1 for the incoming one, and its transform.
  func layers(width: Double, height: Double) -> [(input: Int, transform: TransformMatrix)]
}

extension GeometricTransition {
  /// Pictures have the size and the format of the output.
  package static var inputMatching: InputMatching { .format }

  /// A transition between pictures with alpha has alpha.
  package func prefersAlpha(ifInputs haveAlpha: Bool) -> Bool { haveAlpha }

  /// The state is the memory for drawing.
  package func makeState(for output: MixerFormat) -> LayerMemory { LayerMemory(for: output) }

  /// A frame that passes unchanged, or a stack of both.
  package func plan(
    at time: FrameInstant, inputs: [MixerInput<PictureInput>], state: inout LayerMemory
  ) -> MixerPlan<LayerStack> {
    if let known = TransitionStage(of: inputs, progress: progress).single {
      return known.map { .handOn($0) } ?? .nothing
    }
    let layers = layers(width: Double(state.output.width), height: Double(state.output.height))
    return .draw(LayerStack(layers, memory: state))
  }

  /// Whether a picture is visible.
  package static func draws(_ input: Int, plan: LayerStack) -> Bool { plan.draws(input) }

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
