import CutawayDiagnostics
package import CutawayTime

/// Joins the fragments that a muxer writes, each of one track, to segments with all tracks.
///
/// A segment is one `moof` with its `mdat` (ISO/IEC 14496-12, 8.8), and starts with a key frame of the first track of
/// pictures, or with any sample if there is none. The times of the muxer begin at 0; those of segments begin where the
/// caller states, or later if decoding would begin before 0.
package struct SegmentJoiner: Sendable {
  /// A segment.
  package struct Segment: Sendable, Hashable {
    /// The `moof` and the `mdat`.
    package var bytes: [UInt8]
    /// What each track has in it, in the order of the tracks; tracks without samples are left out.
    package var parts: [Part]
  }

  /// What a segment has of a track.
  package struct Part: Sendable, Hashable {
    package var trackNumber: Int
    package var media: PacketList.Media
    /// The earliest presentation time.
    package var start: MediaTime
    package var duration: MediaTime
    /// The first sample of a track of pictures.
    package var first: First?
  }

  /// The first sample of a part.
  package struct First: Sendable, Hashable {
    package var time: MediaTime
    /// The bytes in the segment.
    package var range: Range<Int>
    package var isKey: Bool
  }

  /// What the header states of the presentation of a track.
  package struct Edit: Sendable, Hashable {
    /// The time in which nothing is shown.
    package var delay: MediaTime
    /// The time of the media at which presentation starts then.
    package var start: MediaTime
  }

  private struct Track {
    let number: Int
    let media: PacketList.Media
    let timescale: Int
    /// What is added to the times of the muxer, in ticks.
    var shift: Int?
    /// The ticks from decoding to presentation of the first sample.
    var lead = 0
    /// The duration before the time at which the first sample should be presented.
    var hidden = MediaTime.zero
    /// The time at which the first sample should be presented.
    var start = MediaTime.zero
    var samples: [Sample] = []

    func time(_ ticks: Int) -> MediaTime { MediaTime(Int64(ticks), over: Int64(timescale)) }

    /// The presentation time of a sample for the caller.
    func time(_ sample: Sample) -> MediaTime { time(sample.time) - hidden }
  }

  private struct Sample {
    var decoding: Int
    var values: FragmentPart.Sample
    var bytes: [UInt8] = []

    var time: Int { decoding + values.offset }
  }

  /// The time by which the leading track waits for another one.
  private static let patience = MediaTime(3)

  /// The shortest segment after the end of the leading track.
  private static let shortest = MediaTime(1, over: 10)

  /// The `ftyp` and the `moov`, once both are complete.
  package private(set) var header: [UInt8]?
  private var pending: [UInt8] = []
  private var headerBytes: [UInt8] = []
  private var tracks: [Track] = []
  private var defaults: [Int: FragmentPart.Values] = [:]
  /// The samples of the last fragment whose data have not come, by track, with their places in the fragment.
  private var announced: [(track: Int, sample: Sample, place: Int)] = []
  private var fragmentSize = 0
  /// The number of samples of the leading track before the next segment, and the time at which that starts.
  private var cut: (count: Int, time: MediaTime)?
  /// The number of samples of the leading track that cannot start the next segment.
  private var checked = 1
  private var sequenceNumber: UInt32 = 0

  /// Creates a joiner that has received nothing.
  package init() {}

  /// What the header states of each track; known with the first segment.
  ///
  /// Decoding times are not negative, so that a track may have to start later in its media than at 0. A time before which
  /// nothing is shown moves nothing: as much as an edit hides, another one delays.
  package func edits(hidingBefore time: MediaTime?) -> [Edit] {
    tracks.map { track in
      guard let time, time > .zero, track.start < time else {
        return Edit(delay: .zero, start: track.hidden)
      }
      return Edit(delay: time, start: time + track.hidden)
    }
  }

  /// The index of the track whose key frames start segments.
  private var leader: Int? { tracks.firstIndex { $0.media == .video } ?? tracks.indices.first }

  /// Takes bytes of the muxer.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that follow those before.
  ///   - start: Gives the presentation time of the first sample of a kind of track.
  /// - Throws: ``ContainerError`` if they are no fragments.
  package mutating func append(
    _ bytes: [UInt8], startingAt start: (PacketList.Media) -> MediaTime
  ) throws(ContainerError) {
    pending += bytes
    var position = 0
    while let head = BoxHead(pending[position...], space: pending.count - position) {
      let inside = pending[position + head.headLength..<position + head.length]
      switch head.kind {
      case "ftyp": headerBytes += pending[position..<position + head.length]
      case "moov":
        headerBytes += pending[position..<position + head.length]
        try readHeader(BoxView(inside))
        header = headerBytes
      case "moof":
        fragmentSize = head.length
        try announce(BoxView(inside), startingAt: start)
      case "mdat": try take(inside, headLength: head.headLength)
      default: break
      }
      position += head.length
    }
    pending.removeFirst(position)
  }

  private mutating func readHeader(_ movie: BoxView) throws(ContainerError) {
    guard let defaults = FragmentPart.defaults(in: movie) else {
      throw ContainerError(.unsupported, "a movie without fragments")
    }
    self.defaults = defaults
    for track in movie.boxes("trak") where !track.isEmptyTrack {
      guard let media = track.box("mdia"), let clock = media.box("mdhd"),
        let handler = media.box("hdlr"), let header = track.box("tkhd")
      else { throw ContainerError(.malformed, "a track without headers") }
      tracks.append(
        Track(
          number: header.word(header.byte(0) == 1 ? 20 : 12),
          media: handler.kind(8) == "vide" ? .video : handler.kind(8) == "soun" ? .audio : .other,
          timescale: max(1, clock.word(clock.byte(0) == 1 ? 20 : 12))))
    }
  }

  private mutating func announce(
    _ fragment: BoxView, startingAt start: (PacketList.Media) -> MediaTime
  ) throws(ContainerError) {
    announced = []
    for box in fragment.boxes("traf") {
      guard let part = FragmentPart(box, defaults: defaults),
        let track = tracks.firstIndex(where: { $0.number == part.track })
      else { throw ContainerError(.malformed, "a fragment of an unknown track") }
      let last = tracks[track].samples.last
      var time =
        part.start.map { $0 + (tracks[track].shift ?? 0) }
        ?? last.map { $0.decoding + $0.values.duration } ?? 0
      var place: Int?
      for run in part.runs {
        guard let run = FragmentRun(run, part.values, fileSize: .max) else {
          throw ContainerError(.malformed, "a fragment that ends within its table")
        }
        var next = run.dataOffset ?? place ?? fragmentSize + 8
        for values in run {
          if tracks[track].shift == nil {
            // Decoding times are not negative.
            let first = tracks[track].time(time + values.offset)
            let wanted = start(tracks[track].media) - first
            let tick = MediaTime(1, over: Int64(tracks[track].timescale))
            let shift = max(-time, Int(wanted.rounded(in: tick)))
            tracks[track].shift = shift
            tracks[track].lead = values.offset
            tracks[track].start = first + wanted
            tracks[track].hidden = max(.zero, tracks[track].time(shift) - wanted)
            time += shift
          }
          announced.append((track, Sample(decoding: time, values: values), next))
          time += values.duration
          next += values.size
        }
        place = next
      }
    }
  }

  private mutating func take(
    _ data: ArraySlice<UInt8>, headLength: Int
  ) throws(ContainerError) {
    let origin = data.startIndex - fragmentSize - headLength
    for var entry in announced {
      let range = origin + entry.place..<origin + entry.place + entry.sample.values.size
      guard range.lowerBound >= data.startIndex, range.upperBound <= data.endIndex else {
        throw ContainerError(.malformed, "a fragment without its data")
      }
      entry.sample.bytes = Array(data[range])
      // A muxer does not know how long the last sample of a fragment lasts.
      if let last = tracks[entry.track].samples.indices.last {
        let distance = entry.sample.decoding - tracks[entry.track].samples[last].decoding
        if distance > 0 { tracks[entry.track].samples[last].values.duration = distance }
      }
      tracks[entry.track].samples.append(entry.sample)
    }
    announced = []
  }

  /// Ends a kind of track at a presentation time, until which its last sample lasts.
  package mutating func end(_ media: PacketList.Media, at time: MediaTime) {
    for index in tracks.indices where tracks[index].media == media {
      guard let last = tracks[index].samples.indices.last else { continue }
      let track = tracks[index]
      let end = (time + track.hidden).rounded(in: MediaTime(1, over: Int64(track.timescale)))
      let duration = Int(end) - track.lead - track.samples[last].decoding
      if duration > 0 { tracks[index].samples[last].values.duration = duration }
    }
  }

  /// Takes the next segment.
  ///
  /// - Parameters:
  ///   - isLast: Whether no data follow: then the segment may end anywhere.
  ///   - isCut: Whether a segment starts at the key frame of a time; called once for each, in order.
  /// - Returns: The segment; `nil` while its data are not complete.
  /// - Throws: ``ContainerError`` if the segment is too large.
  package mutating func next(
    isLast: Bool, startsAt isCut: (MediaTime) -> Bool
  ) throws(ContainerError) -> Segment? {
    guard let leader else { return nil }
    let leading = tracks[leader]
    while cut == nil, checked < leading.samples.count {
      let sample = leading.samples[checked], time = leading.time(sample)
      if sample.values.isKey, isCut(time) { cut = (checked, time) }
      checked += 1
    }
    if cut == nil, isLast, let time = cutAfter(leading, startsAt: isCut) {
      cut = (leading.samples.count, time)
    }
    if let cut {
      let end = leading.samples.last.map { leading.time($0) } ?? .zero
      let isComplete =
        isLast || end >= cut.time + Self.patience
        || tracks.allSatisfy { track in
          track.number == leading.number
            || track.samples.last.map { track.time($0) >= cut.time } == true
        }
      guard isComplete else { return nil }
      defer { (self.cut, checked) = (nil, 1) }
      return try segment(
        tracks.map { track in
          track.number == leading.number
            ? cut.count
            : track.samples.firstIndex { track.time($0) >= cut.time } ?? track.samples.count
        })
    }
    guard isLast, tracks.contains(where: { !$0.samples.isEmpty }) else { return nil }
    return try segment(tracks.map(\.samples.count))
  }

  /// The time at which a segment starts after the end of the leading track, while another one continues; `nil` if none
  /// does.
  private func cutAfter(_ leading: Track, startsAt isCut: (MediaTime) -> Bool) -> MediaTime? {
    guard
      let longest = tracks.max(by: { first, second in
        guard let other = second.samples.last else { return false }
        return first.samples.last.map { first.time($0) < second.time(other) } ?? true
      }), longest.number != leading.number
    else { return nil }
    let end = leading.samples.last.map { leading.time($0) + leading.time($0.values.duration) }
    // What should have ended before the leading track does so no longer.
    if let end { while isCut(end - MediaTime(1, over: 1_000)) {} }
    guard let last = longest.samples.last.map({ longest.time($0) }) else { return nil }
    // A segment has one sample at least, and a few packets at the end are none.
    for sample in longest.samples.dropFirst(leading.samples.isEmpty ? 1 : 0)
    where sample.values.isKey {
      let time = longest.time(sample)
      if time >= end ?? time, time <= last - Self.shortest, isCut(time) { return time }
    }
    return nil
  }

  /// Removes the first samples of each track, and makes a segment of them.
  private mutating func segment(_ counts: [Int]) throws(ContainerError) -> Segment {
    let parts = zip(tracks.indices, counts).filter { $0.1 > 0 }.map { index, count in
      (track: tracks[index], samples: tracks[index].samples.prefix(count))
    }
    for (index, count) in zip(tracks.indices, counts) { tracks[index].samples.removeFirst(count) }
    sequenceNumber += 1
    let number = [UInt8](bigEndian: UInt32(0)) + [UInt8](bigEndian: sequenceNumber)
    func fragment(_ dataStart: Int) -> Box {
      var start = dataStart
      let boxes = parts.map { track, samples in
        defer { start += samples.reduce(0) { $0 + $1.bytes.count } }
        return Self.part(track.number, samples, dataStart: start)
      }
      return Box("moof", boxes: [Box("mfhd", number)] + boxes)
    }
    let size = fragment(0).size
    var bytes = fragment(size + 8).encoded
    let length = parts.reduce(8) { $1.samples.reduce($0) { $0 + $1.bytes.count } }
    guard let stated = UInt32(exactly: length), Int32(exactly: size + length) != nil else {
      throw ContainerError(.unsupported, "a segment of two gigabytes")
    }
    bytes.append(number: stated)
    bytes += FourCC("mdat").bytes
    var segment = Segment(bytes: [], parts: [])
    for (track, samples) in parts {
      let first = samples.first.map { sample in
        First(
          time: track.time(sample), range: bytes.count..<bytes.count + sample.bytes.count,
          isKey: sample.values.isKey)
      }
      segment.parts.append(
        Part(
          trackNumber: track.number, media: track.media,
          start: samples.map(track.time).min() ?? .zero,
          duration: track.time(samples.reduce(0) { $0 + $1.values.duration }),
          first: track.media == .video ? first : nil))
      for sample in samples { bytes += sample.bytes }
    }
    segment.bytes = bytes
    return segment
  }

  /// A track's part of a fragment.
  private static func part(_ number: Int, _ samples: ArraySlice<Sample>, dataStart: Int) -> Box {
    // Places count from the start of the `moof`.
    let flags = [UInt8](bigEndian: UInt32(0x02_0000))
    let header = flags + [UInt8](bigEndian: UInt32(clamping: number))
    let time = [1, 0, 0, 0] + [UInt8](bigEndian: UInt64(clamping: samples.first?.decoding ?? 0))
    // The duration, size, flags and offset of each sample.
    var run = [UInt8](bigEndian: UInt32(0x0000_0F01))
    run.append(number: UInt32(clamping: samples.count))
    run.append(number: Int32(clamping: dataStart))
    for sample in samples {
      run.append(number: UInt32(clamping: sample.values.duration))
      run.append(number: UInt32(clamping: sample.bytes.count))
      run.append(number: UInt32(truncatingIfNeeded: sample.values.flags))
      run.append(number: Int32(clamping: sample.values.offset))
    }
    return Box(
      "traf", boxes: [Box("tfhd", header), Box("tfdt", time), Box("trun", run)])
  }
}
