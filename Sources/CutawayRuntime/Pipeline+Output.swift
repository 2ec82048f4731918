import CCutawayGStreamer
import CutawayElementBridge
package import CutawayElementKit
package import CutawayGraph
package import CutawayTime
import Synchronization

/// Changes of streams on their way into a file. Call these methods before the pipeline starts.
extension Pipeline {
  /// Passes tags to the first of several elements that writes tags.
  ///
  /// - Parameters:
  ///   - roles: Elements; nothing happens if there is none that writes tags.
  ///   - tags: Values by GStreamer's tag names, such as `title`, as GStreamer writes them.
  /// - Returns: The names of tags whose values GStreamer cannot read, in order.
  package func tag(
    firstOf roles: [PipelineGraph.Role], with tags: [String: String]
  ) -> [String] {
    for role in roles {
      let unread = withElement(role) { element -> [String]? in
        guard let setter = gst_swift_tag_setter(element) else { return nil }
        // In a fixed order, because the order of a dictionary, and with it the file, differs from
        // run to run.
        return tags.keys.sorted().filter { name in
          guard let text = tags[name] else { return false }
          return !withTagValue(name, text) {
            gst_tag_setter_add_tag_value(setter, GST_TAG_MERGE_REPLACE, name, $0)
          }
        }
      }
      if let unread = unread ?? nil { return unread }
    }
    return []
  }

  /// Passes chapters to a muxer; does nothing if the muxer is missing or writes no chapters.
  package func setChapters(_ chapters: [Chapter], on role: PipelineGraph.Role) {
    guard !chapters.isEmpty else { return }
    withElement(role) { element in
      guard let setter = gst_swift_toc_setter(element) else { return }
      let toc = makeContents(chapters)
      gst_toc_setter_set_toc(setter, toc)
      gst_swift_toc_unref(toc)
    }
  }

  /// Moves the output of an element to an earlier time, and drops buffers that end before 0.
  ///
  /// - Parameters:
  ///   - role: The element; nothing happens if there is none.
  ///   - offset: The time by which the output is moved.
  package func advance(_ role: PipelineGraph.Role, by offset: MediaTime) {
    // The ID of a probe that removes itself.
    _ = withPad("src", of: role) { pad in
      gst_pad_set_offset(pad, -gint64(offset.nanoseconds))
      let first = Threshold(nanoseconds: UInt64(offset.nanoseconds))
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_BUFFER,
        { _, info, first in
          guard let buffer = gst_swift_probe_buffer(info) else { return GST_PAD_PROBE_OK }
          let start = Unmanaged<Threshold>.fromOpaque(first!)._withUnsafeGuaranteedRef {
            $0.nanoseconds
          }
          // Times are rounded down.
          return gst_swift_pts(buffer) &+ 1_000 < start ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_REMOVE
        }, Unmanaged.passRetained(first).toOpaque(),
        { Unmanaged<Threshold>.fromOpaque($0!).release() })
    }
  }

  /// Changes the buffers without a time that an element sends, such as the headers of a muxer.
  ///
  /// - Parameters:
  ///   - role: The element; nothing happens if there is none.
  ///   - change: Called on the streaming thread with the bytes of a buffer. Returns those to send instead; `nil` leaves the
  ///     buffer out. A failure ends the stream.
  package func changeHeaders(
    leaving role: PipelineGraph.Role,
    _ change: @escaping @Sendable ([UInt8]) -> Result<[UInt8]?, ElementError>
  ) {
    // The ID of a probe that stays with its pad.
    _ = withPad("src", of: role) { pad in
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_BUFFER,
        { pad, info, change in
          guard let pad, let info, let change, let buffer = gst_swift_probe_buffer(info),
            gst_swift_pts(buffer) == gst_swift_unknown_time()
          else { return GST_PAD_PROBE_OK }
          return Unmanaged<HeaderChange>.fromOpaque(change)._withUnsafeGuaranteedRef {
            $0.apply(to: buffer, info, from: pad)
          }
        }, Unmanaged.passRetained(HeaderChange(change)).toOpaque(),
        { Unmanaged<HeaderChange>.fromOpaque($0!).release() })
    }
  }

  /// Calls `body` with an element.
  ///
  /// - Returns: The result of `body`; `nil` if there is no such element. Callers that discard it
  ///   look for an element of their own graph, or for one that may be missing.
  @discardableResult
  func withElement<Result>(
    _ role: PipelineGraph.Role, _ body: (UnsafeMutablePointer<GstElement>) -> Result
  ) -> Result? {
    guard let found = element(role) else { return nil }
    defer { gst_object_unref(found) }
    return body(found)
  }

  func withPad<Result>(
    _ pad: String, of role: PipelineGraph.Role,
    _ body: (UnsafeMutablePointer<GstPad>) -> Result
  ) -> Result? {
    withElement(role) { element -> Result? in
      guard let found = gst_element_get_static_pad(element, pad) else { return nil }
      defer { gst_object_unref(found) }
      return body(found)
    } ?? nil
  }
}

private final class Threshold: Sendable {
  let nanoseconds: UInt64

  init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }
}

private final class HeaderChange: Sendable {
  private let change: @Sendable ([UInt8]) -> Result<[UInt8]?, ElementError>

  init(_ change: @escaping @Sendable ([UInt8]) -> Result<[UInt8]?, ElementError>) {
    self.change = change
  }

  func apply(
    to buffer: UnsafeMutablePointer<GstBuffer>, _ info: UnsafeMutablePointer<GstPadProbeInfo>,
    from pad: UnsafeMutablePointer<GstPad>
  ) -> GstPadProbeReturn {
    let size = gst_buffer_get_size(buffer)
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { space, count in
      count = Int(gst_buffer_extract(buffer, 0, space.baseAddress, size))
    }
    switch change(bytes) {
    case .success(nil): return GST_PAD_PROBE_DROP
    case .success(let changed?):
      if changed == bytes { return GST_PAD_PROBE_OK }
      let new = changed.withUnsafeBytes {
        gst_buffer_new_memdup($0.baseAddress, gsize($0.count))!
      }
      gst_buffer_unref(buffer)
      gst_swift_probe_set_buffer(info, new)
      return GST_PAD_PROBE_OK
    case .failure(let error):
      if let element = gst_pad_get_parent_element(pad) {
        post(error, from: element)
        gst_object_unref(element)
      }
      return GST_PAD_PROBE_DROP
    }
  }
}
