package import CutawayElementKit

/// Uncovers the incoming picture in the order of the grey levels of an image, dark areas first.
package struct LumaTransition: EdgeTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "lumatransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Uncovers a picture by the grey levels of an image"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The path of the image, which is stretched to the size of the picture.
  @Property("The path of an image, whose dark areas change first") package var image = ""
  /// The range of grey levels that are between both pictures.
  @Property(in: 0...1, "The range of grey levels in the edge") package var softness = 0.1

  /// Creates a transition without an image, which cannot be drawn.
  package init() {}

  /// The grey levels of the image.
  ///
  /// - Throws: `ElementError` if the image cannot be read.
  package func field(width: Int, height: Int) throws(ElementError) -> GreyMap {
    try GreyImages.map(of: image, width: width)
  }
}

extension GreyMap: DistanceField {
  /// The grey levels.
  package func distances(x: SIMD8<Float>, y: Float) -> SIMD8<Float> { levels(x: x, y: y) }

  /// The darkest and the brightest level.
  package func bounds(from left: Float, to right: Float, y: Float) -> DistanceBounds? {
    range(from: left, to: right, y: y)
  }
}
