import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayTime

/// Replaces bytes of a file while GStreamer reads them.
final class MaskedSource: Sendable {
  /// In order of position, without overlaps.
  private let patches: [FilePatch]

  private init(_ patches: [FilePatch]) {
    self.patches = patches.sorted { $0.position < $1.position }
  }

  /// Watches the output of the element that reads a file.
  static func apply(_ patches: [FilePatch], at source: UnsafeMutablePointer<GstElement>) {
    if !patches.isEmpty { MaskedSource(patches).watch(source) }
  }

  /// Watches the output of the element by which a discoverer reads a file.
  static func apply(_ patches: [FilePatch], in discoverer: UnsafeMutablePointer<GstDiscoverer>) {
    if patches.isEmpty { return }
    typealias Made =
      @convention(c) (
        UnsafeMutableRawPointer, UnsafeMutablePointer<GstElement>, UnsafeMutableRawPointer
      ) -> Void
    let made: Made = { _, source, masked in
      Unmanaged<MaskedSource>.fromOpaque(masked)._withUnsafeGuaranteedRef { $0.watch(source) }
    }
    _ = gst_swift_connect_owning(
      discoverer, "source-setup", unsafeBitCast(made, to: GCallback.self),
      Unmanaged.passRetained(MaskedSource(patches)).toOpaque(),
      { masked, _ in Unmanaged<MaskedSource>.fromOpaque(masked!).release() })
  }

  private func watch(_ source: UnsafeMutablePointer<GstElement>) {
    guard let pad = gst_element_get_static_pad(source, "src") else { return }
    defer { gst_object_unref(pad) }
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, masked in
        Unmanaged<MaskedSource>.fromOpaque(masked!)._withUnsafeGuaranteedRef { $0.pass(info!) }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(self).toOpaque(),
      { Unmanaged<MaskedSource>.fromOpaque($0!).release() })
  }

  private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
    guard let buffer = gst_swift_probe_buffer(info) else { return }
    let start = Int(clamping: info.pointee.offset)
    let range = start..<start + Int(gst_buffer_get_size(buffer))
    let first = patches.partitioningIndex { $0.position + $0.bytes.count > range.lowerBound }
    guard first < patches.count, patches[first].position < range.upperBound,
      let writable = gst_swift_buffer_make_writable(buffer)
    else { return }
    gst_swift_probe_set_buffer(info, writable)
    for patch in patches[first...] {
      if patch.position >= range.upperBound { break }
      let place = patch.position..<patch.position + patch.bytes.count
      let part = place.clamped(to: range)
      if part.isEmpty { continue }
      patch.bytes.withUnsafeBytes {
        // The part lies in the buffer.
        _ = gst_buffer_fill(
          writable, gsize(part.lowerBound - start),
          $0.baseAddress! + (part.lowerBound - place.lowerBound), gsize(part.count))
      }
    }
  }
}
