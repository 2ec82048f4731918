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
    let tracks = header.movie.boxes("trak")
    guard tracks.count <= most else { return nil }
    for track in tracks {
      guard let list = PacketList(track: track, editTick: editTick, fileSize: header.fileSize)
      else { return nil }
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
  private init?(track: BoxView, editTick: MediaTime, fileSize: Int) {
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
    if self.media == .video {
      guard readPackets(tables, fileSize: fileSize) else { return nil }
    } else {
      var runs = TableRuns(tables.box("stts"))
      while let run = runs.next() {
        let (length, isTooLong) = Int64(run.count).multipliedReportingOverflow(by: Int64(run.value))
        mediaEnd = Self.believable(mediaEnd + Self.believable(isTooLong ? .max : length))
      }
    }
  }

  /// Reads the packets of a track of pictures; `false` if the tables are damaged.
  private mutating func readPackets(_ tables: BoxView, fileSize: Int) -> Bool {
    let sizes = tables.box("stsz") ?? tables.box("stz2")
    let count = sizes?.word(8) ?? 0
    // Packets have data in the file, and all but those of one size an entry of a half byte or more.
    let isOneSize = tables.box("stsz").map { $0.word(4) > 0 } ?? false
    let room = isOneSize ? fileSize / max(1, sizes?.word(4) ?? 1) : 2 * (sizes?.count ?? 0)
    guard count <= min(Self.longest, room) else { return false }
    var durations = TableRuns(tables.box("stts")), offsets = TableRuns(tables.box("ctts"))
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
    mediaEnd = Self.believable(decoding)
    // Partial sync samples are QuickTime's key frames of open groups.
    for table in [tables.box("stss"), tables.box("stps")].compactMap(\.self) {
      for entry in 0..<min(table.word(4), (table.count - 8) / 4) {
        let number = table.word(8 + 4 * entry)
        if packets.indices.contains(number - 1) { packets[number - 1].isKey = true }
      }
    }
    return true
  }
}

/// A table of counts and values, of which each value stands for that many packets.
struct TableRuns {
  private let table: BoxView?
  private let entryCount: Int
  private var index = 0
  private var value = 0
  private var rest = 0

  /// Creates a reader; without a table there are no values.
  init(_ table: BoxView?) {
    self.table = table
    entryCount = table.map { max(0, min($0.word(4), ($0.count - 8) / 8)) } ?? 0
  }

  /// The next count with its value; `nil` at the end of the table.
  mutating func next() -> (count: Int, value: Int)? {
    guard let table, index < entryCount else { return nil }
    defer { index += 1 }
    return (table.word(8 + 8 * index), table.word(12 + 8 * index))
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
