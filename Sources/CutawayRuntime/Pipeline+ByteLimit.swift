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
  ///   - limit: The maximum number of bytes of all streams, with what the muxer adds.
  ///   - framing: What the muxer adds.
  /// - Returns: The limit, which reports whether it has been reached.
  package func limitBytes(
    into role: PipelineGraph.Role, to limit: Int64, framing: ByteLimit.Framing
  ) -> ByteLimit {
    let counter = ByteLimit(limit, framing)
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

  /// What a muxer adds to the packets, at most.
  package enum Framing: Sendable {
    /// An entry in an index for each packet.
    case index
    /// The packets of a transport stream (ISO/IEC 13818-1), whose last one is filled up, and its tables.
    case transportStream

    /// The bytes of a packet in the file.
    fileprivate func bytes(of size: Int64) -> Int64 {
      switch self {
      case .index: size + 24
      // 184 of the 188 bytes are left for the PES packet; its header and the adaptation fields have up to 40.
      case .transportStream: (size + 40 + 183) / 184 * 188
      }
    }

    /// The bytes that are added in each second of the film.
    fileprivate var bytesPerSecond: Int64 {
      switch self {
      case .index: 0
      // PAT, PMT and SDT ten times, a PCR 25 times.
      case .transportStream: (3 * 10 + 25) * 188
      }
    }
  }

  private let state: Mutex<State>
  private let framing: Framing

  fileprivate init(_ limit: Int64, _ framing: Framing) {
    state = Mutex(State(left: limit - 4_096))
    self.framing = framing
  }

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
      let length = max(state.nanoseconds, end)
      if state.left >= 0 {
        state.left -= framing.bytes(of: size)
        state.left -= (length - state.nanoseconds) * framing.bytesPerSecond / 1_000_000_000
      }
      guard state.left >= 0 else { return false }
      state.passed[number] += 1
      state.nanoseconds = length
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
