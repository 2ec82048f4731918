import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayModel
import CutawayQuirks
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation

/// Completes a file after its streams are written, with everything that muxers omit or write
/// incorrectly.
struct ExportFinishing: Sendable {
  let fileType: ExportFileType
  let metadata: ExportMetadata
  let chapters: [Chapter]
  /// The languages, by track number in the file.
  let languages: [Int: String]
  /// By track number in the file: the range of the track that plays, if that is not all of it.
  let playedRanges: [Int: TimeRange]
  /// The light of an HDR picture; `nil` if it states none, and in copies.
  let light: PictureLight?
  let subtitles: [Subtitles]
  let movesHeaderFirst: Bool
  /// The number of audible samples; `nil` if unknown.
  let sampleCount: Int64?
  /// Whether the packets are copies, with the headers of their sources.
  let isCopy: Bool
  /// Whether the output ends before the composition does.
  let isCut: Bool
  /// The creation time for the file's headers.
  let creationTime: Date
  /// The index that a fragmented file gets; `nil` is none.
  var segmentIndex: SegmentIndex?
  /// By track number in the file: how long nothing is shown before the range that plays.
  var playedDelays: [Int: MediaTime] = [:]
  /// By track number in the file: where the track ends, if the muxer may have stated it wrongly.
  var playedEnds: [Int: MediaTime] = [:]
  /// The time code of the first frame; `nil` is none.
  var startTimecode: StartTimecode?
  /// Whether streams may have no samples, and thus no tracks.
  var removesEmptyTracks = false

  /// Completes a file before it is renamed.
  ///
  /// - Returns: What could not be written, in words.
  /// - Throws: ``ExportError``.
  func apply(to path: String) throws -> [String] {
    do throws(ContainerError) {
      return try finish(path)
    } catch {
      if error.code == .cancelled { throw CancellationError() }
      throw ExportError(error.code == .noSpaceLeft ? .noSpaceLeft : .failed, error.message)
    }
  }

  private func finish(_ path: String) throws(ContainerError) -> [String] {
    switch fileType.container.finishing {
    case .movie: try finishMovie(path)
    case .matroska: try finishMatroska(path)
    case .mp3: try finishMP3(path)
    case .flac: try finishFLAC(path)
    case .wave: try finishWave(path)
    case .ogg: try finishOgg(path)
    case .none: unwritten
    }
  }

  private func finishMovie(_ path: String) throws(ContainerError) -> [String] {
    let omissions = try movieFinishing.apply(to: path)
    return omissions.compactMap { omission in
      switch omission {
      case .chapters(let count): "\(count) chapters are outside the output"
      case .chapterTrack: nil
      case .subtitles: "the subtitles are left out: fragmented MP4 cannot contain them"
      }
    }
  }

  /// The header to write instead of that of a fragmented movie.
  ///
  /// - Parameter bytes: The header of the muxer.
  /// - Returns: The header.
  /// - Throws: ``ContainerError``.
  func movieHeader(insteadOf bytes: [UInt8]) throws(ContainerError) -> [UInt8] {
    try movieFinishing.header(insteadOf: bytes)
  }

  private var movieFinishing: MovieFinishing {
    var finishing = MovieFinishing()
    finishing.movesHeaderFirst = movesHeaderFirst
    finishing.metadata = metadata.movieMetadata
    finishing.chapters = chapters.map { MovieChapter(time: $0.range.start, title: $0.title) }
    finishing.languages = languages
    finishing.startTimecode = startTimecode
    finishing.playedRanges = playedRanges
    finishing.playedEnds = playedEnds
    finishing.playedDelays = playedDelays
    finishing.removesEmptyTracks = removesEmptyTracks
    // The picture is the first track.
    if let light = light?.movieLight { finishing.lights = [0: light] }
    finishing.subtitles = subtitles.map { track in
      MovieSubtitles(
        track.cues.withoutOverlaps().map { .init($0.range, $0.text) }, language: track.language)
    }
    finishing.creationTime = creationTime
    finishing.segmentIndex = segmentIndex
    return finishing
  }

  private func finishMatroska(_ path: String) throws(ContainerError) -> [String] {
    if Quirk.matroskaSound.applies { try MatroskaSound.mark(in: path) }
    try MatroskaFile.rewrite(path) { file throws(ContainerError) in
      if !metadata.isEmpty, Quirk.matroskaTags.applies {
        try file.setTags(metadata.matroskaEntries)
      }
      if Quirk.matroskaIdentifiers.applies { file.settleIdentifiers(creationTime: creationTime) }
    }
    return []
  }

  private func finishWave(_ path: String) throws(ContainerError) -> [String] {
    if Quirk.waveCues.applies { try WaveCues.number(in: path) }
    return unwritten
  }

  private func finishOgg(_ path: String) throws(ContainerError) -> [String] {
    if Quirk.oggSerialNumber.applies { try OggSerialNumber.settle(in: path) }
    return unwritten
  }

  private func finishMP3(_ path: String) throws(ContainerError) -> [String] {
    // A cut file contains only whole packets, and the encoder's own header describes them.
    if let sampleCount, !isCut, Quirk.mp3Length.applies {
      try MP3Length(sampleCount: sampleCount).write(to: path)
    }
    return unwritten
  }

  private func finishFLAC(_ path: String) throws(ContainerError) -> [String] {
    if let sampleCount, isCut { try FLACLength(sampleCount: sampleCount).write(to: path) }
    return unwritten
  }

  /// The metadata and chapters that the file type cannot store.
  private var unwritten: [String] {
    omissions(
      from: fileType.rawValue, written: isCopy ? [] : fileType.container.metadataKeys,
      hasChapters: fileType.container.hasChapters)
  }

  /// The metadata and chapters that a pipe does not contain, because nothing can be added to it later.
  var omissionsFromPipe: [String] {
    let name = "a pipe of \(fileType.rawValue)"
    return switch fileType.container.finishing {
    // The header is complete: see ``movieHeader(insteadOf:)``.
    case .movie: []
    case .matroska:
      omissions(
        from: name,
        // The others have no name in matroskamux.
        written: [
          "title", "artist", "album", "composer", "genre", "comment", "copyright", "date",
        ], hasChapters: true)
    case .wave, .ogg, .mp3, .flac, .none: unwritten
    }
  }

  private func omissions(
    from name: String, written: Set<String>, hasChapters: Bool
  ) -> [String] {
    let lost = metadata.keys.filter { !written.contains($0) }
    let keys =
      lost.isEmpty ? [] : ["\(name) cannot contain the metadata \(lost.joined(separator: ", "))"]
    return keys + (chapters.isEmpty || hasChapters ? [] : ["\(name) cannot contain chapters"])
  }
}

extension ExportMetadata {
  /// The metadata as Matroska tags, with the names of the Matroska specification if it has them.
  fileprivate var matroskaEntries: [(name: String, value: String)] {
    var entries = texts.map { (name: $0.key.uppercased(), value: $0.value) }
    if let date { entries.append(("DATE_RECORDED", date)) }
    if let place { entries.append(("LOCATION", place)) }
    entries += custom.map { (name: $0.key, value: $0.value) }
    return entries.sorted { $0.name < $1.name }
  }

  fileprivate var movieMetadata: [MovieMetadata] {
    let known: [(String, MovieMetadata.Key)] = [
      ("title", .title), ("artist", .artist), ("album", .album), ("composer", .composer),
      ("genre", .genre), ("comment", .comment), ("description", .description),
      ("copyright", .copyright), ("keywords", .keywords),
    ]
    var all = known.compactMap { key, kind in texts[key].map { MovieMetadata(kind, $0) } }
    if let date { all.append(MovieMetadata(.date, date)) }
    if let location {
      all.append(
        .location(
          latitude: location.latitude, longitude: location.longitude, altitude: location.altitude))
    }
    all.append(MovieMetadata(.software, "Cutaway"))
    return all + custom.sorted { $0.key < $1.key }.map { MovieMetadata(.custom($0.key), $0.value) }
  }
}
