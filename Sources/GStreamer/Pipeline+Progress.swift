import CGStreamer
public import MediaTime
import Synchronization

/// The time of what has passed a place in a pipeline.
public final class TimeCounter: Sendable {
  private let nanoseconds = Atomic<Int64>(0)

  /// The end of the last frame or block of samples, in the stream's time.
  public var time: MediaTime { MediaTime(nanoseconds: nanoseconds.load(ordering: .relaxed)) }

  fileprivate func count(
    _ buffer: UnsafeMutablePointer<GstBuffer>, on pad: UnsafeMutablePointer<GstPad>
  ) {
    let stamp = gst_swift_pts(buffer), duration = gst_swift_duration(buffer)
    let unknown = gst_swift_unknown_time()
    guard stamp != unknown, let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else {
      return
    }
    defer { gst_swift_event_unref(event) }
    var segment: UnsafePointer<GstSegment>?
    gst_event_parse_segment(event, &segment)
    let start = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, stamp)
    guard start != unknown else { return }
    let end = Int64(clamping: start &+ (duration == unknown ? 0 : duration))
    nanoseconds.store(end, ordering: .relaxed)
  }
}

extension Pipeline {
  /// Counts the time that leaves the first of the named elements that is there.
  public func countTime(leaving names: [String]) -> TimeCounter {
    let counter = TimeCounter()
    let bin = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBin.self)
    guard let found = names.lazy.compactMap({ gst_bin_get_by_name(bin, $0) }).first else {
      return counter
    }
    defer { gst_object_unref(found) }
    guard let pad = gst_element_get_static_pad(found, "src") else { return counter }
    defer { gst_object_unref(pad) }
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_BUFFER,
      { pad, info, counter in
        if let buffer = gst_swift_probe_buffer(info), let pad {
          Unmanaged<TimeCounter>.fromOpaque(counter!)._withUnsafeGuaranteedRef {
            $0.count(buffer, on: pad)
          }
        }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(counter).toOpaque(),
      { Unmanaged<TimeCounter>.fromOpaque($0!).release() })
    return counter
  }

  /// An event, the passing of time, or something that a user wants.
  public enum Moment<Command: Sendable>: Sendable {
    case event(Event)
    case tick
    case command(Command)
  }

  /// The pipeline's events, and ticks between them for showing progress.
  public func moments(every interval: Duration) -> AsyncThrowingStream<Moment<Never>, any Error> {
    moments(every: interval, commands: AsyncStream { _ in })
  }

  /// The pipeline's events, ticks between them, and commands as they come.
  public func moments<Command: Sendable>(
    every interval: Duration, commands: AsyncStream<Command>
  ) -> AsyncThrowingStream<Moment<Command>, any Error> {
    AsyncThrowingStream { continuation in
      let ear = Task {
        for await command in commands { continuation.yield(.command(command)) }
      }
      let clock = Task {
        while !Task.isCancelled {
          try await Task.sleep(for: interval)
          continuation.yield(.tick)
        }
      }
      let relay = Task { [events] in
        do {
          for try await event in events { continuation.yield(.event(event)) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in
        clock.cancel()
        ear.cancel()
        relay.cancel()
      }
    }
  }
}
