import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// pngdec announces coloured pictures of 16 bits as ARGB64, but delivers their components one word late and in another
  /// order: alpha of the pixel before, or red, green and blue in each other's place.
  ///
  /// The components are put in order. The last one lies behind the picture, in memory that the buffer has for its alignment.
  package static let deepPNG = Quirk(
    "pngdec misplaces the components of 16 bits",
    versions: [.all],
    upstream: "not reported",
    test: "pictures of 16 bits have exact components")
}

/// Corrects the frames of a decoder of PNG.
func orderComponents(of decoder: UnsafeMutablePointer<GstElement>) {
  guard Quirk.deepPNG.applies, let sink = gst_element_get_static_pad(decoder, "sink"),
    let source = gst_element_get_static_pad(decoder, "src")
  else { return }
  defer {
    gst_object_unref(sink)
    gst_object_unref(source)
  }
  let order = DeepPNG()
  gst_pad_add_probe(
    sink, GST_PAD_PROBE_TYPE_BUFFER,
    { _, info, order in
      if let info, let order, let buffer = gst_swift_probe_buffer(info) {
        Unmanaged<DeepPNG>.fromOpaque(order)._withUnsafeGuaranteedRef { $0.read(buffer) }
      }
      return GST_PAD_PROBE_OK
    }, Unmanaged.passRetained(order).toOpaque(),
    { Unmanaged<DeepPNG>.fromOpaque($0!).release() })
  gst_pad_add_probe(
    source, GST_PAD_PROBE_TYPE_BUFFER,
    { _, info, order in
      if let info, let order, let buffer = gst_swift_probe_buffer(info) {
        Unmanaged<DeepPNG>.fromOpaque(order)._withUnsafeGuaranteedRef {
          gst_swift_probe_set_buffer(info, $0.corrected(buffer))
        }
      }
      return GST_PAD_PROBE_OK
    }, Unmanaged.passRetained(order).toOpaque(),
    { Unmanaged<DeepPNG>.fromOpaque($0!).release() })
}

/// The order of the components that a decoder delivers, which only the thread of its pads uses.
private final class DeepPNG {
  /// Whether the picture that was read last has colours of 16 bits, and whether it has alpha.
  private var isDeep = false, hasAlpha = false

  /// Reads the header, if the buffer begins with one.
  func read(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    var bytes = [UInt8](repeating: 0, count: 26)
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard gst_buffer_extract(buffer, 0, &bytes, gsize(bytes.count)) == gsize(bytes.count),
      bytes.starts(with: signature)
    else { return }
    // Bits, then the kind: 2 is colour, 4 grey with alpha, 6 colour with alpha.
    isDeep = bytes[24] == 16 && [2, 4, 6].contains(bytes[25])
    hasAlpha = bytes[25] != 2
  }

  /// The picture with its components in the order of ARGB64; takes and returns ownership.
  func corrected(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UnsafeMutablePointer<GstBuffer> {
    guard isDeep else { return buffer }
    let last = Self.wordBehind(buffer)
    let own = gst_swift_buffer_make_writable(buffer)!
    var map = GstMapInfo()
    guard
      gst_buffer_map(
        own, &map, GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)) != 0
    else { return own }
    defer { gst_buffer_unmap(own, &map) }
    let words = UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size))
      .assumingMemoryBound(to: UInt16.self)
    let count = words.count & ~3
    guard count > 0 else { return own }
    // Without room behind the picture, its last pixel is as opaque, and as blue, as the one before.
    let end = last ?? words[max(0, count - 4)]
    func late(_ place: Int) -> UInt16 { place + 1 < count ? words[place + 1] : end }
    if hasAlpha || !isFilledBefore(words, count, end) {
      // Red, green, blue, alpha: three are in place, and alpha is the first of the next pixel.
      for place in stride(from: 0, to: count, by: 4) { words[place] = late(place + 3) }
    } else {
      for place in 0..<count { words[place] = late(place) }
    }
    return own
  }

  /// Whether an opaque alpha precedes the colours of pictures without alpha, and does not follow them: newer versions differ.
  private func isFilledBefore(
    _ words: UnsafeMutableBufferPointer<UInt16>, _ count: Int, _ end: UInt16
  ) -> Bool {
    let first = stride(from: 1, to: count, by: 4).allSatisfy { words[$0] == .max }
    let last = stride(from: 4, to: count, by: 4).allSatisfy { words[$0] == .max } && end == .max
    if first != last { return first }
    // All pixels have the largest red, or the largest blue.
    var major: guint = 0, minor: guint = 0, micro: guint = 0, nano: guint = 0
    gst_version(&major, &minor, &micro, &nano)
    return (major, minor) < (1, 24)
  }

  /// The word behind the data of a buffer with a single memory; `nil` if its memory ends there.
  private static func wordBehind(_ buffer: UnsafeMutablePointer<GstBuffer>) -> UInt16? {
    guard gst_buffer_n_memory(buffer) == 1, let memory = gst_buffer_peek_memory(buffer, 0) else {
      return nil
    }
    var offset: gsize = 0, room: gsize = 0
    let size = gst_memory_get_sizes(memory, &offset, &room)
    guard offset + size + 2 <= room,
      let longer = gst_memory_share(memory, 0, gssize(size + 2))
    else { return nil }
    defer { gst_memory_unref(longer) }
    var map = GstMapInfo()
    guard gst_memory_map(longer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_memory_unmap(longer, &map) }
    return UnsafeRawPointer(map.data!).loadUnaligned(fromByteOffset: Int(size), as: UInt16.self)
  }
}
