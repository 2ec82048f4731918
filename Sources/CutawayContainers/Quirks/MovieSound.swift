package import CutawayQuirks

extension Quirk {
  /// qtdemux leaves out the packets before the start of the edit list, and a last packet that is
  /// shorter than the others.
  ///
  /// Without these packets, a copy would start with samples that no decoder can restore, and end
  /// early.
  package static let movieSound = Quirk(
    "qtdemux leaves out sound packets that are not heard",
    versions: [.all],
    upstream: "0071c97128 (merge request 4200, in 1.24.0) only clips what iTunSMPB states",
    test: "tables that claim too many entries are read to their end")
}

/// The packets of an MP4 file's sound, from the tables of the file.
///
/// A decoder needs the packets before the start of the edit list to restore the first samples,
/// although these packets are not heard.
package struct MovieSound: Sendable {
  package struct Packet: Sendable, Hashable {
    package var offset: Int
    package var size: Int
    /// The time from the first sample that is heard, in nanoseconds.
    package var start: Int64
    /// The duration in nanoseconds.
    package var duration: Int64
  }

  package private(set) var packets: [Packet] = []

  /// Reads the tables of a file's audio track.
  ///
  /// Without such tables there are no packets.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - trackIndex: The index among the audio tracks.
  ///   - limit: The time at which to stop, in nanoseconds.
  package init(path: String, trackIndex: Int, until limit: Int64 = .max) {
    guard let movie = MovieHeader(path: path) else { return }
    let sounds = movie.tracks(of: "soun")
    guard sounds.indices.contains(trackIndex) else { return }
    read(sounds[trackIndex], of: movie.fileSize, until: limit)
  }

  /// The counts in a file are trusted only as far as its tables extend.
  private mutating func read(_ track: BoxView, of fileSize: Int, until limit: Int64) {
    guard let media = track.box("mdia"), let clock = media.box("mdhd"),
      let tables = media.box("minf")?.box("stbl"), let times = tables.box("stts"),
      let sizes = PacketSizes(tables), var place = ChunkWalk(tables, fileSize: fileSize)
    else { return }
    let scale = Int64(clock.word(clock.byte(0) == 1 ? 20 : 12))
    guard scale > 0 else { return }
    var time = -(track.editStart?.ticks ?? 0), index = 0
    for run in 0..<min(times.word(4), (times.count - 8) / 8) {
      let length = Int64(times.word(12 + 8 * run))
      for _ in 0..<times.word(8 + 8 * run) {
        guard let start = nanoseconds(time, scale), let duration = nanoseconds(length, scale),
          start < limit, let size = sizes.size(of: index), let offset = place.next(size: size)
        else { return }
        packets.append(Packet(offset: offset, size: size, start: start, duration: duration))
        time += length
        index += 1
      }
    }
  }

  /// The time in nanoseconds; `nil` if it is longer than thirty years.
  private func nanoseconds(_ time: Int64, _ scale: Int64) -> Int64? {
    let (whole, rest) = time.quotientAndRemainder(dividingBy: scale)
    guard whole.magnitude < 1_000_000_000 else { return nil }
    return whole * 1_000_000_000 + rest * 1_000_000_000 / scale
  }
}

/// The sizes of a track's packets.
private struct PacketSizes {
  private let table: BoxView
  private let common: Int
  private let count: Int

  init?(_ tables: BoxView) {
    guard let table = tables.box("stsz") else { return nil }
    self.table = table
    common = table.word(4)
    count = common == 0 ? min(table.word(8), (table.count - 12) / 4) : table.word(8)
  }

  func size(of index: Int) -> Int? {
    guard index < count else { return nil }
    return common == 0 ? table.word(12 + 4 * index) : common
  }
}

/// Iterates over the positions of a track's packets in the file.
private struct ChunkWalk {
  private let offsets: BoxView
  private let isLong: Bool
  private let runs: BoxView
  private let runCount: Int
  private let fileSize: Int
  private var chunk = 0
  private var indexInChunk = 0
  private var position = 0
  private var run = 0

  init?(_ tables: BoxView, fileSize: Int) {
    guard let offsets = tables.box("stco") ?? tables.box("co64"), let runs = tables.box("stsc")
    else { return nil }
    self.offsets = offsets
    isLong = tables.box("stco") == nil
    self.runs = runs
    runCount = min(runs.word(4), (runs.count - 8) / 12)
    self.fileSize = fileSize
  }

  /// The position of the next packet, which has the given size; `nil` if there is none.
  mutating func next(size: Int) -> Int? {
    let count = packetsPerChunk
    guard count > 0 else { return nil }
    if indexInChunk == count {
      chunk += 1
      indexInChunk = 0
    }
    guard chunk < offsets.word(4), size >= 0 else { return nil }
    if indexInChunk == 0 {
      position =
        isLong
        ? offsets.longWord(8 + 8 * chunk)
        : offsets.word(8 + 4 * chunk)
    }
    guard (0...fileSize).contains(position), size <= fileSize - position else { return nil }
    defer {
      position += size
      indexInChunk += 1
    }
    return position
  }

  private var packetsPerChunk: Int {
    mutating get {
      // Finds the run of equal chunks that the current chunk belongs to.
      while run + 1 < runCount, runs.word(8 + 12 * (run + 1)) <= chunk + 1 { run += 1 }
      return runs.word(12 + 12 * run)
    }
  }
}
