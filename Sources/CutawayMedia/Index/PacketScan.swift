import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawayTime
import CutawayWaiting
import Synchronization

/// Reads the times of all packets of a file with its demuxer and parsers, without a decoder.
final class PacketScan: Sendable {
  /// A track of pictures or of sound; times are in the stream time of the demuxer.
  struct Track {
    /// The packets from the first one on at which decoding can begin.
    var list: PacketList
    /// Whether the list tells which frame is shown when: each packet has its own presentation time, and
    /// the order is one that decoders restore.
    var isComplete: Bool
    /// Whether each packet has a presentation time.
    var hasAllTimes: Bool
    /// The time of the first packet in the file; `nil` if no packet has a time.
    var first: MediaTime?
    /// The end of the last packet in presentation order; `nil` if no packet has a time.
    var end: MediaTime?
    /// The sum of the durations of all frames from the first key frame on; `nil` if one is unknown.
    var sum: MediaTime?
  }

  let container: StreamContainer
  private let pads = Monitor<[PadScan]>([])
  /// The number of packets that have arrived.
  let count = Atomic(0)

  private init(_ container: StreamContainer) { self.container = container }

  /// Reads a file to its end, or to its first damaged place.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - container: Its container.
  /// - Returns: The tracks of pictures and of sound, each kind in the order in which parsebin exposes
  ///   them; `nil` if there are none, if there are more packets than ``PacketList`` allows, or if
  ///   nothing arrives for the time of ``ReaderPipeline/patience``.
  static func tracks(of path: String, _ container: StreamContainer) -> [Track]? {
    gst_init(nil, nil)
    let scan = PacketScan(container)
    guard scan.run(path) else { return nil }
    let tracks = scan.pads.update { $0.map { $0.track() } }
    return tracks.isEmpty ? nil : tracks
  }

  private func run(_ path: String) -> Bool {
    let source = gst_element_factory_make("filesrc", nil)
    let parser = gst_element_factory_make("parsebin", nil)
    guard let source, let parser else {
      for element in [source, parser] { element.map { gst_object_unref($0) } }
      return false
    }
    gst_swift_set_string(source, "location", path)
    let pipeline = gst_pipeline_new(nil)!
    gst_object_ref_sink(pipeline)
    let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
    gst_bin_add(bin, source)
    gst_bin_add(bin, parser)
    gst_element_link(source, parser)
    let bus = gst_element_get_bus(pipeline)!
    defer {
      gst_element_set_state(pipeline, GST_STATE_NULL)
      gst_object_unref(bus)
      gst_object_unref(pipeline)
    }
    typealias Added =
      @convention(c) (
        UnsafeMutablePointer<GstElement>, UnsafeMutablePointer<GstPad>, UnsafeMutableRawPointer
      ) -> Void
    let added: Added = { _, pad, scan in CallbackContext<PacketScan>.object(at: scan)?.read(pad) }
    _ = gst_swift_connect_owning(
      parser, "pad-added", unsafeBitCast(added, to: GCallback.self),
      CallbackContext.pointer(to: self),
      { context, _ in CallbackContext<PacketScan>.release(context) })
    gst_element_set_state(pipeline, GST_STATE_PLAYING)
    return waitForEnd(bus)
  }

  private func waitForEnd(_ bus: UnsafeMutablePointer<GstBus>) -> Bool {
    var patience = Patience(seconds: ReaderPipeline.patience), seen = 0
    let kinds = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
    while patience.rest > 0 {
      let slice = GstClockTime(patience.slice * 1_000_000_000)
      if let message = gst_bus_timed_pop_filtered(bus, slice, kinds) {
        gst_swift_message_unref(message)
        return true
      }
      patience.spend()
      let now = count.load(ordering: .relaxed)
      if now > PacketList.longest { return false }
      if now != seen { patience.restore() }
      seen = now
    }
    return false
  }

  /// Reads the packets of a pad, and lets them go.
  private func read(_ pad: UnsafeMutablePointer<GstPad>) {
    // A pad without a sink would end the demuxer's loop.
    defer { discard(pad) }
    guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return }
    defer { gst_caps_unref(caps) }
    let isSound = caps.kind.hasPrefix("audio/")
    guard isSound || caps.isVideo else { return }
    let own = pads.update { pads in
      let list = PacketList(
        trackNumber: pads.count, media: isSound ? .audio : .video, tick: container.tick)
      pads.append(PadScan(self, list, caps, StreamClock(of: pad)))
      return pads[pads.count - 1]
    }
    let kinds = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, scan in
        Unmanaged<PadScan>.fromOpaque(scan!)._withUnsafeGuaranteedRef { $0.pass(info!) }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(own).toOpaque(),
      { Unmanaged<PadScan>.fromOpaque($0!).release() })
  }

  private func discard(_ pad: UnsafeMutablePointer<GstPad>) {
    guard let parser = gst_pad_get_parent_element(pad) else { return }
    defer { gst_object_unref(parser) }
    let object = UnsafeMutableRawPointer(parser).assumingMemoryBound(to: GstObject.self)
    guard let sink = gst_element_factory_make("fakesink", nil) else { return }
    guard let parent = gst_object_get_parent(object) else { return gst_object_unref(sink) }
    defer { gst_object_unref(parent) }
    gst_swift_set_boolean(sink, "sync", 0)
    gst_swift_set_boolean(sink, "async", 0)
    gst_bin_add(UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstBin.self), sink)
    gst_element_sync_state_with_parent(sink)
    let end = gst_element_get_static_pad(sink, "sink")
    defer { gst_object_unref(end) }
    gst_pad_link(pad, end)
  }
}
