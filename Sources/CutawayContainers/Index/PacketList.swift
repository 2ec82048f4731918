package import CutawayTime

/// The packets of a track as its container describes them, without their data.
package struct PacketList: Sendable, Hashable {
  /// The kind of a track.
  package enum Media: Sendable, Hashable {
    /// The kind of the track; other tracks contain text or data.
    case video, audio, other
  }

  /// A packet; times are in ticks of the track's media.
  package struct Packet: Sendable, Hashable {
    /// The time at which it is decoded; `nil` if the container states only presentation times.
    package var decoding: Int64?
    /// The presentation time.
    package var time: Int64
    /// The stated duration; 0 if the container states none.
    package var duration: Int64
    /// Whether the container marks it as decodable without earlier packets.
    package var isKey: Bool
    /// By which the data are recognized; `nil` if times are sufficient.
    ///
    /// Fragments state only the size.
    package var identity: Identity?

    /// Creates a packet.
    package init(
      decoding: Int64? = nil, time: Int64, duration: Int64 = 0, isKey: Bool,
      identity: Identity? = nil
    ) {
      self.identity = identity
      self.decoding = decoding
      self.time = time
      self.duration = duration
      self.isKey = isKey
    }
  }

  /// By which the data of a packet are recognized, wherever a demuxer starts.
  package struct Identity: Sendable, Hashable {
    /// A digest of the last bytes; `nil` if only the size is known.
    ///
    /// The first bytes differ where a demuxer adds or removes headers.
    package var digest: UInt32?
    /// The size in bytes.
    package var size: UInt32

    /// Creates an identity.
    package init(digest: UInt32?, size: UInt32) {
      self.digest = digest
      self.size = size
    }

    /// The size of a header that a demuxer may have removed: an access unit delimiter of H.264.
    private static let removable = 16

    /// Whether data are those of the packet with this identity, perhaps with other headers.
    ///
    /// Data that lack their beginning are not.
    ///
    /// - Parameters:
    ///   - data: The identity of the data.
    ///   - parameterSets: The size of the parameter sets that a parser adds where it begins.
    /// - Returns: Whether they are.
    func matches(_ data: Identity, parameterSets: Int) -> Bool {
      if digest == nil { return size == data.size }
      return digest == data.digest
        && Int(data.size) + Self.removable + parameterSets >= Int(size)
    }
  }

  /// A part of an edit list: what is presented after the edits before it.
  package struct Edit: Sendable, Hashable {
    /// How long it lasts in the presentation; `nil` is until the end of the media.
    package var duration: MediaTime?
    /// The time of the media at its start; `nil` if it presents nothing.
    package var media: MediaTime?
    /// The speed of the media; 0 holds one frame.
    package var rate: MediaTime

    /// Creates an edit.
    package init(duration: MediaTime?, media: MediaTime?, rate: MediaTime = MediaTime(1)) {
      self.duration = duration
      self.media = media
      self.rate = rate
    }
  }

  /// The number that the container gives the track.
  package var trackNumber: Int
  /// The kind of the track.
  package var media: Media
  /// The duration of a tick.
  package var tick: MediaTime
  /// The packets in decode order; empty for sound in MP4 and MOV, of which only ``mediaEnd`` is read.
  package var packets: [Packet] = []
  /// The end of the media in ticks, as the table of packets states it.
  package var mediaEnd: Int64 = 0
  /// The edit list; empty if the track has none.
  package var edits: [Edit] = []
  /// The greatest rounding of an edit's duration.
  package var editTick = MediaTime.zero
  /// The duration of a frame that the container states for the whole track; `nil` if it states none.
  package var frameDuration: MediaTime?

  /// What a decoder outputs before the first sample that is presented.
  package var codecDelay = MediaTime.zero
  /// What is not presented of the last packet.
  package var padding = MediaTime.zero

  /// Creates a list without packets.
  package init(trackNumber: Int, media: Media, tick: MediaTime) {
    self.trackNumber = trackNumber
    self.media = media
    self.tick = tick
  }

  /// The maximum number of packets of a track: a day at 120 frames per second has fewer.
  package static let longest = 1 << 24
  /// The maximum number of tracks.
  static let most = 1_000

  /// A number of ticks that a file states, limited so that sums, differences and products with
  /// durations of frames do not overflow.
  ///
  /// A nanosecond as a tick leaves three days; no container has shorter ones.
  package static func believable(_ ticks: Int64) -> Int64 { max(-1 << 48, min(ticks, 1 << 48)) }

  // MARK: Packets that a demuxer has read

  /// The greatest difference between a frame's places in decode order and in presentation order: 16 frames
  /// or 32 fields (ITU-T H.264, A.3.1), twice that for a file that is damaged somewhere.
  private static let longestReordering = 64

  /// Whether each packet is a frame of its own, and decoders can restore the order of presentation.
  ///
  /// Two recordings one after the other have times that jump back; the fields of a frame have one time.
  package var isOrderOfDecoding: Bool {
    let presented = packets.indices.sorted { (packets[$0].time, $0) < (packets[$1].time, $1) }
    return presented.enumerated().allSatisfy {
      abs($0.offset - $0.element) <= Self.longestReordering
    }
      && zip(presented, presented.dropFirst()).allSatisfy { packets[$0].time < packets[$1].time }
  }

  /// Removes the packets between the first key frame and the next one that are presented before it.
  package mutating func dropLeadingPackets() {
    guard let first = packets.first else { return }
    let next = packets.dropFirst().firstIndex { $0.isKey } ?? packets.endIndex
    let rest = packets[next...]
    packets = packets[..<next].filter { $0.time >= first.time } + rest
  }
}
