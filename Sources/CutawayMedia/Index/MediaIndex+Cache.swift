package import CutawayContainers
import CutawayElementBridge

/// The packets of files without a table of packets, as read by earlier runs.
package protocol PacketRecords: Sendable {
  /// The tracks of this version of a file; `nil` if they are not known.
  func tracks(of file: FileIdentity) -> [ScannedTrack]?
  /// Stores the tracks of this version of a file.
  func keep(_ tracks: [ScannedTrack], of file: FileIdentity)
}

// The tables of files stay in memory.
extension MediaIndex {
  private struct Entry {
    var index: MediaIndex?
    /// Counts uses.
    var lastUse: Int

    /// The number of packets in memory.
    var size: Int { index?.pictures.reduce(0) { $0 + $1.order.count } ?? 0 }
  }

  private struct Cache {
    var entries: [FileIdentity: Entry] = [:]
    var uses = 0
    /// The files that a thread is reading.
    var reading: Set<FileIdentity> = []

    mutating func entry(of file: FileIdentity) -> Entry? {
      uses += 1
      entries[file]?.lastUse = uses
      return entries[file]
    }

    /// The number of packets in memory.
    private var size = 0

    mutating func add(_ index: MediaIndex?, of file: FileIdentity) {
      let entry = Entry(index: index, lastUse: uses)
      remove(file)
      while entries.count >= MediaIndex.limit.files || size + entry.size > MediaIndex.limit.packets,
        let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        remove(oldest.key)
      }
      entries[file] = entry
      size += entry.size
      reading.remove(file)
    }

    private mutating func remove(_ file: FileIdentity) {
      size -= entries.removeValue(forKey: file)?.size ?? 0
    }
  }

  /// The number of files of which the tables stay in memory, and of their packets, which take about 50 bytes
  /// each.
  private static let limit = (files: 8_192, packets: 8 << 20)
  private static let cache = Monitor(Cache())

  /// Finds the index of a file.
  ///
  /// The first call for a file reads it, and blocks the thread meanwhile, as do other calls for it.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - records: What earlier runs have read of files without a table of packets.
  ///   - readsWhole: Whether files without a table of packets are read from start to end. Otherwise they
  ///     have no index until another call has read them.
  /// - Returns: The index; `nil` for other locations, and for other containers.
  package static func of(
    _ location: String, records: (any PacketRecords)? = nil, readsWhole: Bool = true
  ) -> MediaIndex? {
    guard let file = FileIdentity(location: location) else { return nil }
    if !readsWhole, lacksPackets(of: file) { return nil }
    // The thread that reads ends by itself if nothing arrives any more.
    var known: Entry??
    while known == nil {
      known = cache.wait(seconds: ReaderPipeline.patience) { cache -> Entry?? in
        if let entry = cache.entry(of: file) { return .some(entry) }
        return cache.reading.insert(file).inserted ? .some(nil) : nil
      }
    }
    if let entry = known ?? nil { return entry.index }
    let index = MediaIndex(file, records)
    cache.update { $0.add(index, of: file) }
    return index
  }

  /// Whether a file has no table of packets, and has not been read by this process.
  package static func lacksPackets(of file: FileIdentity) -> Bool {
    cache.update { $0.entry(of: file) } == nil && StreamContainer(path: file.path) != nil
  }

  /// Calls `body`, on any thread, with how far a file without a table of packets has been read, if that
  /// takes longer than two seconds, until its end.
  package static func watchLongScans(_ body: @escaping @Sendable (ScanProgress) -> Void) {
    ScanNotice.watch(body)
  }

  /// The track of pictures that a request reads by the index; `nil` if it does not ask for frames, or
  /// there is no table of the track.
  package static func picture(of request: MediaReader.Request) -> Picture? {
    guard request.output == .video, let index = of(request.location),
      index.pictures.indices.contains(request.trackIndex)
    else { return nil }
    let picture = index.pictures[request.trackIndex]
    return picture.isComplete ? picture : nil
  }
}
