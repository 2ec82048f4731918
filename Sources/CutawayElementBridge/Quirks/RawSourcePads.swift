import CCutawayGStreamer
package import CutawayQuirks

extension Quirk {
  /// uridecodebin exposes raw pads that its source adds, but ignores that the source removes them.
  ///
  /// GES sets the state of its sources to READY and back, and finds that the pad of the first time is linked.
  package static let rawSourcePads = Quirk(
    "uridecodebin keeps the pads of a source of raw streams that has removed them",
    versions: [.all],
    test: "GES plays two compositions that overlap")
}

/// Removes the ghost pad of a uridecodebin that exposes a pad, which is about to be removed.
func removeGhost(of pad: UnsafeMutablePointer<GstPad>) {
  // The peer of a pad inside a ghost pad has the ghost pad as parent.
  guard let peer = gst_pad_get_peer(pad) else { return }
  defer { gst_object_unref(peer) }
  guard let outer = gst_object_get_parent(&peer.pointee.object) else { return }
  defer { gst_object_unref(outer) }
  guard
    g_type_check_instance_is_a(
      UnsafeMutableRawPointer(outer)
        .assumingMemoryBound(to: GTypeInstance.self), gst_ghost_pad_get_type()) != 0
  else { return }
  let ghost = UnsafeMutableRawPointer(outer).assumingMemoryBound(to: GstPad.self)
  guard let bin = gst_pad_get_parent_element(ghost) else { return }
  defer { gst_object_unref(bin) }
  guard factoryName(of: bin) == "uridecodebin" else { return }
  // The bin has the pad. Nothing streams through it any more.
  gst_ghost_pad_set_target(
    UnsafeMutableRawPointer(outer).assumingMemoryBound(to: GstGhostPad.self), nil)
  gst_pad_set_active(ghost, 0)
  gst_element_remove_pad(bin, ghost)
}
