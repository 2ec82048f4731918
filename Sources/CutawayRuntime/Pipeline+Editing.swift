import CCutawayGStreamer
package import CutawayDiagnostics
package import CutawayGraph
import CutawayMedia

/// Changes of a running pipeline.
extension Pipeline {
  /// Connects a graph to an element, and replaces the graph that was connected before.
  ///
  /// The elements after it keep their state: a window shows its last frame until the new one
  /// arrives. Seek afterwards.
  ///
  /// - Parameters:
  ///   - graph: A graph with one unlinked source pad.
  ///   - role: The element whose pad `sink` receives the output.
  /// - Throws: ``PipelineError`` if the graph cannot be built; then nothing has changed. Also if
  ///   the element does not accept its output; then the stream stops.
  package func connect(_ graph: PipelineGraph, to role: PipelineGraph.Role) throws(PipelineError) {
    let refusal = try limited { () -> PipelineError? in
      do throws(PipelineError) {
        try self.exchange(graph, before: role)
        return nil
      } catch {
        return error
      }
    }
    if let refusal { throw refusal }
  }

  private func exchange(
    _ graph: PipelineGraph, before role: PipelineGraph.Role
  ) throws(PipelineError) {
    let made = try graph.makeBin()
    let bin = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self)
    guard let taker = self.element(role),
      let entrance = gst_element_get_static_pad(taker, "sink")
    else {
      gst_object_unref(made)
      throw PipelineError(.invalidDescription, "the graph has no \(role.rawValue) to connect to")
    }
    defer {
      gst_object_unref(entrance)
      gst_object_unref(taker)
    }
    let old = gst_bin_get_by_name(bin, sourceName(role))
    if let old {
      // Threads that wait for space after the entrance are released.
      gst_pad_send_event(entrance, gst_event_new_flush_start())
      gst_element_set_locked_state(old, 1)
      // Downward state changes cannot fail, and the element is in the bin.
      gst_element_set_state(old, GST_STATE_NULL)
      gst_bin_remove(bin, old)
      gst_object_unref(old)
      gst_pad_send_event(entrance, gst_event_new_flush_stop(1))
    }
    gst_object_set_name(
      UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstObject.self), sourceName(role))
    // The name is free, because the old element has been removed.
    gst_bin_add(bin, made)
    traffic.watch(made)
    guard let exit = gst_element_get_static_pad(made, "src") else {
      throw PipelineError(
        .invalidDescription, "the graph has no output to connect to \(role.rawValue)")
    }
    defer { gst_object_unref(exit) }
    guard gst_pad_link(exit, entrance) == GST_PAD_LINK_OK else {
      throw PipelineError(
        .invalidDescription, "\(role.rawValue) does not accept the output of the graph")
    }
    if old != nil, gst_element_sync_state_with_parent(made) == 0 {
      throw failure ?? PipelineError(.stateChangeRefused, "the new graph cannot start")
    }
  }

  private func sourceName(_ role: PipelineGraph.Role) -> String { role.rawValue + "-source" }

  /// Sets a property of an element; nothing happens if there is none.
  package func set(_ property: String, of role: PipelineGraph.Role, to value: Value) {
    guard let name = names[role] else { return }
    apply([.init(element: name, property: property, value: value)])
  }

  /// Changes settings of elements and their pads.
  ///
  /// Changes of a source take effect with the next seek, all others with the next frame.
  package func apply(_ changes: [PipelineGraph.Change]) {
    let bin = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self)
    for change in changes {
      guard let found = gst_bin_get_by_name(bin, change.element) else { continue }
      defer { gst_object_unref(found) }
      guard let pad = change.pad else {
        set(change, on: UnsafeMutableRawPointer(found))
        continue
      }
      guard let target = gst_element_get_static_pad(found, pad) else { continue }
      set(change, on: UnsafeMutableRawPointer(target))
      gst_object_unref(target)
    }
  }

  private func set(_ change: PipelineGraph.Change, on object: UnsafeMutableRawPointer) {
    guard let spec = gst_swift_find_property(object, change.property) else { return }
    if let value = change.value {
      // The property accepts the value, because the same translation has built the graph.
      _ = setProperty(spec, of: object, to: value)
    } else {
      g_object_set_property(
        object.assumingMemoryBound(to: GObject.self), change.property,
        g_param_spec_get_default_value(spec))
    }
  }
}
