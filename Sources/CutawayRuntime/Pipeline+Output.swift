import CCutawayGStreamer
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
          tags[name].map { !set(name, to: $0, on: setter) } ?? false
        }
      }
      if let unread = unread ?? nil { return unread }
    }
    return []
  }

  private func set(_ tag: String, to text: String, on setter: OpaquePointer) -> Bool {
    var value = GValue()
    let type = gst_tag_get_type(tag)
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    // A string needs no conversion; other types have a text form.
    if Int(gst_swift_fundamental(type)) >> 2 == 16 {
      g_value_set_string(&value, text)
    } else if gst_value_deserialize(&value, text) == 0 {
      return false
    }
    gst_tag_setter_add_tag_value(setter, GST_TAG_MERGE_REPLACE, tag, &value)
    return true
  }

  /// A chapter of an output file.
  package struct Chapter: Sendable, Hashable, Codable {
    /// The start and the end, in the time of the output.
    package var range: TimeRange
    /// The name that players show.
    package var title: String

    /// Creates a chapter.
    package init(_ range: TimeRange, title: String) {
      self.range = range
      self.title = title
    }
  }

  /// Passes chapters to a muxer; does nothing if the muxer is missing or writes no chapters.
  package func setChapters(_ chapters: [Chapter], on role: PipelineGraph.Role) {
    guard !chapters.isEmpty else { return }
    withElement(role) { element in
      guard let setter = gst_swift_toc_setter(element) else { return }
      let toc = gst_toc_new(GST_TOC_SCOPE_GLOBAL)
      let edition = gst_toc_entry_new(GST_TOC_ENTRY_TYPE_EDITION, "edition")
      for (index, chapter) in chapters.enumerated() {
        let entry = gst_toc_entry_new(GST_TOC_ENTRY_TYPE_CHAPTER, "chapter-\(index)")
        gst_toc_entry_set_start_stop_times(
          entry, gint64(chapter.range.start.nanoseconds), gint64(chapter.range.end.nanoseconds))
        var value = GValue()
        g_value_init(&value, gst_tag_get_type("title"))
        g_value_set_string(&value, chapter.title)
        let tags = gst_tag_list_new_empty()
        gst_tag_list_add_value(tags, GST_TAG_MERGE_REPLACE, "title", &value)
        g_value_unset(&value)
        gst_toc_entry_set_tags(entry, tags)
        gst_toc_entry_append_sub_entry(edition, entry)
      }
      gst_toc_append_entry(toc, edition)
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
