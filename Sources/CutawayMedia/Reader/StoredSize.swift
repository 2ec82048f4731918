import CCutawayGStreamer
import CutawayElementBridge
import CutawayKeyframes

/// The size of frames as they are stored.
struct StoredSize {
  let width: Int
  let height: Int
  /// The size in square pixels.
  let shown: PixelSize

  /// Reads the size from caps of encoded or decoded frames; `nil` if they do not state it.
  init?(_ caps: Caps) {
    var width: Int32 = 0, height: Int32 = 0, x: Int32 = 1, y: Int32 = 1
    let fields = gst_caps_get_structure(caps, 0)
    guard gst_structure_get_int(fields, "width", &width) != 0, width > 0,
      gst_structure_get_int(fields, "height", &height) != 0, height > 0
    else { return nil }
    if gst_structure_get_fraction(fields, "pixel-aspect-ratio", &x, &y) == 0 || x < 1 || y < 1 {
      (x, y) = (1, 1)
    }
    (self.width, self.height) = (Int(width), Int(height))
    // As the probe rounds it.
    let parts = Int(width) * Int(x)
    shown = PixelSize(
      width: x == y ? Int(width) : (parts + Int(y) / 2) / Int(y), height: Int(height))
  }

  /// Whether frames have another size than others, and not only other borders: containers may state
  /// whole blocks of 16 pixels.
  ///
  /// The shape of the pixels does not count: the caps of the first packets may precede the header that
  /// states it.
  func isFar(from other: StoredSize?) -> Bool {
    guard let other else { return false }
    return abs(width - other.width) > 16 || abs(height - other.height) > 16
  }
}
