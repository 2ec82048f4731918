import CutawayTime

extension PacketList {
  /// Reads the tables of packets of an MP4 or MOV file, and those of its fragments.
  ///
  /// Sources: ISO/IEC 14496-12, 8.6 (times, edits), 8.7.4 (chunks), 8.8 (fragments).
  ///
  /// - Parameters:
  ///   - header: The header of the file.
  ///   - path: The path of the file.
  /// - Returns: The tracks in the order of the file; `nil` if the tables are damaged.
  package static func ofMovie(_ header: MovieHeader, at path: String) -> [PacketList]? {
    guard let clock = header.movie.box("mvhd") else { return nil }
    let scale = clock.word(clock.byte(0) == 1 ? 20 : 12)
    guard scale > 0 else { return nil }
    let editTick = MediaTime(1, over: Int64(scale))
    var lists: [PacketList] = []
    for track in header.movie.boxes("trak") {
      guard let list = PacketList(track: track, editTick: editTick) else { return nil }
      lists.append(list)
    }
    if header.isFragmented {
      guard var fragments = FragmentTables(header.movie, lists),
        // A file that cannot be read any more has no tables.
        (try? fragments.read(path)) == true
      else { return nil }
      lists = fragments.lists
    }
    return lists
  }

  /// Reads the tables in a track of the header; `nil` if they are damaged.
  private init?(track: BoxView, editTick: MediaTime) {
    guard let media = track.box("mdia"), let clock = media.box("mdhd"),
      let handler = media.box("hdlr"), let header = track.box("tkhd")
    else { return nil }
    let scale = clock.word(clock.byte(0) == 1 ? 20 : 12)
    guard scale > 0 else { return nil }
    self.init(
      trackNumber: header.word(header.byte(0) == 1 ? 20 : 12),
      media: handler.kind(8) == "vide" ? .video : handler.kind(8) == "soun" ? .audio : .other,
      tick: MediaTime(1, over: Int64(scale)))
    self.editTick = editTick
    edits = track.edits(in: editTick, media: tick)
    guard let tables = media.box("minf")?.box("stbl") else { return }
    var runs = TableRuns(tables.box("stts"), entry: 8)
    if self.media == .video {
      guard readPackets(tables, &runs) else { return nil }
    } else {
      while let run = runs.next() { mediaEnd += Int64(run.count) * Int64(run.value) }
    }
  }

  /// Reads the packets of a track of pictures; `false` if the tables are damaged.
  private mutating func readPackets(_ tables: BoxView, _ durations: inout TableRuns) -> Bool {
    let sizes = tables.box("stsz") ?? tables.box("stz2")
    let count = sizes?.word(8) ?? 0
    guard count <= Self.longest else { return false }
    var offsets = TableRuns(tables.box("ctts"), entry: 8)
    packets.reserveCapacity(count)
    // Without a table, every packet is a key frame.
    let isAllKeys = tables.box("stss") == nil
    var decoding: Int64 = 0
    for _ in 0..<count {
      // A table that is too short describes the packets that it has.
      guard let duration = durations.nextValue() else { break }
      let offset = offsets.nextValue().map { Int64(Int32(truncatingIfNeeded: $0)) } ?? 0
      packets.append(
        Packet(
          decoding: decoding, time: decoding + offset, duration: Int64(duration),
          isKey: isAllKeys))
      decoding += Int64(duration)
    }
    mediaEnd = decoding
    // Partial sync samples are QuickTime's key frames of open groups.
    for table in [tables.box("stss"), tables.box("stps")].compactMap(\.self) {
      for entry in 0..<min(table.word(4), (table.count - 8) / 4) {
        let number = table.word(8 + 4 * entry)
        if packets.indices.contains(number - 1) { packets[number - 1].isKey = true }
      }
    }
    readFormats(tables)
    return true
  }

  /// Reads which description of the format applies to each packet, by chunks.
  private mutating func readFormats(_ tables: BoxView) {
    guard let table = tables.box("stsc"), let descriptions = tables.box("stsd"),
      descriptions.word(4) > 1
    else { return }
    let chunkCount = tables.box("stco")?.word(4) ?? tables.box("co64")?.word(4) ?? 0
    let entries = min(table.word(4), (table.count - 8) / 12)
    var packet = 0
    for entry in 0..<entries {
      let place = 8 + 12 * entry
      let first = table.word(place), perChunk = table.word(place + 4)
      let end = entry + 1 < entries ? table.word(place + 12) : chunkCount + 1
      guard first > 0, end > first, perChunk > 0 else { return }
      let run = min(packets.count - packet, (end - first).multipliedClamped(by: perChunk))
      for index in packet..<packet + run { packets[index].format = table.word(place + 8) - 1 }
      packet += run
    }
  }
}

extension Int {
  fileprivate func multipliedClamped(by other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max : product
  }
}

/// A table of counts and values, of which each value stands for that many packets.
struct TableRuns {
  private let table: BoxView?
  private let entry: Int
  private let entryCount: Int
  private var index = 0
  private var value = 0
  private var rest = 0

  /// Creates a reader; without a table there are no values.
  init(_ table: BoxView?, entry: Int) {
    self.table = table
    self.entry = entry
    entryCount = table.map { max(0, min($0.word(4), ($0.count - 8) / entry)) } ?? 0
  }

  /// The next count with its value; `nil` at the end of the table.
  mutating func next() -> (count: Int, value: Int)? {
    guard let table, index < entryCount else { return nil }
    defer { index += 1 }
    return (table.word(8 + entry * index), table.word(12 + entry * index))
  }

  /// The value of the next packet; `nil` at the end of the table.
  mutating func nextValue() -> Int? {
    while rest == 0 {
      guard let run = next() else { return nil }
      (rest, value) = run
    }
    rest -= 1
    return value
  }
}

extension BoxView {
  /// The edit list of a track.
  ///
  /// - Parameters:
  ///   - unit: The unit of durations: a tick of the movie.
  ///   - media: The unit of times of the media: a tick of the track.
  /// - Returns: The edits; empty if there is no list.
  fileprivate func edits(in unit: MediaTime, media: MediaTime) -> [PacketList.Edit] {
    guard let list = box("edts")?.box("elst") else { return [] }
    let isLong = list.byte(0) == 1
    let size = isLong ? 20 : 12
    return (0..<max(0, min(list.word(4), (list.count - 8) / size))).map { index in
      let entry = 8 + size * index
      let duration = isLong ? list.longWord(entry) : list.word(entry)
      let start = isLong ? list.longWord(entry + 8) : list.signedWord(entry + 4)
      let rate = list.signedWord(entry + size - 4)
      return PacketList.Edit(
        duration: duration > 0 ? unit * max(0, duration) : nil,
        media: start < 0 ? nil : media * start, rate: MediaTime(Int64(rate), over: 65_536))
    }
  }
}
