import CCutawayGStreamer
package import CutawayGraph
package import CutawayTime
import Synchronization

/// Counts, checks and digests the packets of a constant frame rate on their way into a file.
///
/// The packets belong to runs of frames, one after the other. A run has one packet for each of its
/// frames, in any order. Its digest covers the numbers and the bytes of its frames in decode order.
package final class PacketLog: Sendable {
  /// The packets of one run of frames.
  package struct Run: Sendable, Hashable {
    /// The frames, counted from the start of the film.
    package var frames: Range<Int64>
    /// The number of packets.
    package var packetCount = 0
    /// The greatest number of packets by which a frame is decoded after its place in the order of
    /// presentation: the frames that a decoder must hold back.
    package var reordering: Int64 = 0
    /// The digest of all packets, as `sha256:…`.
    package var digest = ""
  }

  private struct State: @unchecked Sendable {
    // One thread at a time uses the digest, under the lock.
    var runs: [Run] = []
    var current: Run
    var digest = SecureDigest()
    var isSeen: [Bool]
    var waiting: ArraySlice<Range<Int64>>
    var format: String?
    var fault: String?
  }

  private let state: Mutex<State>
  private let frameDuration: MediaTime
  /// The number of the frame at time 0 of the stream.
  private let origin: Int64

  /// Expects runs of frames.
  ///
  /// - Parameters:
  ///   - runs: The frames of each run, counted from the start of the film; at least one run.
  ///   - origin: The number of the frame at time 0 of the stream.
  ///   - frameDuration: Seconds per frame.
  package init(runs: [Range<Int64>], origin: Int64, frameDuration: MediaTime) {
    self.origin = origin
    self.frameDuration = frameDuration
    let first = runs.first ?? 0..<0
    state = Mutex(
      State(
        current: Run(frames: first), isSeen: Array(repeating: false, count: first.count),
        waiting: runs.dropFirst()))
  }

  /// The complete runs so far, in order.
  package var runs: [Run] { state.withLock { $0.runs } }

  /// What is wrong with the run after the complete ones; `nil` if nothing is known to be.
  package var fault: String? { state.withLock { $0.fault } }

  /// The caps of the packets without the frame rate; `nil` before the first packet.
  package var format: String? { state.withLock { $0.format } }

  /// What the runs lack at the end of the stream; `nil` if all are complete and correct.
  package var shortage: String? {
    state.withLock { state in
      if let fault = state.fault { return fault }
      guard !state.isSeen.isEmpty else { return nil }
      return "it has \(state.current.packetCount) of \(state.current.frames.count) frames"
    }
  }

  fileprivate func add(
    _ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>
  ) {
    let stamp = gst_swift_pts(buffer)
    let time = stamp == gst_swift_unknown_time() ? nil : runningTime(stamp, at: pad)
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else {
      return state.withLock { $0.fault = $0.fault ?? "a packet cannot be read" }
    }
    defer { gst_buffer_unmap(buffer, &map) }
    let bytes = UnsafeRawBufferPointer(start: map.data, count: Int(map.size))
    state.withLock { state in
      guard state.fault == nil else { return }
      if state.format == nil { state.format = packetFormat(at: pad) }
      guard let time else { return state.fault = "a packet has no time" }
      let frame = origin + MediaTime(nanoseconds: time).rounded(in: frameDuration)
      guard state.current.frames.contains(frame) else {
        return state.fault = "it has a frame \(frame), outside of \(state.current.frames)"
      }
      let place = Int(frame - state.current.frames.lowerBound)
      guard !state.isSeen[place] else { return state.fault = "it has frame \(frame) twice" }
      state.isSeen[place] = true
      state.current.reordering = max(
        state.current.reordering, Int64(state.current.packetCount - place))
      state.current.packetCount += 1
      for number in [frame, Int64(bytes.count)] {
        withUnsafeBytes(of: number.littleEndian) { state.digest.add($0) }
      }
      state.digest.add(bytes)
      if state.current.packetCount == state.current.frames.count { Self.complete(&state) }
    }
  }

  private static func complete(_ state: inout State) {
    state.current.digest = state.digest.text()
    state.runs.append(state.current)
    state.digest = SecureDigest()
    let next = state.waiting.popFirst() ?? 0..<0
    state.current = Run(frames: next)
    state.isSeen = Array(repeating: false, count: next.count)
  }
}

/// The caps of a pad without the frame rate, which demuxers estimate.
private func packetFormat(at pad: UnsafeMutablePointer<GstPad>) -> String {
  guard let caps = gst_pad_get_current_caps(pad) else { return "" }
  defer { gst_caps_unref(caps) }
  guard let own = gst_caps_copy(caps), let fields = gst_caps_get_structure(own, 0) else {
    return ""
  }
  defer { gst_caps_unref(own) }
  gst_structure_remove_field(fields, "framerate")
  guard let text = gst_caps_to_string(own) else { return "" }
  defer { g_free(text) }
  return String(cString: text)
}

extension Pipeline {
  /// Passes the packets that leave an element to a log; does nothing if there is no such element.
  ///
  /// Call it before the pipeline starts.
  package func watchPackets(leaving role: PipelineGraph.Role, _ log: PacketLog) {
    // The ID of the probe, which stays as long as the pad.
    _ = withPad("src", of: role) { pad in
      gst_pad_add_probe(
        pad, GST_PAD_PROBE_TYPE_BUFFER,
        { pad, info, log in
          if let pad, let buffer = gst_swift_probe_buffer(info) {
            Unmanaged<PacketLog>.fromOpaque(log!)._withUnsafeGuaranteedRef {
              $0.add(buffer, at: pad)
            }
          }
          return GST_PAD_PROBE_OK
        }, Unmanaged.passRetained(log).toOpaque(),
        { Unmanaged<PacketLog>.fromOpaque($0!).release() })
    }
  }
}
