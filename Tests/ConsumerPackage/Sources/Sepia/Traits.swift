import CutawayElements

extension Sepia {
  /// It has no state, opens no files and keeps no frames, and each pixel is by itself.
  public static var traits: ElementTraits { [.stateless, .keepsPace, .safe, .pointwise] }
}
