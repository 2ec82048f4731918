import CCutawayGStreamer
package import CutawayGraph
package import CutawayTime
import Synchronization

extension Pipeline {
  /// Limits the bytes that enter a muxer.
  ///
  /// Call it before the pipeline starts.
  ///
  /// - Parameters:
  ///   - role: The muxer, or another element with sink pads; nothing happens if there is none.
  ///   - limit: The maximum number of bytes of all streams, including the header's bytes per
  ///     packet.
  /// - Returns: The limit, which reports whether it has been reached.
  package func limitBytes(into role: PipelineGraph.Role, to limit: Int64) -> ByteLimit {
    let counter = ByteLimit(limit)
    withElement(role) { element in
      var entry = element.pointee.sinkpads
      while let current = entry {
        let gate = PadGate(counter)
        gst_pad_add_probe(
          current.pointee.data.assumingMemoryBound(to: GstPad.self), GST_PAD_PROBE_TYPE_BUFFER,
          { pad, info, gate in
            guard let pad, let buffer = gst_swift_probe_buffer(info) else {
              return GST_PAD_PROBE_OK
            }
            let fits = Unmanaged<PadGate>.fromOpaque(gate!)._withUnsafeGuaranteedRef {
              $0.limit.take(buffer, at: pad, as: $0.number)
            }
            return fits ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
          }, Unmanaged.passRetained(gate).toOpaque(),
          { Unmanaged<PadGate>.fromOpaque($0!).release() })
        entry = current.pointee.next
      }
    }
    return counter
  }
}

/// The number of bytes that may still pass.
package final class ByteLimit: Sendable {
  private struct State {
    var left: Int64
    /// The number of packets, by the number of the pad.
    var passed: [Int] = []
    var nanoseconds: Int64 = 0
  }

  private let state: Mutex<State>

  /// The maximum bytes of the header per packet.
  private static let headerShare: Int64 = 24

  fileprivate init(_ limit: Int64) { state = Mutex(State(left: limit - 4_096)) }

  /// Whether a packet was left out.
  package var isReached: Bool { state.withLock { $0.left < 0 } }

  /// Whether no packet of some stream has passed.
  package var hasEmptyStream: Bool { state.withLock { $0.passed.contains(0) } }

  /// The end of the passed packets, in running time.
  package var time: MediaTime { MediaTime(nanoseconds: state.withLock { $0.nanoseconds }) }

  /// Adds a stream.
  ///
  /// - Returns: Its number.
  fileprivate func addStream() -> Int {
    state.withLock {
      $0.passed.append(0)
      return $0.passed.count - 1
    }
  }

  fileprivate func take(
    _ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>,
    as number: Int
  ) -> Bool {
    let size = Int64(gst_buffer_get_size(buffer)), end = endTime(of: buffer, at: pad) ?? 0
    return state.withLock { state in
      // After one packet is left out, all later ones are, too.
      if state.left >= 0 { state.left -= size + Self.headerShare }
      guard state.left >= 0 else { return false }
      state.passed[number] += 1
      state.nanoseconds = max(state.nanoseconds, end)
      return true
    }
  }
}

/// A pad that a limit counts.
private final class PadGate: Sendable {
  let limit: ByteLimit
  let number: Int

  init(_ limit: ByteLimit) {
    self.limit = limit
    number = limit.addStream()
  }
}
