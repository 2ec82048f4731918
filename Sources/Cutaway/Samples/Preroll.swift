import CutawayModel
import CutawayRuntime

/// Chooses the copied packets before the start of a file that later ones need.
///
/// Of pictures, these are the packets from the last key frame at or before the start; of sound, those of the last tenth of a
/// second, which decoders need to begin. All are in the file, and an edit hides them.
struct Preroll: Sendable {
  /// A packet that may be needed.
  private struct Packet: Sendable {
    var bytes: [UInt8]
    var caps: String
    var start: Int64
    var decodingTime: Int64?
    var duration: Int64?
    var isKey: Bool

    init(_ buffer: FedBuffer) {
      bytes = buffer.bytes
      (caps, start, isKey) = (buffer.caps, buffer.start, buffer.isKey)
      (decodingTime, duration) = (buffer.decodingTime, buffer.duration)
    }

    var buffer: FedBuffer {
      FedBuffer(
        bytes, caps: caps, start: start, decodingTime: decodingTime, duration: duration,
        isKey: isKey)
    }
  }

  /// The time before the start from which on sound is kept, in nanoseconds.
  private static let soundLead: Int64 = 100_000_000

  private var packets: [Packet] = []
  private var hasBegun = false

  /// Takes the next packet, and chooses what is written now.
  ///
  /// - Parameters:
  ///   - buffer: The next packet in decoding order, whose time counts from the start of the file.
  ///   - media: The kind of media.
  /// - Returns: Nothing while it is open whether the packet is needed; else that and those before it.
  mutating func packets(with buffer: FedBuffer, of media: Track.MediaType) -> [FedBuffer] {
    if hasBegun { return [buffer] }
    if media == .video {
      if buffer.isKey, buffer.start <= 0 { packets = [] }
      if buffer.start < 0 {
        packets.append(Packet(buffer))
        return []
      }
    } else if buffer.start + (buffer.duration ?? 0) <= -Self.soundLead {
      return []
    }
    hasBegun = true
    defer { packets = [] }
    return packets.map(\.buffer) + [buffer]
  }

  /// Chooses what is written at the end of a stream.
  ///
  /// - Returns: The packets that wait, if one of them lasts longer than until the start of the file.
  mutating func packetsAtEnd() -> [FedBuffer] {
    defer { packets = [] }
    return packets.contains { $0.start + ($0.duration ?? 0) > 0 } ? packets.map(\.buffer) : []
  }
}
