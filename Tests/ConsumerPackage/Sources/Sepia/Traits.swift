import CutawayElements

extension Sepia {
  /// It has no state, opens no files and keeps no frames.
  public static var traits: ElementTraits { [.stateless, .keepsPace, .safe] }
}
