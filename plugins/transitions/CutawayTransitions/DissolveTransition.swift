package import CutawayElementKit

/// Fades the incoming picture in over the outgoing one.
///
/// Its frames equal those of a layer whose opacity goes from 0 to 1.
package struct DissolveTransition: Transition, TransitionMask, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "dissolvetransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Fades one picture into another"
  /// What is known about its frames.
  package static let traits: ElementTraits = [.stateless, .keepsPace, .safe]

  /// The weight of the incoming picture.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0

  /// Creates a transition that shows the outgoing picture.
  package init() {}

  /// The weight is the same everywhere.
  package func mask(width: Int, height: Int) -> Self { self }

  /// The progress.
  package func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
    SIMD8(repeating: Float(progress))
  }

  /// The progress.
  package func weight(from left: Float, to right: Float, y: Float) -> Float? { Float(progress) }
}
