package import CCutawayGStreamer
package import CutawayTime

/// Makes the value of a tag from its text form.
///
/// - Parameters:
///   - name: GStreamer's name of the tag, such as `title`.
///   - text: The value as GStreamer writes it.
///   - body: Receives the value, which is valid during the call.
/// - Returns: Whether GStreamer can read the value.
package func withTagValue(
  _ name: String, _ text: String, _ body: (UnsafeMutablePointer<GValue>) -> Void
) -> Bool {
  var value = GValue()
  let type = gst_tag_get_type(name)
  guard type != 0 else { return false }
  g_value_init(&value, type)
  defer { g_value_unset(&value) }
  // A string needs no conversion; other types have a text form.
  if Int(gst_swift_fundamental(type)) >> 2 == 16 {
    g_value_set_string(&value, text)
  } else if gst_value_deserialize(&value, text) == 0 {
    return false
  }
  body(&value)
  return true
}

/// Makes a list of tags, which the caller owns; tags that GStreamer cannot read are left out.
func makeTags(
  _ tags: [String: String], scope: GstTagScope
) -> UnsafeMutablePointer<GstTagList> {
  let list = gst_tag_list_new_empty()!
  gst_tag_list_set_scope(list, scope)
  for (name, text) in tags {
    _ = withTagValue(name, text) {
      gst_tag_list_add_value(list, GST_TAG_MERGE_REPLACE, name, $0)
    }
  }
  return list
}

/// Makes a table of contents with one edition, which the caller owns.
package func makeContents(_ chapters: [Chapter]) -> OpaquePointer {
  let contents = gst_toc_new(GST_TOC_SCOPE_GLOBAL)!
  let edition = gst_toc_entry_new(GST_TOC_ENTRY_TYPE_EDITION, "edition")
  for (index, chapter) in chapters.enumerated() {
    let entry = gst_toc_entry_new(GST_TOC_ENTRY_TYPE_CHAPTER, "chapter-\(index)")
    gst_toc_entry_set_start_stop_times(
      entry, gint64(chapter.range.start.nanoseconds), gint64(chapter.range.end.nanoseconds))
    let tags = makeTags(["title": chapter.title], scope: GST_TAG_SCOPE_STREAM)
    gst_toc_entry_set_tags(entry, tags)
    gst_toc_entry_append_sub_entry(edition, entry)
  }
  gst_toc_append_entry(contents, edition)
  return contents
}
