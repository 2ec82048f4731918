import CCutawayGStreamer
package import CutawayDiagnostics
package import CutawayGraph
import CutawayMedia
package import CutawayTime
import Synchronization

/// The time and the size of the buffers that passed an element.
package final class TimeCounter: Sendable {
  private let nanoseconds = Atomic<Int64>(0)
  private let size = Atomic<Int64>(0)

  /// The number of passed bytes.
  package var bytes: Int64 { size.load(ordering: .relaxed) }

  /// The latest end of a frame or block of samples, in the stream's time.
  package var time: MediaTime { MediaTime(nanoseconds: nanoseconds.load(ordering: .relaxed)) }

  fileprivate func count(
    _ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>
  ) {
    size.add(Int64(gst_buffer_get_size(buffer)), ordering: .relaxed)
    // Encoded frames arrive in decode order.
    nanoseconds.max(endTime(of: buffer, at: pad) ?? 0, ordering: .relaxed)
  }
}

/// The end of a buffer in running time; `nil` if it is unknown.
func endTime(
  of buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>
) -> Int64? {
  let start = gst_swift_pts(buffer), duration = gst_swift_duration(buffer)
  let unknown = gst_swift_unknown_time()
  guard start != unknown else { return nil }
  return runningTime(start &+ (duration == unknown ? 0 : duration), at: pad)
}

/// A time on a pad in running time, because encoders that reorder frames shift their times by
/// hours.
func runningTime(_ time: GstClockTime, at pad: UnsafeMutablePointer<GstPad>) -> Int64? {
  guard let event = gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
  defer { gst_swift_event_unref(event) }
  var segment: UnsafePointer<GstSegment>?
  gst_event_parse_segment(event, &segment)
  guard let segment else { return nil }
  var result: guint64 = 0
  let sign = gst_segment_to_running_time_full(segment, GST_FORMAT_TIME, time, &result)
  return sign == 0 ? nil : Int64(sign) * Int64(clamping: result)
}

extension Pipeline {
  /// Measures the output of the first existing element of several.
  package func countTime(leaving roles: [PipelineGraph.Role]) -> TimeCounter {
    let counter = TimeCounter()
    for role in roles where withPad("src", of: role, { count($0, with: counter) }) != nil {
      break
    }
    return counter
  }

  private func count(_ pad: UnsafeMutablePointer<GstPad>, with counter: TimeCounter) {
    // The probe stays as long as the pad.
    gst_pad_add_probe(
      pad, GST_PAD_PROBE_TYPE_BUFFER,
      { pad, info, counter in
        if let pad, let buffer = gst_swift_probe_buffer(info) {
          Unmanaged<TimeCounter>.fromOpaque(counter!)._withUnsafeGuaranteedRef {
            $0.count(buffer, at: pad)
          }
        }
        return GST_PAD_PROBE_OK
      }, Unmanaged.passRetained(counter).toOpaque(),
      { Unmanaged<TimeCounter>.fromOpaque($0!).release() })
  }

  /// An event of the pipeline, a tick, or a command of the user.
  package enum Moment<Command: Sendable>: Sendable {
    /// An event of the pipeline.
    case event(Event)
    /// A tick: the interval has passed.
    case tick
    /// A command of the user.
    case command(Command)
  }

  /// Waits for the end of the stream, and shows its progress ten times a second.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller.
  ///   - onWarning: Gets the warnings of elements.
  ///   - onTick: Shows the progress, or stops the wait by an error.
  /// - Throws: The ``PipelineError`` that stopped the stream; the error of `onTick`;
  ///   `CancellationError`.
  package func waitForEnd(
    isolation: isolated (any Actor)? = #isolation, onWarning: (Warning) -> Void,
    onTick: () throws -> Void
  ) async throws {
    let moments = moments(
      every: .milliseconds(100), commands: AsyncStream<Never> { _ in })
    for try await moment in moments {
      switch moment {
      case .event(.endOfStream): return
      case .event(.warning(let warning)): onWarning(warning)
      case .event: break
      case .tick: try onTick()
      }
    }
    throw CancellationError()
  }

  /// The pipeline's events, ticks between them, and commands in order of arrival.
  package func moments<Command: Sendable>(
    every interval: Duration, commands: AsyncStream<Command>
  ) -> AsyncThrowingStream<Moment<Command>, any Error> {
    AsyncThrowingStream { continuation in
      // Apart from Swift's pool, whose threads a program may block.
      let threads = BlockingThreads.shared
      let ear = Task(executorPreference: threads) {
        for await command in commands { continuation.yield(.command(command)) }
      }
      let clock = Task(executorPreference: threads) {
        while !Task.isCancelled {
          try await Task.sleep(for: interval)
          continuation.yield(.tick)
        }
      }
      let relay = Task(executorPreference: threads) { [events] in
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
