import Cutaway
import Foundation
import TestSupport

/// A film with cuts, which is rendered in parts.
struct PartEdit {
  let folder: TemporaryDirectory
  var composition: Composition
  var preset = ExportPreset.highestQuality
  var fileType = ExportFileType.mp4
  var settings = ExportSession.Settings()

  /// Seven seconds with a cut at each 1.75 s, a chapter and a title: four chunks of about 2 s.
  init() async throws {
    folder = try TemporaryDirectory()
    composition = try await Edit.composition(
      of: TestMedia(
        .mov, video: .init(width: 160, height: 96, frameCount: 90),
        audio: .init(codec: .pcm, sound: .ticks)),
      TimeRange(start: MediaTime(1, over: 2), duration: MediaTime(7, over: 4)), [.video, .audio],
      times: 4)
    composition.markers = [.init(at: MediaTime(1), title: "One")]
    settings.metadata = ["title": "Lake"]
  }

  private func session() -> ExportSession {
    var settings = settings
    settings.overwrites = false
    return ExportSession(composition, preset: preset, settings: settings)
  }

  func part(_ number: Int, of count: Int) -> ExportPart {
    var part = ExportPart(number, of: count)
    part.chunkLength = MediaTime(2)
    return part
  }

  /// Renders parts into a folder; all of them by default, the sound last.
  @discardableResult
  func render(_ count: Int, only numbers: [Int]? = nil, into name: String) async throws
    -> PartsFolder
  {
    let url = folder.file(name)
    for number in numbers ?? Array((0...count).reversed()) {
      try await session().renderPart(part(number, of: count), into: url, as: fileType)
    }
    return PartsFolder(url)
  }

  func plan() async throws -> RenderPlan {
    try await session().renderPlan(as: fileType, chunkLength: MediaTime(2))
  }

  /// Renders all parts and joins them.
  func film(of count: Int) async throws -> URL {
    let parts = try await render(count, into: "parts-\(count)")
    let output = folder.file("film-\(count).\(fileType.pathExtensions[0])")
    try await parts.join(to: output.path)
    return output
  }

  /// The same film by one export.
  func whole() async throws -> URL {
    let output = folder.file("whole.\(fileType.pathExtensions[0])")
    try await session().export(to: output.path, as: fileType)
    return output
  }
}

/// What ffmpeg's tools read of a file.
enum Packets {
  /// The time and the digest of each packet of a kind of stream, in the order of the file.
  static func read(_ kind: String, _ file: URL) async throws -> [String] {
    try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", kind, "-show_data_hash", "md5", "-show_entries"]
        + ["packet=pts,data_hash", "-of", "csv=p=0", file.path]
    ).check().outputText.split(separator: "\n").map(String.init)
  }

  /// The presentation times of the frames in seconds, in order.
  static func times(_ file: URL) async throws -> [Double] {
    try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of"]
        + ["csv=p=0", file.path]
    ).check().outputText.split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap {
      Double($0)
    }
    .sorted()
  }

  /// The digests of the decoded frames, in order.
  static func frames(_ file: URL) async throws -> [String] {
    try await ChildProcess(
      "ffmpeg", ["-v", "error", "-i", file.path, "-map", "0:v", "-f", "framemd5", "-"]
    ).check().outputText.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
  }
}
