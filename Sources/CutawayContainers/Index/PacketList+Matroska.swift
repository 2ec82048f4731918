import CutawayTime

extension PacketList {
  /// Reads the heads of all blocks of a Matroska or WebM file.
  ///
  /// It does not use the index (`Cues`) or the stated duration, which live recordings lack. A file that
  /// ends within a block has been recorded up to there.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The tracks in the order of the file; `nil` if it is no such file.
  package static func ofMatroska(at path: String) -> [PacketList]? {
    var reader = MatroskaPackets()
    // A file that cannot be read has no packets: GStreamer reports why the file cannot be opened.
    guard let file = try? EBMLFile(path: path), (try? reader.read(file)) == true else { return nil }
    return reader.lists
  }
}

/// Reads the heads of blocks, in the order of the file.
private struct MatroskaPackets {
  private(set) var lists: [PacketList] = []
  /// Nanoseconds per tick.
  private var scale: Int64 = 1_000_000
  private var clusterTime: Int64 = 0
  private var entry = TrackEntry()
  private var group: BlockGroup?
  /// Blocks that precede the description of their tracks.
  private var early: [EarlyBlock] = []
  /// The stated end of the last packet of all tracks, in ticks; `nil` if it is not stated.
  private var statedEnd: Int64?
  /// Whether a track has too many blocks.
  private var isTooLong = false

  private struct TrackEntry {
    var number = 0
    var type: UInt64 = 0
    /// In nanoseconds; 0 if it is not stated.
    var frameDuration: UInt64 = 0
    var codecDelay: UInt64 = 0
  }

  /// A block with its properties; its elements have any order.
  private struct BlockGroup {
    var end: Int
    var block: MatroskaBlock?
    var laces = 1
    var duration: Int64?
    var refersToOthers = false
    /// In nanoseconds.
    var padding: Int64 = 0
  }

  /// A block with the time of its cluster.
  private struct EarlyBlock {
    var group: BlockGroup
    var isKey: Bool
    var clusterTime: Int64
  }

  /// The elements whose contents are read.
  private static let parents: Set = [
    MatroskaName.segment, MatroskaName.information, MatroskaName.tracks, MatroskaName.track,
    MatroskaName.cluster, MatroskaName.blockGroup,
  ]

  /// Reads a file; `false` if it is no Matroska file, or has too many blocks.
  mutating func read(_ file: borrowing EBMLFile) throws(ContainerError) -> Bool {
    guard try file.element(at: 0, in: 0..<file.size)?.name == MatroskaName.header else {
      return false
    }
    var position = 0, window = ReadWindow()
    while position < file.size {
      let bytes = try window.bytes(EBMLHead.longest, at: position, of: file.file)
      let head = EBMLHead(bytes), isParent = head.map { Self.parents.contains($0.name) } ?? false
      let body = position + (head?.length ?? 0)
      // A size that is not stated is that of a parent: what follows is inside.
      guard let head, let size = head.size ?? (isParent ? 0 : nil),
        isParent || size <= file.size - body
      else {
        // Damaged bytes, or the last element of a recording that was interrupted.
        guard let next = try nextCluster(after: position, in: file) else { break }
        position = next
        continue
      }
      if let group, position >= group.end { end(group) }
      position = isParent ? body : body + size
      switch head.name {
      case MatroskaName.track, MatroskaName.cluster: endTrack()
      case MatroskaName.blockGroup: group = BlockGroup(end: body + size)
      case MatroskaName.timestampScale, MatroskaName.timestamp, MatroskaName.trackNumber,
        MatroskaName.trackType, MatroskaName.defaultDuration, MatroskaName.blockDuration,
        MatroskaName.referenceBlock, MatroskaName.discardPadding, MatroskaName.codecDelay,
        MatroskaName.duration:
        let number = try window.bytes(min(8, size), at: body, of: file.file)
          .reduce(0) { $0 << 8 | UInt64($1) }
        take(head.name, number, isShort: size == 4)
      case MatroskaName.simpleBlock, MatroskaName.block:
        let bytes = try window.bytes(min(12, size), at: body, of: file.file)
        guard let block = MatroskaBlock(Array(bytes)) else { break }
        let laces =
          block.isLaced ? Int(bytes.number(UInt8.self, at: block.flagsOffset + 1) ?? 0) + 1 : 1
        if head.name == MatroskaName.block, group != nil {
          group?.block = block
          group?.laces = laces
        } else {
          add(BlockGroup(end: 0, block: block, laces: laces), isKey: block.isKeyFrame)
        }
      default: break
      }
      if lists.count > PacketList.most || isTooLong { return false }
    }
    if let group { end(group) }
    endTrack()
    for index in lists.indices where lists[index].media == .audio { endSound(of: &lists[index]) }
    return !lists.isEmpty
  }

  /// The position of the next cluster by its identifier; `nil` if there is none.
  private func nextCluster(
    after position: Int, in file: borrowing EBMLFile
  ) throws(ContainerError) -> Int? {
    let name = MatroskaElement.number(MatroskaName.cluster), length = 1 << 20
    var start = position + 1
    while start < file.size {
      let bytes = try file.file.read(length, at: start)
      if let found = bytes.firstRange(of: name) { return start + found.lowerBound }
      start += max(1, bytes.count - name.count + 1)
    }
    return nil
  }

  private mutating func take(_ name: UInt64, _ number: UInt64, isShort: Bool) {
    switch name {
    case MatroskaName.timestampScale: scale = max(1, Int64(clamping: number))
    case MatroskaName.timestamp:
      clusterTime = PacketList.believable(Int64(clamping: number))
    case MatroskaName.duration:
      let ticks =
        isShort
        ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
        : Double(bitPattern: number)
      if ticks > 0, ticks < 0x1p48 { statedEnd = Int64(ticks.rounded()) }
    case MatroskaName.trackNumber: entry.number = Int(clamping: number)
    case MatroskaName.trackType: entry.type = number
    case MatroskaName.defaultDuration: entry.frameDuration = number
    case MatroskaName.codecDelay: entry.codecDelay = number
    case MatroskaName.blockDuration:
      group?.duration = PacketList.believable(Int64(clamping: number))
    case MatroskaName.discardPadding:
      // A signed number; a negative one applies to the start of a block.
      group?.padding = number < 1 << 32 ? Int64(number) : 0
    default: group?.refersToOthers = true
    }
  }

  /// Adds the track whose elements have been read.
  private mutating func endTrack() {
    defer { entry = TrackEntry() }
    guard entry.number > 0 else { return }
    var list = PacketList(
      trackNumber: entry.number,
      media: entry.type == MatroskaName.picture
        ? .video : entry.type == MatroskaName.sound ? .audio : .other,
      tick: MediaTime(nanoseconds: scale))
    if entry.frameDuration > 0, entry.frameDuration < 1 << 40 {
      list.frameDuration = MediaTime(nanoseconds: Int64(entry.frameDuration))
    }
    // A longer delay is taken for an error.
    if entry.codecDelay < 1_000_000_000 {
      list.codecDelay = MediaTime(nanoseconds: Int64(entry.codecDelay))
    }
    lists.append(list)
    let now = clusterTime, number = UInt64(list.trackNumber)
    for block in early where block.group.block?.track == number {
      clusterTime = block.clusterTime
      add(block.group, isKey: block.isKey)
      if isTooLong { break }
    }
    early.removeAll { $0.group.block?.track == number }
    clusterTime = now
  }

  private mutating func end(_ group: BlockGroup) {
    self.group = nil
    add(group, isKey: !group.refersToOthers)
  }

  private mutating func add(_ group: BlockGroup, isKey: Bool) {
    guard let block = group.block else { return }
    guard let index = lists.firstIndex(where: { $0.trackNumber == Int(clamping: block.track) })
    else {
      // Blocks after the description of all tracks are of none.
      guard lists.isEmpty else { return }
      early.append(EarlyBlock(group: group, isKey: isKey, clusterTime: clusterTime))
      isTooLong = isTooLong || early.count > 1 << 20
      return
    }
    let laces = group.laces, duration = group.duration
    lists[index].padding = MediaTime(nanoseconds: group.padding)
    let start = clusterTime + block.time
    let usual = lists[index].frameDuration.map { $0.nanoseconds / scale } ?? 0
    let own = duration.map { $0 / Int64(laces) }
    for lace in 0..<Int64(laces) {
      lists[index].packets.append(
        PacketList.Packet(
          time: PacketList.believable(start + lace * (own ?? usual)), duration: own ?? 0,
          isKey: isKey))
    }
    isTooLong = isTooLong || lists[index].packets.count > PacketList.longest
  }

  /// Sets the end of a track of sound.
  ///
  /// Muxers state no duration of most packets. The last one is often shorter than the others, which
  /// only the end of the file shows.
  private func endSound(of list: inout PacketList) {
    guard let last = list.packets.last else { return }
    let before = list.packets.dropLast().last?.time ?? last.time
    let own = last.duration > 0 ? last.duration : max(0, last.time - before)
    list.mediaEnd = last.time + own
    // The stated end does not contain what is not presented.
    if last.duration == 0, list.padding == .zero, let statedEnd, statedEnd > last.time {
      list.mediaEnd = min(list.mediaEnd, statedEnd)
    }
  }
}

/// The bytes around the last place that was read, since heads of elements lie close together.
private struct ReadWindow {
  private var start = 0
  private var buffer: [UInt8] = []

  private static let size = 4_096

  /// Up to `count` bytes at a place; fewer at the end of the file.
  mutating func bytes(
    _ count: Int, at place: Int, of file: borrowing DiskFile
  ) throws(ContainerError) -> ArraySlice<UInt8> {
    if place < start || place + count > start + buffer.count {
      buffer = try file.read(max(count, Self.size), at: place)
      start = place
    }
    return buffer.dropFirst(place - start).prefix(count)
  }
}
