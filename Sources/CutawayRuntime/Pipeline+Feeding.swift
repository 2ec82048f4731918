import CCutawayGStreamer
package import CutawayElementBridge
package import CutawayGraph
import CutawayMedia

/// A buffer that a program puts into a pipeline.
@safe
package struct FedBuffer {
  /// The caps, in GStreamer's notation.
  package var caps: String
  /// The number of bytes.
  package var size: Int
  /// The presentation time in nanoseconds.
  package var start: Int64
  /// The decoding time in nanoseconds; `nil` if it is that of the presentation.
  package var decodingTime: Int64?
  /// The duration in nanoseconds; `nil` if it is not known.
  package var duration: Int64?
  /// Whether it can be decoded without others.
  package var isKey: Bool

  /// Writes the bytes.
  let fill: (UnsafeMutableRawBufferPointer) -> Void

  /// Creates a buffer.
  package init(
    caps: String, size: Int, start: Int64, decodingTime: Int64? = nil, duration: Int64? = nil,
    isKey: Bool = true, filledBy fill: @escaping (UnsafeMutableRawBufferPointer) -> Void
  ) {
    self.fill = fill
    (self.caps, self.size, self.start) = (caps, size, start)
    (self.decodingTime, self.duration, self.isKey) = (decodingTime, duration, isKey)
  }
}

extension FedBuffer {
  /// A copy of the bytes.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { target, count in
      fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[..<size]))
      count = size
    }
  }

  /// Creates a buffer of bytes.
  package init(
    _ bytes: [UInt8], caps: String, start: Int64, decodingTime: Int64? = nil,
    duration: Int64? = nil, isKey: Bool = true
  ) {
    self.init(
      caps: caps, size: bytes.count, start: start, decodingTime: decodingTime, duration: duration,
      isKey: isKey
    ) { target in target.copyBytes(from: bytes) }
  }

  /// Creates a buffer with the data of another pipeline.
  package init(_ sample: MediaSample, caps: String, start: Int64, duration: Int64? = nil) {
    self.init(caps: caps, size: sample.size, start: start, duration: duration) { target in
      sample.copyBytes(to: target)
    }
  }
}

/// A buffer in memory of GStreamer, which an `appsrc` gets later.
@safe
package final class FilledBuffer: @unchecked Sendable {
  // One thread at a time feeds a stream.
  private var buffer: UnsafeMutablePointer<GstBuffer>?
  private let caps: String
  /// The presentation time in nanoseconds.
  package let start: Int64

  /// Writes the bytes; `nil` if there is no memory.
  package init?(_ source: FedBuffer) {
    (caps, start) = (source.caps, source.start)
    guard let new = gst_buffer_new_allocate(nil, gsize(source.size), nil) else { return nil }
    buffer = new
    var map = GstMapInfo()
    guard gst_buffer_map(new, &map, GST_MAP_WRITE) != 0 else { return nil }
    source.fill(UnsafeMutableRawBufferPointer(start: map.data, count: source.size))
    gst_buffer_unmap(new, &map)
    gst_swift_set_times(new, GstClockTime(max(0, source.start)), gst_swift_unknown_time())
    if let time = source.decodingTime { gst_swift_set_dts(new, GstClockTime(max(0, time))) }
    if !source.isKey { gst_swift_set_flag(new, GST_BUFFER_FLAG_DELTA_UNIT, 1) }
  }

  deinit { if let buffer { gst_swift_buffer_unref(buffer) } }

  /// The buffer and its caps, which the caller owns.
  fileprivate func take() -> (UnsafeMutablePointer<GstBuffer>, Caps)? {
    guard let buffer, let caps = gst_caps_from_string(caps) else { return nil }
    self.buffer = nil
    return (buffer, caps)
  }
}

// An `appsrc` that a program feeds while the pipeline runs.
extension Pipeline {
  /// Calls `demand` on a streaming thread whenever an `appsrc` has no data left.
  ///
  /// Call it before the pipeline starts.
  package func onDemand(of role: PipelineGraph.Role, _ demand: @escaping @Sendable () -> Void) {
    withElement(role) { element in
      var callbacks = GstAppSrcCallbacks()
      callbacks.need_data = { _, _, demand in
        Unmanaged<Demand>.fromOpaque(demand!)._withUnsafeGuaranteedRef { $0.body() }
      }
      gst_app_src_set_callbacks(
        UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self), &callbacks,
        Unmanaged.passRetained(Demand(demand)).toOpaque(),
        { Unmanaged<Demand>.fromOpaque($0!).release() })
    }
  }

  /// Puts a buffer into an `appsrc`; waits while it is full, if it has the property `block`.
  ///
  /// - Returns: Whether the element took it; otherwise the stream has ended.
  package func push(_ buffer: FedBuffer, into role: PipelineGraph.Role) -> Bool {
    FilledBuffer(buffer).map { push($0, lasting: buffer.duration, into: role) } ?? false
  }

  /// Puts a filled buffer into an `appsrc`, once; see ``push(_:into:)``.
  package func push(
    _ buffer: FilledBuffer, lasting duration: Int64?, into role: PipelineGraph.Role
  ) -> Bool {
    withElement(role) { element -> Bool in
      let source = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self)
      guard let (new, caps) = buffer.take() else { return false }
      new.pointee.duration =
        duration.map { GstClockTime(max(0, $0)) } ?? gst_swift_unknown_time()
      // Caps that are equal to the current ones have no effect.
      gst_app_src_set_caps(source, caps)
      gst_caps_unref(caps)
      return gst_app_src_push_buffer(source, new) == GST_FLOW_OK
    } ?? false
  }

  /// Sets the ticks per second of a track of a movie, before its first buffer.
  package func setTimescale(_ ticks: Int32, ofMuxerPad name: String) {
    withElement(.muxer) { muxer in
      guard let pad = gst_element_get_static_pad(muxer, name) else { return }
      defer { gst_object_unref(pad) }
      guard gst_swift_has_property(pad, "trak-timescale") != 0 else { return }
      gst_swift_set_uint(pad, "trak-timescale", guint(max(0, ticks)))
    }
  }

  /// Makes the next frame that an `appsrc` gets, at a time in nanoseconds, a key frame, if an encoder follows it.
  package func requestKeyFrame(at time: Int64, from role: PipelineGraph.Role) {
    withElement(role) { CutawayMedia.requestKeyFrame(from: $0, at: time) }
  }

  /// The bytes that wait in an `appsrc`.
  package func waitingBytes(in role: PipelineGraph.Role) -> Int {
    withElement(role) { element in
      Int(
        gst_app_src_get_current_level_bytes(
          UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self)))
    } ?? 0
  }

  /// Ends the stream of an `appsrc`.
  package func endInput(_ role: PipelineGraph.Role) {
    withElement(role) { element in
      // Refused only if the stream has ended.
      _ = gst_app_src_end_of_stream(
        UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAppSrc.self))
    }
  }

  /// States that the stream waits for the program, so that a pause is no failure.
  package func holdForProgram() { traffic.hold() }
  /// States that the stream waits for the program no longer.
  package func releaseFromProgram() { traffic.release() }
}

private final class Demand: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
