/// The tables of packets in the fragments of a movie.
struct FragmentTables {
  private(set) var lists: [PacketList]
  /// The values that apply to a track unless a fragment states others.
  private let defaults: [Int: FragmentPart.Values]
  /// The end of the packets of each track so far, in ticks.
  private var ends: [Int: Int64] = [:]
  /// The size of the file in bytes, which limits the number of packets.
  private var fileSize = 0

  /// The maximum size of a fragment's header.
  private static let longest = 64 << 20

  /// Reads the default values in the header; `nil` if there are none.
  init?(_ movie: BoxView, _ lists: [PacketList]) {
    guard let defaults = FragmentPart.defaults(in: movie) else { return nil }
    (self.lists, self.defaults) = (lists, defaults)
    for list in lists { ends[list.trackNumber] = list.mediaEnd }
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
  private mutating func add(_ box: BoxView) -> Bool {
    guard let part = FragmentPart(box, defaults: defaults),
      let index = lists.firstIndex(where: { $0.trackNumber == part.track })
    else { return true }
    var time = ends[part.track] ?? 0
    if let start = part.start { time = PacketList.believable(Int64(start)) }
    for run in part.runs {
      guard let end = add(run, to: index, part.values, from: time) else { return false }
      time = end
    }
    ends[part.track] = time
    lists[index].mediaEnd = max(lists[index].mediaEnd, time)
    return true
  }

  /// Adds the packets of a run.
  ///
  /// - Returns: The time after them; `nil` if there are too many.
  private mutating func add(
    _ box: BoxView, to index: Int, _ values: FragmentPart.Values, from start: Int64
  ) -> Int64? {
    guard let run = FragmentRun(box, values, fileSize: fileSize),
      run.count <= PacketList.longest - lists[index].packets.count
    else { return nil }
    let isVideo = lists[index].media == .video
    if !isVideo, run.isUniform {
      return PacketList.believable(start + Int64(run.count) * Int64(values.duration))
    }
    var time = start
    for sample in run {
      if isVideo {
        lists[index].packets.append(
          PacketList.Packet(
            decoding: time, time: time + Int64(sample.offset), duration: Int64(sample.duration),
            isKey: sample.isKey,
            identity: PacketList.Identity(digest: nil, size: UInt32(clamping: sample.size))))
      }
      time = PacketList.believable(time + Int64(sample.duration))
    }
    return time
  }
}
