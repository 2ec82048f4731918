import Foundation
import TestSupport
import Testing

/// The same edit, exported by the command more than once and on different numbers of cores.
@Suite(.serialized) struct EqualFileTests {
  private static let command = TestedPackage.command
  private static let media = TestMedia(
    .mov, video: .init(frameCount: 90), audio: .init(codec: .pcm, sound: .ticks))

  /// A folder with an edit of video, audio, metadata and a number of chapters.
  private func folder(
    chapters: Int = 2, date: String? = nil, isDeep: Bool = false
  ) async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let tracks = [("v", "video"), ("s", "audio")].map { id, type in
      "  - {id: \(id), type: \(type), segments: [{asset: a, source: [1, 2.2]}, "
        + "{asset: a, source: [0.2, 1]}]}\n"
    }
    let markers = (0..<chapters).map { "{at: \(Double(5 * $0) / 1000), title: M\($0)}" }
    let text = """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30\(isDeep ? ", bitDepth: 10" : "")}
      assets: {a: "\(try await Self.media.file().path)"}
      tracks:
      \(tracks.joined())
      markers: [\(markers.joined(separator: ", "))]
      export: {metadata: {title: Lake, artist: Ann, comment: calm, genre: film\(date.map { ", date: '\($0)'" } ?? "")}}
      """
    // Over a background, turned and faded, so that all of the mixer's work with 10 bits is done.
    let instruction = """

      instructions:
        - range: [0, 2]
          background: '#204060'
          layers:
            - track: v
              transform: [{range: [0, 2], from: [{scale: 0.9}], to: [{rotate: 20}, {scale: 0.5}]}]
              opacity: [{range: [0, 1], from: 0, to: 1}]
      """
    try Data((text + (isDeep ? instruction : "")).utf8).write(to: folder.file("edit.yaml"))
    return folder
  }

  /// Exports on the first core only or on any, and returns the files by name.
  @discardableResult
  private func export(
    _ folder: TemporaryDirectory, to name: String, onOneCore: Bool = false,
    _ arguments: [String] = [], environment: [String: String?] = ["SOURCE_DATE_EPOCH": nil]
  ) async throws -> [String: Data] {
    let run = [Self.command, "export", "edit.yaml", "-o", name, "--force", "-q"] + arguments
    try await ChildProcess(
      onOneCore ? "taskset" : run[0], onOneCore ? ["-c", "0"] + run : Array(run.dropFirst()),
      environment: environment, directory: folder.url
    ).check()
    let ending = name.split(separator: ".").last ?? ""
    var files: [String: Data] = [:]
    for file in try folder.names() where file.hasSuffix(".\(ending)") {
      files[file] = try Data(contentsOf: folder.file(file))
    }
    return files
  }

  private func expectEqual(
    _ name: String, _ arguments: [String], chapters: Int = 2, isDeep: Bool = false
  ) async throws {
    let folder = try await folder(chapters: chapters, isDeep: isDeep)
    defer { folder.remove() }
    let one = try await export(folder, to: name, onOneCore: true, arguments)
    let two = try await export(folder, to: name, arguments)
    let again = try await export(folder, to: name, arguments)
    #expect(!one.isEmpty && one.values.allSatisfy { !$0.isEmpty })
    #expect(one == two, "one core and all")
    #expect(two == again)
  }

  @Test(arguments: [
    "film.mp4", "film.m4v", "film.mov", "film.mkv", "film.webm", "film.ts", "sound.m4a",
    "sound.wav", "sound.flac", "sound.ogg", "sound.mp3", "picture-%03d.png", "picture-%03d.jpeg",
  ])
  func `equal exports are equal files`(name: String) async throws {
    try await expectEqual(name, [])
  }

  @Test(arguments: [
    ("film.mp4", "--video-codec hevc"), ("film.mp4", "--video-codec av1"),
    ("film.mp4", "--video-bitrate 300k"), ("film.mp4", "--video-codec hevc --video-bitrate 300k"),
    ("film.mp4", "--video-codec av1 --video-bitrate 300k"), ("film.mp4", "--encoder-speed slow"),
    ("film.mp4", "--file-type fmp4"), ("film.mp4", "--optimize-for-network-use"),
    ("film.webm", "--video-codec vp8"), ("film.webm", "--video-codec vp8 --video-bitrate 300k"),
    ("film.webm", "--video-bitrate 300k"), ("film.mkv", "--preset lossless"),
    ("film.mov", "--preset proRes422"), ("sound.ogg", "--audio-codec vorbis"),
    ("sound.ogg", "--audio-codec flac"),
  ])
  func `equal exports are equal files with each encoder`(
    name: String, arguments: String
  ) async throws {
    try await expectEqual(name, arguments.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("film.mkv", "--preset lossless"), ("film.mov", "--preset proRes422"),
    ("film.mp4", "--video-codec hevc"),
  ])
  func `equal exports of 10 bits are equal files`(name: String, arguments: String) async throws {
    try await expectEqual(name, arguments.split(separator: " ").map(String.init), isDeep: true)
  }

  /// Of so many random numbers, some would be a byte shorter.
  @Test(arguments: ["film.mkv", "sound.mkv"])
  func `many chapters have the same numbers each time`(name: String) async throws {
    try await expectEqual(name, [], chapters: 300)
    let folder = try await folder(chapters: 300)
    defer { folder.remove() }
    try await export(folder, to: name)
    let titles = try await ChildProcess(
      "ffprobe", ["-v", "error", "-show_chapters", "-of", "csv", folder.file(name).path]
    ).check()
    #expect(titles.outputText.split(separator: "\n").count == 300)
    #expect(titles.errorText == "")
    // The index has the new positions of the clusters.
    let picture = try await ChildProcess(
      "ffprobe",
      ["-v", "error", "-read_intervals", "1.5%+#1", "-select_streams", "v", "-show_entries"]
        + ["packet=pts_time", "-of", "csv=p=0", folder.file(name).path]
    ).check()
    #expect(picture.errorText == "")
    #expect(picture.outputText.split(separator: "\n").first.flatMap { Double($0) } ?? 9 <= 1.5)
  }

  @Test(arguments: ["film.mp4", "film.mov", "film.mkv", "film.webm", "sound.m4a"])
  func `a file states a creation time that does not depend on the export`(name: String) async throws
  {
    func creationTime(date: String?, epoch: String?) async throws -> String {
      let folder = try await folder(date: date)
      defer { folder.remove() }
      try await export(folder, to: name, environment: ["SOURCE_DATE_EPOCH": epoch])
      return try await ChildProcess(
        "ffprobe",
        ["-v", "error", "-show_entries", "format_tags=creation_time", "-of", "csv=p=0"]
          + [folder.file(name).path]
      ).check().outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let form = ".000000Z"
    #expect(try await creationTime(date: nil, epoch: nil) == "1970-01-01T00:00:00" + form)
    // date -u -d @1700000000
    #expect(try await creationTime(date: nil, epoch: "1700000000") == "2023-11-14T22:13:20" + form)
    #expect(
      try await creationTime(date: "2024-02-29T01:30:00+02:00", epoch: "1700000000")
        == "2024-02-28T23:30:00" + form)
    #expect(try await creationTime(date: "2024-05", epoch: nil) == "2024-05-01T00:00:00" + form)
  }

  @Test(arguments: ["yesterday", "-1", ""])
  func `an invalid creation time is an error`(epoch: String) async throws {
    let folder = try await folder()
    defer { folder.remove() }
    let error = await #expect(throws: ChildProcess.Failure.self) {
      try await export(folder, to: "film.mp4", environment: ["SOURCE_DATE_EPOCH": epoch])
    }
    #expect(error?.error.contains("SOURCE_DATE_EPOCH is '\(epoch)'") == true)
    #expect(try folder.names() == ["edit.yaml"])
  }
}
