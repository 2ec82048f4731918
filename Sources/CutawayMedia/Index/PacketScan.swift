import CCutawayGStreamer
import CutawayContainers
import CutawayElementBridge
import CutawaySystem
import CutawayTime
import Synchronization

/// Reads the times of all packets of a file with its demuxer and parsers, without a decoder.
final class PacketScan: Sendable {
  let container: StreamContainer
  private let pads = Monitor<[PadScan]>([])
  /// The number of packets that have arrived.
  let count = Atomic(0)
  /// The end of the data that have been read, in bytes.
  private let position = Atomic<Int64>(0)

  private init(_ container: StreamContainer) { self.container = container }

  /// Reads a file to its end, or to its first damaged place.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - container: Its container.
  ///   - clock: What its demuxer sees in place of other bytes.
  /// - Returns: The tracks of pictures and of sound, each kind in the order in which parsebin exposes
  ///   them, and whether the file was read to its end; `nil` if there are none, if there are more packets than ``PacketList`` allows, or if
  ///   nothing arrives for the time of ``ReaderPipeline/patience``.
  static func tracks(
    of file: FileIdentity, _ container: StreamContainer, _ clock: [FilePatch]
  ) -> (tracks: [ScannedTrack], isWhole: Bool)? {
    gst_init(nil, nil)
    let scan = PacketScan(container)
    guard let isWhole = scan.run(file, clock) else { return nil }
    let tracks = scan.pads.update { $0.map { $0.track() } }
    return tracks.isEmpty ? nil : (tracks, isWhole)
  }

  /// Reads the file; returns whether that was to its end, and `nil` if it must not be used.
  private func run(_ file: FileIdentity, _ clock: [FilePatch]) -> Bool? {
    let source = gst_element_factory_make("filesrc", nil)
    let parser = gst_element_factory_make("parsebin", nil)
    guard let source, let parser else {
      for element in [source, parser] { element.map { gst_object_unref($0) } }
      return nil
    }
    gst_swift_set_string(source, "location", file.path)
    MaskedSource.apply(clock, at: source)
    followPosition(of: source)
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
    return waitForEnd(bus, of: file)
  }

  /// Keeps where a source reads.
  private func followPosition(of source: UnsafeMutablePointer<GstElement>) {
    guard let pad = gst_element_get_static_pad(source, "src") else { return }
    defer { gst_object_unref(pad) }
    let kinds =
      GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_PULL.rawValue
      | GST_PAD_PROBE_TYPE_PUSH.rawValue
    gst_pad_add_probe(
      pad, GstPadProbeType(rawValue: kinds),
      { _, info, scan in
        guard let info, let buffer = gst_swift_probe_buffer(info) else { return GST_PAD_PROBE_OK }
        let end = Int64(clamping: gst_swift_offset(buffer)) &+ Int64(gst_buffer_get_size(buffer))
        CallbackContext<PacketScan>.object(at: scan)?.position.store(end, ordering: .relaxed)
        return GST_PAD_PROBE_OK
      }, CallbackContext.pointer(to: self), { CallbackContext<PacketScan>.release($0) })
  }

  private func waitForEnd(_ bus: UnsafeMutablePointer<GstBus>, of file: FileIdentity) -> Bool? {
    let notice = ScanNotice(file)
    defer { notice.end() }
    var patience = Patience(seconds: ReaderPipeline.patience), seen = 0
    let kinds = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
    while patience.rest > 0 {
      let slice = GstClockTime(patience.slice * 1_000_000_000)
      if let message = gst_bus_timed_pop_filtered(bus, slice, kinds) {
        defer { gst_swift_message_unref(message) }
        return gst_swift_message_type(message) == GST_MESSAGE_EOS
      }
      patience.spend()
      let now = count.load(ordering: .relaxed)
      if now > PacketList.longest { return nil }
      if now != seen { patience.restore() }
      notice.show(position.load(ordering: .relaxed))
      seen = now
    }
    return nil
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
