/// The tables of packets in the fragments of a movie.
struct FragmentTables {
  private(set) var lists: [PacketList]
  /// The values that apply to a track unless a fragment states others.
  private var defaults: [Int: Defaults] = [:]
  /// The end of the packets of each track so far, in ticks.
  private var ends: [Int: Int64] = [:]
  /// The size of the file in bytes, which limits the number of packets.
  private var fileSize = 0

  private struct Defaults {
    var duration = 0, size = 0, flags = 0
  }

  /// The maximum size of a fragment's header.
  private static let longest = 64 << 20
  /// The flag of a sample that depends on earlier ones.
  private static let isNoKey = 0x10000

  /// Reads the default values in the header; `nil` if there are none.
  init?(_ movie: BoxView, _ lists: [PacketList]) {
    self.lists = lists
    for list in lists { ends[list.trackNumber] = list.mediaEnd }
    guard let extends = movie.box("mvex") else { return nil }
    for box in extends.boxes("trex") {
      defaults[box.word(4)] = Defaults(
        duration: box.word(12), size: box.word(16), flags: box.word(20))
    }
  }

  /// Reads the headers of all fragments.
  ///
  /// - Returns: Whether the tables can be used.
  mutating func read(_ path: String) throws(ContainerError) -> Bool {
    let file = try DiskFile(path: path, isWritable: false)
    fileSize = try file.size
    let size = fileSize
    var position = 0
    // A file that ends within a box has been recorded up to there.
    while let head = BoxHead(
      try file.read(BoxHead.longest, at: position)[...], space: size - position, mayBeLast: true)
    {
      if head.kind == "moof" {
        guard head.length <= Self.longest else { return false }
        let bytes = try file.readAll(
          head.length - head.headLength, at: position + head.headLength)
        for part in BoxView(bytes[...]).boxes("traf") { guard add(part) else { return false } }
      }
      position += head.length
    }
    return true
  }

  /// Adds the packets of a track's part of a fragment; `false` if there are too many.
  private mutating func add(_ part: BoxView) -> Bool {
    guard let header = part.box("tfhd"),
      let index = lists.firstIndex(where: { $0.trackNumber == header.word(4) })
    else { return true }
    let number = lists[index].trackNumber
    var values = defaults[number] ?? Defaults()
    let flags = header.word(0) & 0xFFFFFF
    var offset = 8
    func field(_ flag: Int, size: Int = 4) -> Int? {
      guard flags & flag != 0 else { return nil }
      defer { offset += size }
      return header.word(offset)
    }
    _ = field(0x1, size: 8)  // The place of the data.
    _ = field(0x2)  // The description of the format.
    values.duration = field(0x8) ?? values.duration
    values.size = field(0x10) ?? values.size
    values.flags = field(0x20) ?? values.flags
    var time = ends[number] ?? 0
    if let start = part.box("tfdt") {
      time = PacketList.believable(
        Int64(start.byte(0) == 1 ? start.longWord(4) : start.word(4)))
    }
    for run in part.boxes("trun") {
      guard let end = add(run, to: index, values, from: time) else { return false }
      time = end
    }
    ends[number] = time
    lists[index].mediaEnd = max(lists[index].mediaEnd, time)
    return true
  }

  /// Adds the packets of a run.
  ///
  /// - Returns: The time after them; `nil` if there are too many.
  private mutating func add(
    _ run: BoxView, to index: Int, _ values: Defaults, from start: Int64
  ) -> Int64? {
    let flags = run.word(0) & 0xFFFFFF
    var place = 8 + (flags & 0x1 != 0 ? 4 : 0)
    let first = flags & 0x4 != 0 ? run.word(place) : nil
    if first != nil { place += 4 }
    let fields = [0x100, 0x200, 0x400, 0x800].filter { flags & $0 != 0 }
    let count = run.word(4)
    // A run without fields has packets of one size, whose data are in the file.
    let room =
      fields.isEmpty ? fileSize / max(1, values.size) : (run.count - place) / (4 * fields.count)
    guard count <= min(room, PacketList.longest - lists[index].packets.count) else { return nil }
    let isVideo = lists[index].media == .video
    if !isVideo, fields.isEmpty {
      return PacketList.believable(start + Int64(count) * Int64(values.duration))
    }
    var time = start
    for sample in 0..<count {
      var duration = values.duration, offset = 0
      var own = sample == 0 ? first ?? values.flags : values.flags
      var size = values.size
      for field in fields {
        let value = run.word(place)
        place += 4
        switch field {
        case 0x100: duration = value
        case 0x200: size = value
        case 0x400: own = value
        case 0x800: offset = Int(Int32(truncatingIfNeeded: value))
        default: break
        }
      }
      if isVideo {
        lists[index].packets.append(
          PacketList.Packet(
            decoding: time, time: time + Int64(offset), duration: Int64(duration),
            isKey: own & Self.isNoKey == 0,
            identity: PacketList.Identity(digest: nil, size: UInt32(clamping: size))))
      }
      time = PacketList.believable(time + Int64(duration))
    }
    return time
  }
}
