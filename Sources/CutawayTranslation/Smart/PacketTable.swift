package import CutawayContainers
package import CutawayTime

/// The packets of a source's video track: their order, their times and their kinds.
package struct PacketTable: Sendable {
  /// A packet.
  package struct Packet: Sendable, Hashable {
    /// The presentation time in the time of the source.
    package var time: MediaTime
    /// The role of its picture.
    package var kind: PictureKind

    /// Creates a packet.
    package init(time: MediaTime, kind: PictureKind) {
      self.time = time
      self.kind = kind
    }
  }

  /// The format of the pictures; `nil` if it is not known.
  package let format: CodedFormat?
  /// Why no packet can be copied; `nil` if packets can.
  package let obstacle: String?
  /// The packets in decode order.
  package let packets: [Packet]
  /// For each packet in decode order, its place in presentation order.
  package let places: [Int]
  /// For each place in presentation order, the packet.
  package let order: [Int]
  /// For each packet, the lowest place of it and all later ones.
  private let lowest: [Int]
  /// The duration of the last frame.
  private let lastDuration: MediaTime

  /// Creates a table of packets in decode order.
  ///
  /// - Parameters:
  ///   - packets: The packets.
  ///   - format: The format of the pictures.
  ///   - frameDuration: The duration of the last frame.
  ///   - obstacle: Why no packet can be copied.
  package init(
    _ packets: [Packet], format: CodedFormat?, frameDuration: MediaTime, obstacle: String? = nil
  ) {
    self.packets = packets
    self.format = format
    lastDuration = frameDuration
    order = packets.indices.sorted { (packets[$0].time, $0) < (packets[$1].time, $1) }
    var places = Array(repeating: 0, count: packets.count)
    for (place, packet) in order.enumerated() { places[packet] = place }
    self.places = places
    var lowest = places
    for index in lowest.indices.dropLast().reversed() {
      lowest[index] = min(lowest[index], lowest[index + 1])
    }
    self.lowest = lowest
    self.obstacle = obstacle ?? Self.fault(of: packets, order)
  }

  /// The same table of a source that is not copied.
  package func refused(_ obstacle: String) -> PacketTable {
    PacketTable(packets, format: format, frameDuration: lastDuration, obstacle: obstacle)
  }

  private static func fault(of packets: [Packet], _ order: [Int]) -> String? {
    guard let first = packets.first else { return "it has no packets" }
    if first.kind != .start, first.kind != .openStart {
      return "it does not start with a key frame"
    }
    if packets.count > 1, packets[1].kind == .leading {
      return "it starts with pictures that need earlier ones"
    }
    for (a, b) in zip(order, order.dropFirst()) where packets[a].time == packets[b].time {
      return "two packets have the time \(packets[a].time.text) s"
    }
    if packets.contains(where: { $0.kind == .unusable }) {
      return "a packet cannot be parsed, or has units of an unknown kind"
    }
    return nil
  }

  /// The place of the frame that is shown at a time of the source; `nil` after the last one.
  package func place(at time: MediaTime) -> Int? {
    let later = order.partitioningIndex { packets[$0].time > time }
    guard let last = order.last else { return nil }
    if later == order.count, time >= packets[last].time + lastDuration { return nil }
    return max(0, later - 1)
  }

  /// The greatest part of a run of frames that can be copied.
  ///
  /// It starts at the first key frame that needs no others, and ends with the last packet where all
  /// frames so far are shown before all later ones.
  ///
  /// - Parameter run: Places in presentation order.
  /// - Returns: The places and their packets in decode order; `nil` if nothing can be copied.
  package func copy(of run: Range<Int>) -> (places: Range<Int>, packets: [Int])? {
    let starts = order[run].filter { [.start, .openStart].contains(packets[$0].kind) }
    guard let start = starts.min() else { return nil }
    let first = places[start]
    var copied: [Int] = [], complete = 0, end = first, highest = first
    for packet in start..<packets.count {
      let place = places[packet]
      // The leading pictures of the first key frame, which are encoded.
      if place < first { continue }
      if place >= run.upperBound { break }
      copied.append(packet)
      highest = max(highest, place)
      let next = packet + 1 < packets.count ? lowest[packet + 1] : packets.count
      if highest < next {
        complete = copied.count
        end = highest + 1
      }
    }
    guard complete == end - first, complete > 0 else { return nil }
    return (first..<end, Array(copied.prefix(complete)))
  }

  /// The key frames of a copy where decoding and presentation start again: all earlier frames of the
  /// copy are decoded and shown before, and all later ones after.
  ///
  /// - Parameter copied: Packets in decode order.
  /// - Returns: The places of the key frames, in order.
  package func closedStarts(of copied: [Int]) -> [Int] {
    var starts: [Int] = [], highest = -1
    for packet in copied {
      let place = places[packet]
      if packets[packet].kind == .start, place > highest, lowest[packet] == place {
        starts.append(place)
      }
      highest = max(highest, place)
    }
    return starts
  }

  /// The packet at or before another one in decode order from which a decoder can show the frame at
  /// a place, and all later ones.
  private func decodingStart(of place: Int) -> Int {
    let packet = order[place]
    return (0...packet).last { index in
      switch packets[index].kind {
      case .start: true
      // Its leading pictures need the group before.
      case .openStart: places[index] <= place
      default: false
      }
    } ?? 0
  }

  /// The packets that a decoder needs to show the frames at some places.
  ///
  /// - Parameters:
  ///   - run: Places in presentation order.
  ///   - earlier: A place to start at or before; `nil` is the first one of the run.
  /// - Returns: The packets in decode order.
  package func packets(toShow run: Range<Int>, startingBefore earlier: Int? = nil) -> [Int] {
    let first = decodingStart(of: earlier ?? run.lowerBound)
    let last = run.map { order[$0] }.max() ?? first
    return (min(first, last)...last).filter { packet in
      if places[packet] >= run.lowerBound { return true }
      return switch packets[packet].kind {
      // No other frame refers to it.
      case .disposable: false
      // A decoder does not show those of the first key frame.
      case .leading: places[packet] > places[first]
      default: true
      }
    }
  }
}
