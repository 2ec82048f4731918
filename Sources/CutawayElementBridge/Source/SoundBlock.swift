import CCutawayGStreamer
import CutawayElementKit

/// Gathers short pieces of sound into one buffer, because downstream elements cost about the same
/// per buffer.
struct SoundBlock {
  private let buffer: Buffer
  private var map = GstMapInfo()
  private let frameSize: Int
  private let capacity: Int
  /// The number of points in time in the block.
  private var count = 0
  private var isSilent = true
  private var start: Int64 = 0
  private var end: Int64 = 0

  private init(capacity: Int, frameSize: Int) throws(ElementError) {
    let size = gsize(capacity * frameSize)
    guard let buffer = gst_buffer_new_allocate(nil, size, nil) else {
      throw ElementError("cannot allocate \(size) bytes", code: .noMemory)
    }
    guard gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0 else {
      gst_swift_buffer_unref(buffer)
      throw ElementError("cannot map \(size) bytes of sound", code: .noMemory)
    }
    self.buffer = buffer
    self.capacity = capacity
    self.frameSize = frameSize
  }

  /// Creates a block with a first piece; `nil` if that is no sound, or too long for another piece.
  init?(
    beginningWith output: SourceOutput, capacity: Int, frameSize: Int
  ) throws(ElementError) {
    guard let piece = Piece(output), piece.frames * 2 <= capacity else { return nil }
    try self.init(capacity: capacity, frameSize: frameSize)
    append(piece)
  }

  /// Appends the next output if it fits and is contiguous.
  ///
  /// - Returns: Whether it was appended.
  mutating func append(_ output: SourceOutput) -> Bool {
    guard let piece = Piece(output), count + piece.frames <= capacity, piece.start == end else {
      return false
    }
    append(piece)
    return true
  }

  private struct Piece {
    /// The buffer; `nil` for silence.
    var source: Buffer?
    var first = 0
    var frames: Int
    var start: Int64
    var end: Int64

    init?(_ output: SourceOutput) {
      switch output {
      case .samples(let sample, let part, .forward, let start, let end):
        source = sample.buffer
        first = part.lowerBound
        frames = part.count
        (self.start, self.end) = (start, end)
      case .silence(let count, let start, let end):
        frames = count
        (self.start, self.end) = (start, end)
      default: return nil
      }
    }
  }

  private mutating func append(_ piece: Piece) {
    let size = piece.frames * frameSize
    let place = map.data + count * frameSize
    if let source = piece.source {
      gst_buffer_extract(source, gsize(piece.first * frameSize), place, gsize(size))
      isSilent = false
    } else {
      place.update(repeating: 0, count: size)
    }
    if count == 0 { start = piece.start }
    end = piece.end
    count += piece.frames
  }

  /// Returns the buffer, which the caller then owns.
  mutating func finish() -> Buffer {
    gst_buffer_unmap(buffer, &map)
    gst_buffer_set_size(buffer, gssize(count * frameSize))
    if isSilent { gst_swift_set_flag(buffer, GST_BUFFER_FLAG_GAP, 1) }
    stamp(buffer, start: start, end: end)
    return buffer
  }

  /// Releases the buffer unused.
  mutating func discard() {
    gst_buffer_unmap(buffer, &map)
    gst_swift_buffer_unref(buffer)
  }
}
