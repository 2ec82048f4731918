import Cutaway
import CutawayDiagnostics
import Foundation
import Synchronization
import TestSupport
import Testing

/// A film of cuts, some of whose frames are copied.
struct SmartEdit {
  /// Runs of frames of a source, by its index: each cut shows `frames`.
  var cuts: [(source: Int, frames: Range<Int>)]
  var sources: [URL]
  var composition: Composition
  var settings = ExportSession.Settings()
  let folder: TemporaryDirectory

  /// The frame duration of all sources.
  static let tick = MediaTime(1, over: 30)

  init(_ sources: [URL], _ cuts: [(source: Int, frames: Range<Int>)], sound: Bool = false) throws {
    (self.sources, self.cuts) = (sources, cuts)
    folder = try TemporaryDirectory()
    var segments: [Segment] = [], end = MediaTime.zero
    for cut in cuts {
      let range = TimeRange(
        start: Self.tick * cut.frames.lowerBound, end: Self.tick * cut.frames.upperBound)
      segments.append(
        Segment(
          target: TimeRange(start: end, duration: range.duration),
          media: .init(asset: Asset.ID("s\(cut.source)"), source: range)))
      end = end + range.duration
    }
    let kinds: [Track.MediaType] = sound ? [.video, .audio] : [.video]
    composition = Composition(
      render: RenderSettings(frameDuration: Self.tick),
      assets: sources.enumerated().map { Asset(id: Asset.ID("s\($0)"), location: $1.path) },
      tracks: try kinds.map {
        try Track(id: Track.ID($0.rawValue), mediaType: $0, segments: segments)
      })
    settings.copiesSpans = true
  }

  /// The number of the source's frame that each output frame shows, and the source.
  var expected: [(source: Int, frame: Int)] {
    cuts.flatMap { cut in cut.frames.map { (cut.source, $0) } }
  }

  /// What an export makes.
  struct Film {
    var file: URL
    var summary: SmartSummary
    var warnings: [Warning]
  }

  func export(_ type: ExportFileType = .mp4, _ name: String = "film") async throws -> Film {
    let file = folder.file("\(name).\(type.pathExtensions[0])")
    let warnings = Mutex<[Warning]>([])
    var settings = settings
    settings.overwrites = true
    let session = ExportSession(composition, settings: settings) { warning in
      warnings.withLock { $0.append(warning) }
    }
    try await session.export(to: file.path, as: type)
    return Film(
      file: file, summary: try #require(session.smartSummary), warnings: warnings.withLock { $0 })
  }

  /// The same film, encoded without loss by an ordinary export.
  func lossless() async throws -> URL {
    let file = folder.file("lossless.mkv")
    var settings = settings
    settings.copiesSpans = false
    try await ExportSession(composition, preset: .lossless, settings: settings)
      .export(to: file.path, as: .mkv)
    return file
  }

  /// Checks every frame: by its number as GStreamer decodes it, by its pixels as ffmpeg does.
  ///
  /// - Returns: The lowest signal-to-noise ratio of encoded frames in dB.
  @discardableResult
  func check(
    _ film: Film, cuts name: Comment = "", location: SourceLocation = #_sourceLocation
  ) async throws -> Double {
    let expected = expected
    let numbers = try await RawVideo.read(film.file).frameNumbers()
    #expect(numbers == expected.map(\.frame), name, sourceLocation: location)
    let shown = try await DecodedFilm(film.file)
    var references: [DecodedFilm] = []
    for source in sources { references.append(try await DecodedFilm(source)) }
    #expect(shown.count == expected.count, sourceLocation: location)
    var lowest = Double.infinity
    var next: Int64 = 0
    for span in film.summary.spans {
      #expect(span.frames.lowerBound == next, sourceLocation: location)
      next = span.frames.upperBound
      #expect(span.isCopied == span.reasons.isEmpty, sourceLocation: location)
      for frame in span.frames where Int(frame) < min(shown.count, expected.count) {
        let (source, number) = expected[Int(frame)]
        let ratio = shown.ratio(Int(frame), references[source], number)
        if span.isCopied {
          #expect(ratio == .infinity, "frame \(frame), \(name)", sourceLocation: location)
        } else {
          lowest = min(lowest, ratio)
        }
      }
    }
    #expect(next == Int64(expected.count), sourceLocation: location)
    #expect(lowest >= 40, name, sourceLocation: location)
    return lowest
  }
}

/// The frames of a file as ffmpeg decodes them, in the format of the file.
struct DecodedFilm {
  /// Why a file could not be decoded.
  struct Damage: Error { var description: String }

  private let data: Data
  private let isDeep: Bool
  let count: Int
  private let size: Int

  init(_ file: URL) async throws {
    let scratch = try TemporaryDirectory()
    defer { scratch.remove() }
    let raw = scratch.file("raw")
    try await ChildProcess(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-noautorotate", "-i", file.path, "-map", "0:v:0"]
        + ["-fps_mode", "passthrough", "-f", "rawvideo", raw.path], timeout: .seconds(120)
    ).check()
    let facts = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height,pix_fmt"]
        + ["-of", "default=nw=1", file.path]
    ).check().outputText.split(separator: "\n").map { $0.split(separator: "=") }
    let fields = Dictionary(
      facts.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) },
      uniquingKeysWith: { a, _ in a })
    let width = Int(fields["width"] ?? "") ?? 0, height = Int(fields["height"] ?? "") ?? 0
    isDeep = fields["pix_fmt"]?.contains("10") == true
    let format = fields["pix_fmt"] ?? ""
    let columns = format.contains("444") ? width : (width + 1) / 2
    let lines = format.contains("420") ? (height + 1) / 2 : height
    size = (width * height + 2 * columns * lines) * (isDeep ? 2 : 1)
    data = try Data(contentsOf: raw)
    guard size > 0, data.count % size == 0 else {
      throw Damage(description: "\(data.count) bytes are not frames of \(size)")
    }
    count = data.count / size
  }

  /// The signal-to-noise ratio of a frame against one of another film in dB; infinity if they are
  /// equal, 0 if there is none.
  func ratio(_ frame: Int, _ other: DecodedFilm, _ number: Int) -> Double {
    guard number < other.count, other.size == size, frame < count else { return 0 }
    let own = data[frame * size..<(frame + 1) * size]
    let its = other.data[number * size..<(number + 1) * size]
    if own == its { return .infinity }
    let peak = isDeep ? 1023.0 : 255.0, samples = isDeep ? size / 2 : size
    var sum = 0.0
    let a = [UInt8](own), b = [UInt8](its)
    for index in 0..<samples {
      let difference =
        isDeep
        ? Int(a[2 * index]) + Int(a[2 * index + 1]) << 8 - Int(b[2 * index])
          - Int(b[2 * index + 1]) << 8
        : Int(a[index]) - Int(b[index])
      sum += Double(difference * difference)
    }
    return 10 * log10(peak * peak * Double(samples) / sum)
  }
}
