import CGStreamer
import Glibc

/// The packets of an MP4 file's sound, from the file's own tables.
///
/// What lies before the start of the edit list a decoder needs to get the first samples right, and
/// nobody hears it. qtdemux of GStreamer 1.22 leaves it out, whichever way it reads, and a last packet
/// that is shorter than the others, too: a copy without them would begin with samples that no decoder
/// can restore, and end early.
struct MovieSound {
  struct Packet: Equatable {
    var offset: Int
    var size: Int
    /// From the first sample that is heard, in nanoseconds.
    var start: Int64
    /// In nanoseconds.
    var duration: Int64
  }

  private(set) var packets: [Packet] = []

  /// Reads the tables of a file's sound track; no packets where there is nothing to find.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - trackIndex: Which of its sound tracks.
  ///   - limit: Where to stop, in nanoseconds.
  init(path: String, trackIndex: Int, until limit: Int64 = .max) {
    guard let movie = movieHeader(path) else { return }
    let sounds = movie.box.tracks(of: "soun")
    if sounds.indices.contains(trackIndex) { read(sounds[trackIndex], until: limit) }
  }

  private mutating func read(_ track: MovieBox, until limit: Int64) {
    guard let media = track.box("mdia"), let clock = media.box("mdhd"),
      let tables = media.box("minf")?.box("stbl"), let times = tables.box("stts"),
      let sizes = tables.box("stsz"), var place = ChunkWalk(tables)
    else { return }
    let scale = Int64(clock.word(clock.byte(0) == 1 ? 20 : 12))
    guard scale > 0 else { return }
    var time = -(editStart(of: track) ?? 0), index = 0
    for run in 0..<times.word(4) {
      let length = Int64(times.word(12 + 8 * run))
      for _ in 0..<times.word(8 + 8 * run) {
        let size = sizes.word(4) == 0 ? sizes.word(12 + 4 * index) : sizes.word(4)
        let start = nanoseconds(time, scale)
        guard index < sizes.word(8), start < limit, let offset = place.next(size: size) else {
          return
        }
        packets.append(
          Packet(
            offset: offset, size: size, start: start, duration: nanoseconds(length, scale)))
        time += length
        index += 1
      }
    }
  }

  private func nanoseconds(_ time: Int64, _ scale: Int64) -> Int64 {
    let (whole, rest) = time.quotientAndRemainder(dividingBy: scale)
    return whole &* 1_000_000_000 &+ rest * 1_000_000_000 / scale
  }

  /// Where in the media the first edit begins that shows something, by the media's clock.
  private func editStart(of track: MovieBox) -> Int64? {
    guard let list = track.box("edts")?.box("elst") else { return nil }
    let isLong = list.byte(0) == 1
    for index in 0..<min(list.word(4), 4) {
      let entry = 8 + index * (isLong ? 20 : 12)
      let start =
        isLong
        ? Int64(list.word(entry + 8) << 32 | list.word(entry + 12))
        : Int64(Int32(truncatingIfNeeded: list.word(entry + 4)))
      if start >= 0 { return start }
    }
    return nil
  }
}

/// Goes through the places of a track's packets in the file.
private struct ChunkWalk {
  private let offsets: MovieBox
  private let isLong: Bool
  private let runs: MovieBox
  private var chunk = 0
  private var indexInChunk = 0
  private var position = 0
  private var run = 0

  init?(_ tables: MovieBox) {
    guard let offsets = tables.box("stco") ?? tables.box("co64"), let runs = tables.box("stsc")
    else { return nil }
    self.offsets = offsets
    isLong = tables.box("stco") == nil
    self.runs = runs
  }

  /// Where the next packet lies, of the given size.
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
        ? offsets.word(8 + 8 * chunk) << 32 | offsets.word(12 + 8 * chunk)
        : offsets.word(8 + 4 * chunk)
    }
    defer {
      position += size
      indexInChunk += 1
    }
    return position
  }

  private var packetsPerChunk: Int {
    mutating get {
      // Which of the runs of chunks alike this one belongs to.
      while run + 1 < runs.word(4), runs.word(8 + 12 * (run + 1)) <= chunk + 1 { run += 1 }
      return runs.word(12 + 12 * run)
    }
  }
}

extension MediaSample {
  /// What the file has of an MP4's sound right before this packet, its first that a demuxer gives.
  ///
  /// - Parameters:
  ///   - location: The file.
  ///   - trackIndex: Which of its sound tracks.
  /// - Returns: Packets in order of time; none where the file is no MP4.
  public func soundBefore(in location: String, trackIndex: Int) -> [MediaSample] {
    sound(in: location, trackIndex, until: start) { $0.start + $0.duration / 2 < start }
  }

  /// What the file has of an MP4's sound after this packet, its last that a demuxer gives.
  public func soundAfter(in location: String, trackIndex: Int) -> [MediaSample] {
    sound(in: location, trackIndex, until: .max) { $0.start > start + (duration ?? 0) / 2 }
  }

  private func sound(
    in location: String, _ trackIndex: Int, until limit: Int64,
    where isWanted: (MovieSound.Packet) -> Bool
  ) -> [MediaSample] {
    guard let path = localPath(location) else { return [] }
    let packets = MovieSound(path: path, trackIndex: trackIndex, until: limit).packets
      .filter(isWanted)
    guard !packets.isEmpty, let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    return packets.compactMap { sample(of: $0, in: file) }
  }

  private func sample(
    of packet: MovieSound.Packet, in file: UnsafeMutablePointer<FILE>
  ) -> MediaSample? {
    guard let buffer = packet.read(from: file) else { return nil }
    defer { gst_swift_buffer_unref(buffer) }
    gst_swift_set_times(buffer, 0, GstClockTime(packet.duration))
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    guard let sample = gst_sample_new(buffer, caps, &segment, nil) else { return nil }
    return MediaSample(taking: sample, origin: .stamp(-packet.start))
  }
}

extension MovieSound.Packet {
  /// The packet's bytes, which the caller owns.
  func read(from file: UnsafeMutablePointer<FILE>) -> Buffer? {
    guard size > 0, size < 1 << 20, let buffer = gst_buffer_new_allocate(nil, gsize(size), nil)
    else { return nil }
    var map = GstMapInfo()
    guard fseek(file, offset, SEEK_SET) == 0, gst_buffer_map(buffer, &map, GST_MAP_WRITE) != 0
    else {
      gst_swift_buffer_unref(buffer)
      return nil
    }
    let count = fread(map.data, 1, size, file)
    gst_buffer_unmap(buffer, &map)
    if count == size { return buffer }
    gst_swift_buffer_unref(buffer)
    return nil
  }
}

/// The path of a location that is a file.
func localPath(_ location: String) -> String? {
  if gst_uri_is_valid(location) == 0 { return location }
  guard location.hasPrefix("file:"), let path = g_filename_from_uri(location, nil, nil) else {
    return nil
  }
  defer { g_free(path) }
  return String(cString: path)
}
