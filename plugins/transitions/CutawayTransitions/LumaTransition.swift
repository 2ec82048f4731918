public import CutawayElementKit

/// Uncovers the incoming picture in the order of the grey levels of an image, dark areas first.
public struct LumaTransition: Transition, Codable, Hashable {
  /// The factory name in GStreamer.
  public static let name = "lumatransition"
  /// The description in `gst-inspect-1.0`.
  public static let summary = "Uncovers a picture by the grey levels of an image"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") public var progress = 0.0
  /// The path of the image, which is stretched to the size of the picture.
  @Property("The path of an image, whose dark areas change first") public var image = ""
  /// The range of grey levels that are between both pictures.
  @Property(in: 0...1, "The range of grey levels in the edge") public var softness = 0.1

  /// Creates a transition without an image, which cannot be drawn.
  public init() {}

  /// The levels of the image, and the edge at the current progress.
  ///
  /// - Throws: `ElementError` if the image cannot be read.
  public func mask(width: Int, height: Int) throws(ElementError) -> Mask {
    Mask(
      edge: SoftEdge(progress: progress, softness: softness),
      map: try GreyImages.map(of: image, width: width))
  }

  /// The weights of a frame.
  public struct Mask: TransitionMask {
    let edge: SoftEdge
    let map: GreyMap

    /// The weights by the grey level.
    public func weights(x: SIMD8<Float>, y: Float) -> SIMD8<Float> {
      edge.weight(map.levels(x: x, y: y))
    }

    /// The weight if no grey level lies in the edge.
    public func weight(from left: Float, to right: Float, y: Float) -> Float? {
      let (least, greatest) = map.range(from: left, to: right, y: y)
      return edge.weight(from: least, to: greatest)
    }
  }
}
