#if Timeline
import CutawayModel
import CutawayOverlays

/// The parts of an upright picture that the interface of an app covers.
///
/// Instagram states its numbers (14 % at the top, 35 % at the bottom, 6 % at each side). The others are rounded from guides that measure
/// them, and change with the apps and the phones.
public enum SafeZone: String, Sendable, Hashable, CaseIterable {
  /// Instagram.
  case reels
  /// YouTube.
  case shorts
  /// TikTok.
  case tiktok

  /// The percentages of the picture that are covered at each edge.
  var covered: (top: Double, bottom: Double, left: Double, right: Double) {
    switch self {
    case .reels: (14, 35, 6, 6)
    case .shorts: (15, 25, 5, 18)
    case .tiktok: (8, 23, 6, 14)
    }
  }

  /// Layers that tint what is covered.
  var guides: [OverlayLayer] {
    let (top, bottom, left, right) = covered, middle = 100 - top - bottom
    let places: [(x: Double, y: Double, width: Double, height: Double)] = [
      (0, 0, 100, top), (0, 100 - bottom, 100, bottom), (0, top, left, middle),
      (100 - right, top, right, middle),
    ]
    return places.map { place in
      var layer = OverlayLayer(
        width: .percent(place.width), height: .percent(place.height),
        position: .corner(x: .percent(place.x), y: .percent(place.y)))
      layer.background = Color(red: 0xFF, green: 0x2D, blue: 0x55, alpha: 0x66)
      return layer
    }
  }
}
#endif
