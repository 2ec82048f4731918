import CutawayDiagnostics

/// The parameter sets of several streams that become one, each set with an ID of its own.
///
/// The first stream keeps its IDs, so that its packets need no change. The packets of others refer
/// to the new IDs after ``StreamNumbering/apply(to:pictureID:)``.
package struct JoinedConfiguration: Sendable {
  private var joined: StreamConfiguration
  private var numberings: [StreamConfiguration: StreamNumbering]

  /// Starts with the stream that keeps its IDs.
  ///
  /// - Throws: ``ContainerError`` if its sets are damaged or share IDs.
  package init(_ first: StreamConfiguration) throws(ContainerError) {
    joined = first
    let numbers = try StreamNumbering(identity: first)
    numberings = [first: numbers]
    used = (
      Set(numbers.videoIDs.keys), Set(numbers.sequenceIDs.keys), Set(numbers.pictureIDs.keys)
    )
  }

  private var used: (video: Set<Int>, sequence: Set<Int>, picture: Set<Int>)

  /// The decoder configuration record of all streams.
  ///
  /// - Throws: ``ContainerError`` if there are too many sets.
  package func record() throws(ContainerError) -> [UInt8] { try configuration.record() }

  /// The configuration with the sets of all streams.
  package var configuration: StreamConfiguration { joined.sharingBuffering }

  /// Adds a stream; a stream with the sets of an earlier one has its numbers.
  ///
  /// - Returns: The new IDs of its sets.
  /// - Throws: ``ContainerError`` if no IDs are left, or the sets are damaged.
  package mutating func add(
    _ stream: StreamConfiguration
  ) throws(ContainerError) -> StreamNumbering {
    if let known = numberings[stream] { return known }
    guard stream.coding == joined.coding else {
      throw ContainerError(
        .unsupported, "\(PictureCoding.units(stream.coding).name) is another codec")
    }
    let own = try StreamNumbering(identity: stream)
    var numbers = StreamNumbering(coding: stream.coding)
    let (sequenceLimit, pictureLimit) = stream.coding == .avc ? (31, 256) : (16, 64)
    for id in own.videoIDs.keys.sorted() {
      numbers.videoIDs[id] = try take(&used.video, from: 0..<16, "video")
    }
    for id in own.sequenceIDs.keys.sorted() {
      numbers.sequenceIDs[id] = try take(&used.sequence, from: 0..<sequenceLimit, "sequence")
    }
    for id in own.pictureIDs.keys.sorted() {
      let fitting = StreamNumbering.longerIDs(than: id)
      numbers.pictureIDs[id] = try take(
        &used.picture, from: fitting.clamped(to: 0..<pictureLimit), "picture")
    }
    let sets = try numbers.renumbered(stream)
    joined.videoSets += sets.videoSets
    joined.sequenceSets += sets.sequenceSets
    joined.pictureSets += sets.pictureSets
    numberings[stream] = numbers
    return numbers
  }

  private func take(
    _ used: inout Set<Int>, from range: Range<Int>, _ kind: String
  ) throws(ContainerError) -> Int {
    guard let id = range.first(where: { !used.contains($0) }) else {
      throw ContainerError(.unsupported, "no ID is left for another \(kind) parameter set")
    }
    used.insert(id)
    return id
  }
}
