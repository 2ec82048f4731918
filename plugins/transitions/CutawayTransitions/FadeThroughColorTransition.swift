package import CutawayElementKit
package import CutawayRamps

/// Fades the outgoing picture to a colour, and the colour to the incoming picture.
package struct FadeThroughColorTransition: LayerTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "fadethroughcolortransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Fades through a colour from one picture to another"

  /// The position in the transition: the colour is alone at a half.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The colour, 0xAARRGGBB; alpha is ignored.
  @Property(color: "The colour between the pictures") package var color: UInt32 = 0xFF00_0000

  /// Creates a fade through black.
  package init() {}

  /// The colour.
  package var background: VideoColor? { VideoColor(argb: color) }

  /// One of the pictures.
  package func layers(width: Double, height: Double) -> [PictureLayer] {
    [PictureLayer(progress < 0.5 ? 0 : 1, opacity: abs(1 - 2 * progress))]
  }
}
