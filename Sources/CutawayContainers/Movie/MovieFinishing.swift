import CutawayDiagnostics
package import CutawayTime
package import Foundation

/// The steps that complete a movie file after a muxer has written it.
///
/// They place its header first, and add metadata, chapters, languages and the creation time.
///
/// The file is changed in place. Apply the steps to a file that no program reads yet, and delete
/// the file if they fail. Only a lack of disk space is detected before the file changes. If the
/// header moves, all media after it move by its size, 4 MB at a time, which reads and writes the
/// whole file once.
///
/// ```swift
/// var finishing = MovieFinishing()
/// finishing.movesHeaderFirst = true
/// finishing.metadata = [.init(.title, "Lake"), .location(latitude: 47.8, longitude: 12.45)]
/// finishing.chapters = [.init(time: .zero, title: "Morning")]
/// finishing.languages = [1: "de"]
/// try finishing.apply(to: "film.mp4")
/// ```
///
/// Applying the steps again replaces everything that they wrote, except subtitles and time codes. Settings that
/// are not given leave the file unchanged.
package struct MovieFinishing: Sendable, Hashable {
  /// Whether to place the header before the media, so that playback can start before the download
  /// ends.
  package var movesHeaderFirst = false
  /// The items to set.
  ///
  /// If several have the same key, the last one counts.
  package var metadata: [MovieMetadata] = []
  /// The chapters, in any order; empty keeps the existing ones.
  ///
  /// If none starts at 0, the time before the first one becomes a chapter without a title.
  package var chapters: [MovieChapter] = []
  /// The language of the chapter titles, in the form of ``languages``.
  package var chapterLanguage: String?
  /// The subtitle tracks to add.
  ///
  /// The first one is enabled.
  package var subtitles: [MovieSubtitles] = []
  /// The time code of the first frame, in a track of its own; fragmented files get none.
  package var startTimecode: StartTimecode?
  /// The languages, as BCP 47 tags or ISO 639-2 codes, by the index of the track in the file, from
  /// 0.
  package var languages: [Int: String] = [:]
  /// The part of a track's media that plays, by the index of the track in the file, from 0.
  ///
  /// An edit list states the part. Media before it are decoded, but not heard: an AAC encoder puts
  /// a packet there, without which the first samples fade in. Sound also gets a sample group which
  /// states that each packet needs the one before it.
  package var playedRanges: [Int: TimeRange] = [:]
  /// The time before the played range in which nothing is shown, by the index of the track in the file, from 0.
  package var playedDelays: [Int: MediaTime] = [:]
  /// The end of a track, by its index in the file, from 0.
  ///
  /// An edit list states it. Muxers derive it from decoding times, which end too early if frames of different
  /// durations are reordered.
  package var playedEnds: [Int: MediaTime] = [:]
  /// The light of HDR, by the index of the video track in the file, from 0.
  package var lights: [Int: MovieLight] = [:]
  /// The index of a fragmented file with one track and no index; `nil` adds none.
  package var segmentIndex: SegmentIndex?
  /// Whether to remove tracks without a format, which muxers write for streams without samples.
  ///
  /// The other settings count the tracks that stay.
  package var removesEmptyTracks = false
  /// The time at which the movie was created; `nil` keeps the time that the muxer wrote.
  package var creationTime: Date?

  /// Creates an empty list of steps, which changes nothing.
  package init() {}

  /// A requested item that cannot be written.
  package enum Omission: Sendable, Hashable {
    /// The number of chapters that lie outside the movie, or at the time of a later one in the
    /// list.
    case chapters(Int)
    /// The chapter track that QuickTime reads.
    ///
    /// A fragmented file gets only Nero's chapter list.
    case chapterTrack
    /// The subtitles of a fragmented file: a track with samples outside fragments confuses players.
    case subtitles
  }

  /// Finishes a file.
  ///
  /// If the header moves, this takes as long as copying the file. When the task is cancelled, it
  /// stops within 4 MB.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - progress: Called with the fraction of the media that has been moved, from 0 to 1.
  /// - Returns: The items that could not be written.
  /// - Throws: ``ContainerError``. With ``ContainerErrorCode/noSpaceLeft`` the file is unchanged.
  @discardableResult
  package func apply(
    to path: String, progress: (Double) -> Void = { _ in }
  ) throws(ContainerError) -> [Omission] {
    let file = try DiskFile(path: path, isWritable: true)
    let layout = try MovieLayout(file)
    var header = try Self.header(of: file, layout)
    let (texts, omissions) = try complete(
      &header, isQuickTime: Self.isQuickTime(file, layout))
    let draft = HeaderDraft(
      header: header, texts: texts, creationTime: creationTime, index: segmentIndex)
    let (plan, bytes) = try draft.placed(in: layout, movesFirst: movesHeaderFirst)
    let offsets = FragmentOffsets(plan: plan, layout: layout)
    try offsets.check(header)
    try plan.write(bytes, to: file, progress: progress)
    try offsets.correct(in: file)
    return omissions
  }

  /// Finishes the header of a fragmented MP4 file that is being written.
  ///
  /// Fragments count offsets from their own start, so that the header may have any length.
  ///
  /// - Parameter bytes: The box `moov`.
  /// - Returns: The box to write instead.
  /// - Throws: ``ContainerError``.
  package func header(insteadOf bytes: [UInt8]) throws(ContainerError) -> [UInt8] {
    let boxes = try Box.boxes(in: bytes[...])
    guard var header = boxes.first, boxes.count == 1, header["mvex"] != nil else {
      throw ContainerError(.malformed, "not the header of a fragmented movie")
    }
    // Fragmented files get no text tracks.
    _ = try complete(&header, isQuickTime: false)
    if let creationTime { try HeaderTimes(creationTime).write(to: &header) }
    return header.encoded
  }

  /// Applies the steps to a header.
  ///
  /// - Returns: The text tracks to add, and the items that could not be written.
  private func complete(
    _ header: inout Box, isQuickTime: Bool
  ) throws(ContainerError) -> (texts: [TextTrack], omissions: [Omission]) {
    if removesEmptyTracks { header.removeEmptyTracks() }
    let tracks = header.boxes.indices.filter { header.boxes[$0].kind == "trak" }
    for (index, tag) in languages {
      guard tracks.indices.contains(index) else {
        throw ContainerError(.invalidRequest, "no track \(index): the file has \(tracks.count)")
      }
      try TrackLanguage(tag).write(to: &header.boxes[tracks[index]])
    }
    for (index, light) in lights {
      guard tracks.indices.contains(index) else {
        throw ContainerError(.invalidRequest, "no track \(index): the file has \(tracks.count)")
      }
      try header.boxes[tracks[index]].setLight(light)
    }
    try setPlayedRanges(of: tracks, in: &header)
    try header.set(metadata, isQuickTime: isQuickTime)
    var omissions: [Omission] = []
    let track = try chapterTrack(in: &header, isQuickTime: isQuickTime, omissions: &omissions)
    let chapters = [track].compactMap(\.self)
    var texts = try chapters + subtitleTracks(in: &header, after: chapters, &omissions)
    if let code = try timecodeTrack(in: &header, after: texts, isQuickTime: isQuickTime) {
      texts.append(code)
    }
    return (texts, omissions)
  }

  /// The maximum size of a header: ten hours of video have one of a few megabytes.
  private static let longestHeader = 256 << 20

  private static func header(
    of file: borrowing DiskFile, _ layout: MovieLayout
  ) throws(ContainerError) -> Box {
    guard let range = layout.boxes.first(where: { $0.kind == "moov" })?.range else {
      throw ContainerError(.malformed, "not a movie: it has no header")
    }
    // The size of the last box must be stated before data can follow it.
    guard let last = layout.boxes.last,
      try file.readAll(4, at: last.range.lowerBound) != [0, 0, 0, 0]
    else { throw ContainerError(.unsupported, "the last box has no length") }
    guard range.count <= longestHeader else {
      throw ContainerError(.unsupported, "a header of \(range.count) bytes is too long")
    }
    let boxes = try Box.boxes(in: file.readAll(range.count, at: range.lowerBound)[...])
    guard let header = boxes.first, boxes.count == 1 else {
      throw ContainerError(.malformed, "not a movie: its header is truncated")
    }
    return header
  }

  /// Whether the file type is QuickTime's.
  ///
  /// Files without a type are older, and are QuickTime's too.
  private static func isQuickTime(
    _ file: borrowing DiskFile, _ layout: MovieLayout
  ) throws(ContainerError) -> Bool {
    guard let type = layout.boxes.first, type.kind == "ftyp" else { return true }
    return try file.readAll(4, at: type.range.lowerBound + 8) == Array("qt  ".utf8)
  }

  private func setPlayedRanges(of tracks: [Int], in header: inout Box) throws(ContainerError) {
    guard !playedRanges.isEmpty || !playedEnds.isEmpty else { return }
    let timescale = try header.movieTimes().timescale
    let isFragmented = header["mvex"] != nil
    var hidden: Int64 = 0
    for (index, range) in playedRanges {
      guard tracks.indices.contains(index) else {
        throw ContainerError(.invalidRequest, "no track \(index): the file has \(tracks.count)")
      }
      var track = header.boxes[tracks[index]]
      let length = try track.setPlayedRange(
        range, after: playedDelays[index] ?? .zero, movieTimescale: timescale)
      // In a fragmented file, the fragments determine the duration of a track.
      if !isFragmented { track.trackDuration = length }
      if track.descendant("mdia", "hdlr")?.bytes.number(at: 8) == FourCC("soun").value,
        range.start > .zero, !isFragmented
      {
        track.setRollDistance(-1)
      }
      header.boxes[tracks[index]] = track
      hidden = max(hidden, range.start.rounded(in: MediaTime(1, over: timescale)))
    }
    for (index, end) in playedEnds where !isFragmented {
      guard tracks.indices.contains(index) else {
        throw ContainerError(.invalidRequest, "no track \(index): the file has \(tracks.count)")
      }
      try header.boxes[tracks[index]].setPlayedEnd(end, movieTimescale: timescale)
    }
    let longest = tracks.compactMap { header.boxes[$0].trackDuration }.max() ?? 0
    header.changeMovieDuration { isFragmented ? max(0, $0 - hidden) : longest }
  }

  private func chapterTrack(
    in header: inout Box, isQuickTime: Bool, omissions: inout [Omission]
  ) throws(ContainerError) -> TextTrack? {
    guard !chapters.isEmpty else { return nil }
    let times = try header.movieTimes()
    let isFragmented = header["mvex"] != nil
    let list = ChapterList(chapters, duration: isFragmented ? nil : times.duration)
    if list.leftOut > 0 { omissions.append(.chapters(list.leftOut)) }
    header.removeChapters()
    guard !list.chapters.isEmpty else { return nil }
    // Programs that read MOV files read the chapter track.
    if !isQuickTime || isFragmented { header.setChapterList(list) }
    guard !isFragmented else {
      omissions.append(.chapterTrack)
      return nil
    }
    let number = try header.takeTrackNumber()
    try header.nameChapters(number)
    let language: TrackLanguage? =
      if let chapterLanguage { try TrackLanguage(chapterLanguage) } else { nil }
    return TextTrack(
      list, number: number, language: language, isQuickTime: isQuickTime,
      movieTimescale: times.timescale)
  }

  private func timecodeTrack(
    in header: inout Box, after others: [TextTrack], isQuickTime: Bool
  ) throws(ContainerError) -> TextTrack? {
    guard let startTimecode, header["mvex"] == nil else { return nil }
    let number = try header.takeTrackNumber(after: others.last?.number ?? 0)
    guard header.nameTimecode(number) else { return nil }
    return TextTrack(
      startTimecode, number: number, isQuickTime: isQuickTime, movie: try header.movieTimes())
  }

  private func subtitleTracks(
    in header: inout Box, after others: [TextTrack], _ omissions: inout [Omission]
  ) throws(ContainerError) -> [TextTrack] {
    guard !subtitles.isEmpty else { return [] }
    guard header["mvex"] == nil else {
      omissions.append(.subtitles)
      return []
    }
    let size = header.pictureSize, movie = try header.movieTimes()
    var tracks: [TextTrack] = []
    for track in subtitles {
      let number = try header.takeTrackNumber(after: (others + tracks).last?.number ?? 0)
      tracks.append(
        try TextTrack(
          track, number: number, isFirst: tracks.isEmpty, size: size, movie: movie))
    }
    return tracks
  }
}
