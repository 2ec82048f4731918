package import CutawayContainers
import CutawayElementBridge
package import CutawayTime

/// The tracks of a local file, as its table of packets states them.
///
/// It decides how long a track is, which frame is shown when, and where decoding begins.
package final class MediaIndex: Sendable {
  /// A track of pictures.
  package final class Picture: Sendable {
    /// The number that the container gives the track.
    package let trackNumber: Int
    /// Which frame is shown when.
    package let times: PictureTimes
    /// The packets in decode order.
    package let order: DecodingOrder
    /// The duration of a frame that the container states for the whole track; `nil` if its packets state
    /// theirs, or if none is stated.
    package let frameDuration: MediaTime?
    /// Whether the packets tell which frame is shown when.
    let isComplete: Bool

    /// Creates the index of a track.
    package init(_ list: PacketList, isComplete: Bool = true) {
      self.isComplete = isComplete && !list.packets.isEmpty
      trackNumber = list.trackNumber
      times = PictureTimes(list)
      order = DecodingOrder(list)
      packets = order.packetsOfFrames
      frameDuration = list.packets.contains { $0.duration > 0 } ? nil : list.frameDuration
    }

    /// The packet of each frame.
    private let packets: [Int32]
  }

  /// The tracks of pictures, in the order in which demuxers count them.
  package let pictures: [Picture]
  /// The lengths of ``pictures``; `nil` if the packets do not tell it.
  package let pictureLengths: [MediaTime?]
  /// The lengths of the tracks of sound, in the order in which demuxers count them; in Matroska, to a
  /// tick.
  package let soundLengths: [MediaTime]
  /// The numbers that demuxers of MP4 and MOV must not see; `nil` for other files.
  private let mask: HeaderMask?
  /// The clock references that tsdemux must not see; empty for other files.
  private let clock: [FilePatch]
  /// The time of the asset's time 0 in the stream time of the demuxer; `nil` if it is not known: for
  /// Matroska, and in movies without pictures.
  let streamStart: MediaTime?
  /// Whether other streams follow the first ones, which only Ogg knows; they are read from the start.
  let isChained: Bool

  init?(_ file: FileIdentity, _ records: (any PacketRecords)?) {
    let path = file.path
    isChained = OggChain.isChained(path: path)
    if let header = MovieHeader(path: path), let lists = PacketList.ofMovie(header, at: path) {
      mask = HeaderMask(header, lists)
      // qtdemux counts tracks by their numbers.
      let lists = lists.sorted { $0.trackNumber < $1.trackNumber }
      let shown = lists.filter { $0.media == .video }
      let pictures = shown.map { Picture($0) }
      self.pictures = pictures
      // Without an edit list, the first picture is the asset's time 0.
      let frames = pictures.first.flatMap { $0.times.frames.count > 0 ? $0.times.frames : nil }
      let origin = shown.first?.edits.isEmpty == true ? frames?.start(of: 0) ?? .zero : .zero
      soundLengths = lists.filter { $0.media == .audio }.map { list in
        EditedTimes(list, of: TimeRange(start: origin, end: list.tick * Int(list.mediaEnd))).length
      }
      streamStart = frames.map { _ in origin }
      clock = []
      pictureLengths = pictures.map(\.length)
      return
    } else if let lists = PacketList.ofMatroska(at: path) {
      let pictures = lists.filter { $0.media == .video }.map { Picture($0) }
      self.pictures = pictures
      let frames = pictures.first?.times.frames
      soundLengths = lists.filter { $0.media == .audio }.map { list in
        // A codec's delay precedes the stamp of the first packet.
        let own = list.tick * Int(list.packets.first?.time ?? 0)
        let origin = frames.flatMap { $0.count > 0 ? $0.start(of: 0) : nil } ?? own
        let end = list.tick * Int(list.mediaEnd)
        return max(.zero, end - list.padding - list.codecDelay - origin)
      }
      mask = nil
    } else if let container = StreamContainer(path: path),
      let (tracks, clock) = Self.tracks(of: file, container, records)
    {
      self.clock = clock
      let shown = tracks.filter { $0.list.media == .video }
      pictures = shown.map { Picture($0.list, isComplete: $0.isComplete) }
      pictureLengths = zip(pictures, shown).map { picture, track in
        if picture.isComplete { return picture.length }
        if container == .barePictures { return track.sum }
        // Elsewhere, packets without a time can be the last ones.
        guard track.hasAllTimes || container.keepsClock, let first = track.first,
          let end = track.end
        else { return nil }
        return end - first
      }
      let picture = pictures.first { $0.isComplete }
      streamStart =
        container.keepsClock ? picture?.times.frames.start(of: 0) ?? shown.first?.first : .zero
      let start = streamStart
      soundLengths = tracks.filter { $0.list.media == .audio }.map { track in
        max(.zero, (track.end ?? .zero) - (start ?? track.first ?? .zero))
      }
      mask = nil
      return
    } else if let sound = BlockedSound(path: path) {
      pictures = []
      soundLengths = [sound.duration]
      mask = nil
    } else if isChained {
      // The lengths are those of the demuxer.
      pictures = []
      soundLengths = []
      mask = nil
    } else {
      return nil
    }
    streamStart = nil
    clock = []
    pictureLengths = pictures.map(\.length)
  }

  /// What GStreamer sees in place of bytes of the file.
  ///
  /// - Parameter hidesEdits: Whether it presents the pictures of movies from the first frame on.
  /// - Returns: The patches.
  func patches(hidesEdits: Bool) -> [FilePatch] {
    mask?.patches(hidesEdits: hidesEdits) ?? clock
  }

  /// How much later than the first packet of the pictures the asset's time 0 is; 0 if that is only
  /// rounding.
  var delay: MediaTime {
    if streamStart != nil { return .zero }
    let delay = pictures.first?.times.frames.delay ?? .zero
    return delay > MediaTime(1, over: 500) ? delay : .zero
  }

  /// The tracks of a file without a table of packets, from records or from the file, and the clock references
  /// with which they were read.
  private static func tracks(
    of file: FileIdentity, _ container: StreamContainer, _ records: (any PacketRecords)?
  ) -> (tracks: [ScannedTrack], clock: [FilePatch])? {
    if let known = records?.tracks(of: file), known.allSatisfy({ $0.isPlausible(in: container) }) {
      let hasPauses = known.contains { $0.hasPauses }
      return (known, hasPauses ? TransportClock.patches(path: file.path) : [])
    }
    let clock =
      container == .transportStream ? TransportClock.patches(path: file.path) : []
    guard var scan = PacketScan.tracks(of: file, container, clock) else { return nil }
    for index in scan.tracks.indices { scan.tracks[index].hasPauses = !clock.isEmpty }
    // After an error, which may be one of the network, the next run tries again.
    if scan.isWhole { records?.keep(scan.tracks, of: file) }
    return (scan.tracks, clock)
  }
}

// MARK: The time of the pictures

extension MediaIndex.Picture {
  /// The length of the picture in the time of the asset.
  package var length: MediaTime { times.length }

  /// When the first frame starts, in the time of the asset.
  package var start: MediaTime { times.start }

  /// The start of the frame that is shown at a time of the asset, after the start of the first frame.
  package func start(shownAt time: MediaTime) -> MediaTime {
    times.frame(at: time).map { self.time(of: $0) } ?? .zero
  }

  /// The time of a frame after the first one.
  package func time(of frame: Int) -> MediaTime {
    times.frames.start(of: frame) - times.frames.start(of: 0)
  }

  /// The time of a frame after the first one, in nanoseconds.
  ///
  /// Frames with equal times, of which the last one is shown, are a nanosecond apart.
  package func start(of frame: Int) -> Int64 {
    var first = frame
    while first > max(0, frame - Self.mostOfEqualTime), !isShown(first - 1) { first -= 1 }
    return time(of: frame).nanoseconds + Int64(frame - first)
  }

  /// The maximum number of frames with equal times that get different nanoseconds.
  private static let mostOfEqualTime = 64

  /// Whether a frame is shown: the next one does not start at the same time.
  package func isShown(_ frame: Int) -> Bool {
    frame + 1 >= times.frames.count || time(of: frame + 1) > time(of: frame)
  }

  /// The end of a frame, from the start of the first one, in nanoseconds.
  func end(of frame: Int) -> Int64 {
    frame + 1 < times.frames.count
      ? start(of: frame + 1) : (times.frames.end - times.frames.start(of: 0)).nanoseconds
  }

  /// The frame at a time in nanoseconds after the start of the first one.
  ///
  /// The time of a frame in whole nanoseconds is at most one less than the exact time.
  package func frame(at nanoseconds: Int64) -> Int {
    let time = MediaTime(nanoseconds: nanoseconds + 1) + times.frames.start(of: 0)
    return times.frames.frame(at: time) ?? 0
  }

  /// The frame whose start is nearest to a time in nanoseconds after the start of the first one.
  package func nearestFrame(to nanoseconds: Int64) -> Int {
    var found = frame(at: nanoseconds)
    let last = found
    while found > max(0, last - Self.mostOfEqualTime), !isShown(found - 1),
      start(of: found) > nanoseconds
    {
      found -= 1
    }
    guard found + 1 < times.frames.count else { return found }
    let (low, high) = (start(of: found), start(of: found + 1))
    return high - nanoseconds < nanoseconds - low ? found + 1 : found
  }

  /// The packet that contains a frame.
  func packet(of frame: Int) -> Int { Int(packets[frame]) }

  /// Where a demuxer seeks to for a packet, in nanoseconds.
  func place(of packet: Int) -> Int64 {
    if packet == 0 { return 0 }
    if order.recognizesData { return max(0, order.stamp(of: packet)) }
    // matroskademux counts from its first packet.
    return max(0, order.stamp(of: packet) - (order.usesDecodingTimes ? 0 : order.stamp(of: 0)))
  }
}
