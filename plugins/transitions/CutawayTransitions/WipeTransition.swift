import CutawayElementKit

/// Uncovers the incoming picture along an edge that moves across the picture.
package struct WipeTransition: EdgeTransition, Codable, Hashable {
  /// The factory name in GStreamer.
  package static let name = "wipetransition"
  /// The description in `gst-inspect-1.0`.
  package static let summary = "Uncovers a picture along a moving edge"

  /// The position in the transition.
  @Property(in: 0...1, "The position in the transition") package var progress = 0.0
  /// The direction in which the edge moves.
  @Property("The direction in which the edge moves") package var direction = Direction.right
  /// The width of the soft edge, as a fraction of the picture.
  @Property(in: 0...1, "The width of the edge, as a fraction of the picture")
  package var softness = 0.0

  /// Creates a wipe to the right with a hard edge.
  package init() {}

  /// The distances in the direction.
  package func field(width: Int, height: Int) -> Direction { direction }
}
