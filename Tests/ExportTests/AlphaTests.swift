import Cutaway
import CutawayDiagnostics
import CutawayFile
import CutawayModel
import Foundation
import Synchronization
import TestSupport
import Testing

/// Pictures with a transparent background, read back by ffmpeg.
@Suite(.serialized) struct AlphaTests {
  /// Columns 0 to 79 are half blue, 80 to 159 empty, 160 to 319 red; rows 200 to 239 are lime.
  private static func edit(background: String) -> String {
    """
    cutaway: 1
    render: {size: [320, 240], frameRate: 10, background: \(background)}
    assets: {red: {color: red}, blue: {color: blue}}
    tracks:
      - {id: b, type: video, segments: [{asset: blue, source: [0, 1]}]}
      - {id: r, type: video, segments: [{asset: red, source: [0, 1]}]}
    instructions:
      - range: [0, 1]
        layers:
          - {track: r, transform: [{translate: [160, 0]}]}
          - {track: b, opacity: 0.5, crop: [0, 0, 80, 240]}
    overlays:
      - {background: lime, frame: [0, 200, 320, 40]}
    """
  }

  /// The colours at the middle of each area: red, green, blue and straight alpha.
  private static let areas: [(name: String, x: Int, y: Int, color: [Int])] = [
    ("half blue", 40, 40, [0, 0, 255, 128]), ("empty", 120, 40, [0, 0, 0, 0]),
    ("red", 240, 40, [255, 0, 0, 255]), ("lime", 120, 220, [0, 255, 0, 255]),
  ]

  private func withEdit(
    _ background: String = "transparent", _ body: (URL, TemporaryDirectory) async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("edit.yaml")
    try Data(Self.edit(background: background).utf8).write(to: file)
    try await body(file, folder)
  }

  /// Exports a composition file, and returns the kinds of the warnings.
  private func export(
    _ file: URL, to output: URL, as type: ExportFileType, _ preset: ExportPreset
  ) async throws -> [Warning.Kind] {
    let composition = try await CompositionDocument.load(contentsOf: file).composition
    let kinds = Mutex<[Warning.Kind]>([])
    let session = ExportSession(composition, preset: preset) { warning in
      kinds.withLock { $0.append(warning.kind) }
    }
    try await session.export(to: output.path, as: type)
    return kinds.withLock { $0 }
  }

  /// Compares a picture, by ffmpeg as RGBA, with the colours of the areas.
  private func check(
    _ picture: URL, _ expected: [(name: String, x: Int, y: Int, color: [Int])] = areas,
    tolerance: Int
  ) async throws {
    // The headers of ProRes state no matrix, and ffmpeg takes BT.601 for a small picture then.
    let filter = picture.pathExtension == "mov" ? "scale=in_color_matrix=bt709" : "null"
    let outcome = try await ChildProcess(
      "ffmpeg",
      [
        "-v", "error", "-i", picture.path, "-frames:v", "1", "-vf", filter, "-f", "rawvideo",
        "-pix_fmt", "rgba", "-",
      ]
    ).check()
    let bytes = [UInt8](outcome.output)
    try #require(bytes.count == 320 * 240 * 4)
    for area in expected {
      let place = (area.y * 320 + area.x) * 4
      let color = bytes[place..<place + 4].map { Int($0) }
      // Where nothing is visible, a colour means nothing.
      let compared = area.color[3] == 0 ? 3..<4 : 0..<4
      let difference = compared.map { abs(color[$0] - area.color[$0]) }.max() ?? 0
      #expect(difference <= tolerance, "\(area.name): \(color), not \(area.color)")
    }
  }

  @Test(arguments: [
    (ExportPreset.proRes4444, ExportFileType.mov, "film.mov", 4),
    (.lossless, .mkv, "film.mkv", 2), (.highestQuality, .png, "%02d.png", 2),
  ])
  func `a transparent background stays transparent`(
    preset: ExportPreset, type: ExportFileType, name: String, tolerance: Int
  ) async throws {
    try await withEdit { file, folder in
      let warnings = try await export(file, to: folder.file(name), as: type, preset)
      #expect(warnings == [])
      let picture = folder.file(name.replacing("%02d", with: "00"))
      try await check(picture, tolerance: tolerance)
    }
  }

  @Test func `a background may be transparent in part`() async throws {
    try await withEdit("\"#ffffff40\"") { file, folder in
      let film = folder.file("film.mkv")
      #expect(try await export(file, to: film, as: .mkv, .lossless) == [])
      // Blue of 1/2 in front of white of 1/4: alpha is 1/2 + 1/8, and colours are means by their parts.
      let parts = (blue: 128.0 / 255, white: 64.0 / 255 * 127 / 255)
      let alpha = parts.blue + parts.white
      let grey = Int((255 * parts.white / alpha).rounded())
      try await check(
        film,
        [
          ("half blue", 40, 40, [grey, grey, 255, Int((255 * alpha).rounded())]),
          ("background", 120, 40, [255, 255, 255, 64]), ("red", 240, 40, [255, 0, 0, 255]),
        ], tolerance: 3)
    }
  }

  @Test func `a codec without alpha shows black, with a warning`() async throws {
    try await withEdit { file, folder in
      let film = folder.file("film.mov")
      #expect(try await export(file, to: film, as: .mov, .proRes422) == [.alpha])
      try await check(
        film,
        [
          ("half blue", 40, 40, [0, 0, 128, 255]), ("empty", 120, 40, [0, 0, 0, 255]),
          ("red", 240, 40, [255, 0, 0, 255]), ("lime", 120, 220, [0, 255, 0, 255]),
        ], tolerance: 6)
    }
  }

  @Test func `files with and without alpha are rendered apart`() async throws {
    try await withEdit { file, folder in
      let composition = try await CompositionDocument.load(contentsOf: file).composition
      try await ExportSession(composition).export(to: [
        .init(folder.file("%02d.png").path, as: .png), .init(folder.file("a.mkv").path, as: .mkv),
      ])
      try await check(folder.file("00.png"), tolerance: 2)
      try await check(
        folder.file("a.mkv"), [("half blue", 40, 40, [0, 0, 128, 255])], tolerance: 8)
    }
  }

  @Test func `an edit inside another one keeps its alpha`() async throws {
    try await withEdit { _, folder in
      let outer = folder.file("outer.yaml")
      let text = """
        cutaway: 1
        render: {size: [320, 240], frameRate: 10}
        assets: {white: {color: white}, inner: edit.yaml}
        tracks:
          - {id: back, type: video, segments: [{asset: white, source: [0, 1]}]}
          - {id: front, type: video, segments: [{asset: inner, source: [0, 1]}]}
        instructions:
          - {range: [0, 1], layers: [{track: front}, {track: back}]}
        """
      try Data(text.utf8).write(to: outer)
      let film = folder.file("film.mkv")
      #expect(try await export(outer, to: film, as: .mkv, .lossless) == [])
      try await check(
        film,
        [
          ("half blue", 40, 40, [127, 127, 255, 255]), ("empty", 120, 40, [255, 255, 255, 255]),
          ("red", 240, 40, [255, 0, 0, 255]), ("lime", 120, 220, [0, 255, 0, 255]),
        ], tolerance: 3)
    }
  }

  @Test func `a still has alpha in PNG, and black behind it in JPEG`() async throws {
    try await withEdit { file, folder in
      let composition = try await CompositionDocument.load(contentsOf: file).composition
      let image = try await ImageGenerator(composition).image(at: .zero).image
      for (name, type) in [("a.png", StillImage.FileType.png), ("a.jpg", .jpeg(quality: 100))] {
        try await image.write(to: folder.file(name).path, as: type)
      }
      try await check(folder.file("a.png"), tolerance: 2)
      try await check(
        folder.file("a.jpg"),
        [("half blue", 40, 40, [0, 0, 128, 255]), ("red", 240, 40, [255, 0, 0, 255])], tolerance: 8)
    }
  }

  @Test func `frames of ProRes 4444 cover only where they are opaque`() async throws {
    try await withEdit { file, folder in
      let film = folder.file("film.mov"), outer = folder.file("outer.yaml")
      _ = try await export(file, to: film, as: .mov, .proRes4444)
      let text = """
        cutaway: 1
        render: {size: [320, 240], frameRate: 10}
        assets: {white: {color: white}, front: film.mov}
        tracks:
          - {id: back, type: video, segments: [{asset: white, source: [0, 1]}]}
          - {id: front, type: video, segments: [{asset: front, source: [0, 1]}]}
        instructions:
          - {range: [0, 1], layers: [{track: front}, {track: back}]}
        """
      try Data(text.utf8).write(to: outer)
      let result = folder.file("result.mkv")
      #expect(try await export(outer, to: result, as: .mkv, .lossless) == [])
      try await check(
        result,
        [
          ("half blue", 40, 40, [127, 127, 255, 255]), ("empty", 120, 40, [255, 255, 255, 255]),
          ("red", 240, 40, [255, 0, 0, 255]),
        ], tolerance: 6)
    }
  }
}
