import CutawayTime

/// The packets of a track of pictures in decode order: which one a demuxer delivers, which frame it
/// contains, and where decoding begins for a frame.
package struct DecodingOrder: Sendable, Hashable {
  /// The duration of a tick.
  private let tick: MediaTime
  /// The time by which a packet is identified, in ticks: of decoding, or of presentation if the
  /// container states only that.
  private let stamps: [Int64]
  /// The place of each packet's frame in presentation order.
  private let frames: [Int32]
  /// The packets at which decoding can begin, in ascending order.
  private let keys: [Int32]
  /// The packets in ascending order of ``stamps``, if that is not their order.
  private let sorted: [Int32]
  /// By which packets are recognized; empty if times are sufficient.
  private let identities: [PacketList.Identity]
  /// The packets in ascending order of the digests of their identities.
  private let identified: [Int32]
  /// Whether packets are recognized by their data, because times of the demuxer depend on where it
  /// starts.
  package let recognizesData: Bool
  /// Whether packets are identified by their times of decoding.
  package let usesDecodingTimes: Bool

  /// Creates the order of a track.
  package init(_ list: PacketList) {
    let packets = list.packets
    tick = list.tick
    usesDecodingTimes = packets.allSatisfy { $0.decoding != nil }
    let usesDecodingTimes = usesDecodingTimes
    stamps = packets.map { usesDecodingTimes ? $0.decoding ?? 0 : $0.time }
    var frames = [Int32](repeating: 0, count: packets.count)
    let presented = packets.indices.sorted { (packets[$0].time, $0) < (packets[$1].time, $1) }
    for (place, packet) in presented.enumerated() { frames[packet] = Int32(place) }
    self.frames = frames
    keys = packets.indices.filter { packets[$0].isKey }.map { Int32($0) }
    let isAscending = zip(stamps, stamps.dropFirst()).allSatisfy { $0 <= $1 }
    sorted = isAscending || usesDecodingTimes ? [] : presented.map { Int32($0) }
    let identities = packets.compactMap(\.identity)
    self.identities = identities.count == packets.count ? identities : []
    recognizesData = self.identities.contains { $0.digest != nil }
    identified =
      recognizesData
      ? identities.indices
        .sorted { (identities[$0].digest ?? 0, $0) < (identities[$1].digest ?? 0, $1) }
        .map { Int32($0) } : []
  }

  /// The number of packets.
  package var count: Int { stamps.count }

  /// The frame that a packet contains, by its place in presentation order.
  package func frame(of packet: Int) -> Int { Int(frames[packet]) }

  /// The packet that a demuxer delivers.
  ///
  /// - Parameters:
  ///   - nanoseconds: The time stamp of decoding, or of presentation; see ``usesDecodingTimes``. Where
  ///     data are recognized, it only decides between packets with equal data.
  ///   - identity: By which the data are recognized.
  ///   - expected: The packet after the last one, which has priority; -1 if there is none.
  ///   - parameterSets: The size of the parameter sets that a parser adds where it begins.
  /// - Returns: The packet; `nil` if there is none.
  package func packet(
    at nanoseconds: Int64, _ identity: @autoclosure () -> PacketList.Identity, expected: Int,
    parameterSets: Int = 0
  ) -> Int? {
    // Demuxers round times of packets to whole nanoseconds.
    let stamp = MediaTime(nanoseconds: nanoseconds).rounded(in: tick)
    guard identities.isEmpty else {
      return packet(
        near: PacketList.believable(Int64(stamp)), identity(), expected: expected, parameterSets)
    }
    if stamps.indices.contains(expected), stamps[expected] == stamp { return expected }
    let place = stamps.indices.partitioningIndex { stamps[ordered($0)] >= stamp }
    return place < count && stamps[ordered(place)] == stamp ? ordered(place) : nil
  }

  /// How many packets of other sizes may lie between the packet with a time and the right one.
  private static let reach = 100

  private func packet(
    near stamp: Int64, _ identity: PacketList.Identity, expected: Int, _ parameterSets: Int
  ) -> Int? {
    if identities.indices.contains(expected),
      identities[expected].matches(identity, parameterSets: parameterSets)
    {
      return expected
    }
    func isNearer(_ a: Int, _ b: Int) -> Bool { abs(stamps[a] - stamp) < abs(stamps[b] - stamp) }
    guard recognizesData else {
      let place = stamps.indices.partitioningIndex { stamps[$0] >= stamp }
      return (place - Self.reach..<place + Self.reach).clamped(to: stamps.indices)
        .filter { identities[$0].matches(identity, parameterSets: parameterSets) }
        .min(by: isNearer)
    }
    let digest = identity.digest ?? 0
    let first = identified.partitioningIndex { (identities[Int($0)].digest ?? 0) >= digest }
    let end = identified.partitioningIndex { (identities[Int($0)].digest ?? 0) > digest }
    return identified[first..<end].map { Int($0) }
      .filter { identities[$0].matches(identity, parameterSets: parameterSets) }.min(by: isNearer)
  }

  private func ordered(_ place: Int) -> Int { sorted.isEmpty ? place : Int(sorted[place]) }

  /// The time stamp by which a demuxer finds a packet, in nanoseconds.
  package func stamp(of packet: Int) -> Int64 { (tick * Int(stamps[packet])).nanoseconds }

  /// The last packet at which decoding can begin so that a frame is shown.
  ///
  /// Frames that are decoded after a key frame and presented before it (leading pictures) can refer to
  /// frames before the key frame, so that decoding begins at an earlier one.
  ///
  /// - Parameters:
  ///   - frame: The frame, by its place in presentation order.
  ///   - packet: The packet that contains it.
  /// - Returns: The packet; the first one if there is no other.
  package func beginning(of frame: Int, in packet: Int) -> Int {
    var index = keys.partitioningIndex { $0 > Int32(clamping: packet) }
    while index > 0 {
      index -= 1
      if self.frame(of: Int(keys[index])) <= frame { return Int(keys[index]) }
    }
    return 0
  }

  /// The packet before another one at which decoding can begin; `nil` if there is none.
  package func beginning(before packet: Int) -> Int? {
    let index = keys.partitioningIndex { $0 >= Int32(clamping: packet) }
    return index > 0 ? Int(keys[index - 1]) : nil
  }

  /// The packet that contains each frame, by the place of the frame in presentation order.
  package var packetsOfFrames: [Int32] {
    var packets = [Int32](repeating: 0, count: frames.count)
    for (packet, frame) in frames.enumerated() { packets[Int(frame)] = Int32(packet) }
    return packets
  }
}
