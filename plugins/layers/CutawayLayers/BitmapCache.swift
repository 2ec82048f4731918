import CutawayElementKit

/// The bitmaps of the last frames.
struct BitmapCache: Sendable {
  private var entries: [LayerImageKey: Entry] = [:]
  private var frame = 0
  /// The size in bytes of all bitmaps.
  private(set) var byteCount = 0
  /// How many bitmaps have been drawn.
  private(set) var drawnCount = 0

  private struct Entry: Sendable {
    /// `nil` if the bitmap could not be drawn.
    let bitmap: LayerBitmap?
    var lastUse: Int
  }

  /// The size in bytes of what one frame may use.
  private static let largestFrame = 512 << 20
  /// The size in bytes of what the current frame has used so far.
  private var used = 0

  /// The bitmap for a key, drawn if it does not exist; `nil` if it cannot be drawn.
  ///
  /// - Throws: `ElementError` if the frame needs too much memory.
  mutating func bitmap(
    of key: LayerImageKey, _ resources: LayerResources
  ) throws(ElementError) -> LayerBitmap? {
    if entries[key]?.lastUse != frame { used += key.byteCount }
    if used > Self.largestFrame {
      throw ElementError(
        "the layers of a frame need more than 512 MiB of memory", code: .invalidSettings)
    }
    if let entry = entries[key] {
      entries[key]?.lastUse = frame
      return entry.bitmap
    }
    let bitmap = LayerPainter(resources).bitmap(of: key)
    drawnCount += 1
    entries[key] = Entry(bitmap: bitmap, lastUse: frame)
    byteCount += bitmap?.pixels.byteCount ?? 0
    return bitmap
  }

  /// Drops what is too much: first what was not used for longest.
  ///
  /// A quarter of the capacity becomes free, so that few frames search for what to drop.
  ///
  /// - Parameter capacity: The size in bytes above which bitmaps that the last frame did not use are
  ///   dropped; 0 drops all.
  mutating func endFrame(keeping capacity: Int) {
    frame += 1
    used = 0
    if capacity == 0 { (entries, byteCount) = ([:], 0) }
    guard byteCount > capacity else { return }
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      if byteCount <= capacity / 4 * 3 || entry.lastUse == frame - 1 { break }
      byteCount -= entry.bitmap?.pixels.byteCount ?? 0
      entries[key] = nil
    }
  }
}
