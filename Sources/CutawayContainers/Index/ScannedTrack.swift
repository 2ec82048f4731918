package import CutawayTime

/// A track of pictures or of sound whose packets a demuxer has read; times are in its stream time.
package struct ScannedTrack: Sendable, Hashable {
  /// The packets from the first one on at which decoding can begin; none for sound.
  package var list: PacketList
  /// Whether the list tells which frame is shown when: each packet has its own presentation time, and the
  /// order is one that decoders restore.
  package var isComplete: Bool
  /// Whether each packet has a presentation time.
  package var hasAllTimes: Bool
  /// The time of the first packet in the file; `nil` if no packet has a time.
  package var first: MediaTime?
  /// The end of the last packet in presentation order; `nil` if no packet has a time.
  package var end: MediaTime?
  /// The sum of the durations of all frames from the first key frame on; `nil` if one is unknown.
  package var sum: MediaTime?
  /// Whether the demuxer saw other clock references than the file's; see ``TransportClock``.
  package var hasPauses = false

  /// Creates a track.
  package init(
    list: PacketList, isComplete: Bool, hasAllTimes: Bool, first: MediaTime?, end: MediaTime?,
    sum: MediaTime?
  ) {
    self.list = list
    self.isComplete = isComplete
    self.hasAllTimes = hasAllTimes
    self.first = first
    self.end = end
    self.sum = sum
  }
}

extension ScannedTrack {
  /// Whether a scan can have found the track; a record may have been changed.
  package func isPlausible(in container: StreamContainer) -> Bool {
    let times = [first, end, sum].compactMap(\.self)
    return list.tick == container.tick && times.allSatisfy { abs($0.seconds) < 1e9 }
      && (sum ?? .zero) >= .zero && (first ?? .zero) <= (end ?? first ?? .zero)
      && (list.media == .video || list.packets.isEmpty) && (!isComplete || list.isOrderOfDecoding)
  }
}

// MARK: Records

extension [ScannedTrack] {
  /// The tracks as bytes, of which a packet takes about ten; a scan finds no stated duration of frames, and
  /// no edit list.
  package var record: [UInt8] {
    var writer = RecordWriter()
    writer.add(Int64(count))
    for track in self { track.write(to: &writer) }
    return writer.bytes
  }

  /// Reads the bytes of ``record``; `nil` if they are not such a record.
  package init?(record: [UInt8]) {
    var reader = RecordReader(bytes: record)
    guard let count = reader.number(in: 0...1_000) else { return nil }
    self = []
    for _ in 0..<count {
      guard let track = ScannedTrack(&reader) else { return nil }
      append(track)
    }
    guard reader.isAtEnd else { return nil }
  }
}

extension ScannedTrack {
  fileprivate func write(to writer: inout RecordWriter) {
    writer.add(flags: [isComplete, hasAllTimes, list.media == .audio, hasPauses])
    writer.add(Int64(list.trackNumber))
    for time in [list.tick, first, end, sum] { writer.add(time) }
    writer.add(Int64(list.packets.count))
    var last: Int64 = 0
    for packet in list.packets {
      let identity = packet.identity
      writer.add(flags: [
        packet.isKey, packet.decoding != nil, identity != nil, identity?.digest != nil,
      ])
      writer.add(packet.time &- last)
      last = packet.time
      if let decoding = packet.decoding { writer.add(packet.time &- decoding) }
      writer.add(packet.duration)
      if let identity { writer.add(Int64(identity.size)) }
      if let digest = identity?.digest { writer.add(digest) }
    }
  }

  fileprivate init?(_ reader: inout RecordReader) {
    guard let flags = reader.number(in: 0...15), let number = reader.number(in: 0...1_000),
      let tick = reader.time(), let tick, tick > .zero,
      let first = reader.time(), let end = reader.time(), let sum = reader.time(),
      let count = reader.number(in: 0...Int64(PacketList.longest))
    else { return nil }
    var list = PacketList(
      trackNumber: Int(number), media: flags & 4 != 0 ? .audio : .video, tick: tick)
    var last: Int64 = 0
    for _ in 0..<count {
      guard let packet = PacketList.Packet(&reader, after: last) else { return nil }
      last = packet.time
      list.packets.append(packet)
    }
    self.init(
      list: list, isComplete: flags & 1 != 0, hasAllTimes: flags & 2 != 0, first: first, end: end,
      sum: sum)
    hasPauses = flags & 8 != 0
  }
}

extension PacketList.Packet {
  fileprivate init?(_ reader: inout RecordReader, after last: Int64) {
    guard let flags = reader.number(in: 0...15), let step = reader.number() else { return nil }
    self.init(time: last &+ step, isKey: flags & 1 != 0)
    if flags & 2 != 0 {
      guard let lead = reader.number() else { return nil }
      decoding = time &- lead
    }
    guard let length = reader.number(), [time, length, decoding ?? 0].allSatisfy(\.isTicks) else {
      return nil
    }
    duration = length
    guard flags & 4 != 0 else { return }
    guard let size = reader.number(in: 0...Int64(UInt32.max)) else { return nil }
    var digest: UInt32?
    if flags & 8 != 0 {
      guard let word = reader.word() else { return nil }
      digest = word
    }
    identity = PacketList.Identity(digest: digest, size: UInt32(size))
  }
}

extension Int64 {
  /// Whether the number is one that a file may state.
  fileprivate var isTicks: Bool { PacketList.believable(self) == self }
}

/// Writes numbers: seven bits a byte from the lowest ones on, negative numbers in the odd ones.
private struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: Int64) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest >= 128 {
      bytes.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(flags: [Bool]) {
    add(flags.enumerated().reduce(Int64(0)) { $0 | ($1.element ? 1 << Int64($1.offset) : 0) })
  }

  mutating func add(_ word: UInt32) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(word >> shift & 255)) }
  }

  mutating func add(_ time: MediaTime?) {
    add(time?.numerator ?? 0)
    // No time has this denominator.
    add(time?.denominator ?? 0)
  }
}

private struct RecordReader {
  let bytes: [UInt8]
  private var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func number() -> Int64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 127) << shift
      if byte < 128 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
    }
    return nil
  }

  mutating func number(in range: ClosedRange<Int64>) -> Int64? {
    number().flatMap { range.contains($0) ? $0 : nil }
  }

  mutating func word() -> UInt32? {
    guard bytes.count - place >= 4 else { return nil }
    defer { place += 4 }
    return (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  /// A time, which may be `nil`; `nil` of the outer kind at a fault.
  mutating func time() -> MediaTime?? {
    guard let value = number(), let timescale = number(in: 0...Int64.max) else { return nil }
    return .some(timescale == 0 ? nil : MediaTime(value, over: timescale))
  }
}
