public import CutawayTime
public import Foundation

/// What a movie file still needs when a muxer has written it: its header first, and in it metadata,
/// chapters, languages and the time it was made.
///
/// The file is changed in place; apply this to a file that nobody reads yet, and throw the file away
/// when it fails. Only a lack of room is noticed before anything is changed. Where the header moves,
/// all media behind it are moved by its length, 4 MB at a time: that reads and writes the film once.
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
/// Applied again, it replaces what it wrote, but for subtitles; what it is not asked for stays.
public struct MovieFinishing: Sendable, Hashable {
  /// Whether the header is put before the media, so that playing starts before all is loaded.
  public var movesHeaderFirst = false
  /// Of entries with one key the last counts.
  public var metadata: [MovieMetadata] = []
  /// In any order; empty leaves those that are there.
  ///
  /// Where none begins at 0, the time before the first is a chapter without a title.
  public var chapters: [MovieChapter] = []
  /// The language of the chapters' titles, as in ``languages``.
  public var chapterLanguage: String?
  /// Tracks of subtitles to add; the first one is enabled.
  public var subtitles: [MovieSubtitles] = []
  /// By the number of the track in the file, from 0: a tag of BCP 47 or a code of ISO 639-2.
  public var languages: [Int: String] = [:]
  /// The part of a track's media that is played, by the number of the track in the file, from 0.
  ///
  /// An edit list says so. What lies before the part is decoded, but not heard: an encoder of AAC puts a
  /// packet there, without which the first samples fade in. Sound also gets a sample group that says
  /// that each packet needs the one before it.
  public var playedRanges: [Int: TimeRange] = [:]
  /// When the movie was made.
  public var creationTime: Date?

  public init() {}

  /// Something that was asked for and cannot be had.
  public enum Omission: Sendable, Hashable {
    /// So many chapters lie outside the movie, or at the time of a later one in the list.
    case chapters(Int)
    /// A fragmented file gets Nero's list of chapters, but no track that QuickTime would read.
    case chapterTrack
    /// A fragmented file gets no subtitles: a track with samples outside fragments confuses players.
    case subtitles
  }

  /// Finishes a file.
  ///
  /// This takes as long as a copy of the film where the header moves, and stops within 4 MB of it
  /// when the task is cancelled.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - progress: Called with how much of the film has been moved, from 0 to 1.
  /// - Returns: What had to be left out.
  /// - Throws: ``ContainerError``. With ``ContainerError/Code/noSpaceLeft`` the file is as it was.
  @discardableResult
  public func apply(
    to path: String, progress: (Double) -> Void = { _ in }
  ) throws(ContainerError) -> [Omission] {
    let file = try DiskFile(path: path, isWritable: true)
    let layout = try MovieLayout(file)
    var header = try Self.header(of: file, layout)
    let tracks = header.boxes.indices.filter { header.boxes[$0].kind == "trak" }
    for (index, tag) in languages {
      guard tracks.indices.contains(index) else {
        throw ContainerError(.invalidRequest, "no track \(index): the file has \(tracks.count)")
      }
      try TrackLanguage(tag).write(to: &header.boxes[tracks[index]])
    }
    try setPlayedRanges(of: tracks, in: &header)
    let isQuickTime = try Self.isQuickTime(file, layout)
    try header.set(metadata, isQuickTime: isQuickTime)
    var omissions: [Omission] = []
    let track = try chapterTrack(in: &header, isQuickTime: isQuickTime, omissions: &omissions)
    let chapters = [track].compactMap(\.self)
    let texts = try chapters + subtitleTracks(in: &header, after: chapters, &omissions)
    let draft = HeaderDraft(header: header, texts: texts, creationTime: creationTime)
    let (plan, bytes) = try draft.placed(in: layout, movesFirst: movesHeaderFirst)
    let offsets = FragmentOffsets(plan: plan, layout: layout)
    try offsets.check(header)
    try plan.write(bytes, to: file, progress: progress)
    try offsets.correct(in: file)
    return omissions
  }

  /// Ten hours of film have a header of a few megabytes.
  private static let longestHeader = 256 << 20

  private static func header(
    of file: borrowing DiskFile, _ layout: MovieLayout
  ) throws(ContainerError) -> Box {
    guard let range = layout.boxes.first(where: { $0.kind == "moov" })?.range else {
      throw ContainerError(.malformed, "no movie: it has no header")
    }
    // What the last box's length leaves open has to be known before something follows it.
    guard let last = layout.boxes.last,
      try file.readAll(4, at: last.range.lowerBound) != [0, 0, 0, 0]
    else { throw ContainerError(.unsupported, "the last box has no length") }
    guard range.count <= longestHeader else {
      throw ContainerError(.unsupported, "a header of \(range.count) bytes is too long")
    }
    let boxes = try Box.boxes(in: file.readAll(range.count, at: range.lowerBound)[...])
    guard let header = boxes.first, boxes.count == 1 else {
      throw ContainerError(.malformed, "no movie: its header breaks off")
    }
    return header
  }

  /// By the type of the file; those from before there were types are QuickTime's.
  private static func isQuickTime(
    _ file: borrowing DiskFile, _ layout: MovieLayout
  ) throws(ContainerError) -> Bool {
    guard let type = layout.boxes.first, type.kind == "ftyp" else { return true }
    return try file.readAll(4, at: type.range.lowerBound + 8) == Array("qt  ".utf8)
  }

  private func setPlayedRanges(of tracks: [Int], in header: inout Box) throws(ContainerError) {
    guard !playedRanges.isEmpty else { return }
    let timescale = try header.movieTimes().timescale
    let isFragmented = header["mvex"] != nil
    var hidden: Int64 = 0
    for (index, range) in playedRanges {
      guard tracks.indices.contains(index) else {
        throw ContainerError(.invalidRequest, "no track \(index): the file has \(tracks.count)")
      }
      var track = header.boxes[tracks[index]]
      let length = try track.setPlayedRange(range, movieTimescale: timescale)
      // A fragmented file leaves it to its fragments to say how long a track is.
      if !isFragmented { track.trackDuration = length }
      if track.descendant("mdia", "hdlr")?.bytes.number(at: 8) == FourCC("soun").value,
        range.start > .zero, !isFragmented
      {
        track.setRollDistance(-1)
      }
      header.boxes[tracks[index]] = track
      hidden = max(hidden, range.start.rounded(in: MediaTime(1, over: timescale)))
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
    // Programs that read MOV files read the track.
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
