import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Photos as phones and cameras store them: HEIC, AVIF, and colours by ICC profiles.
@Suite(.serialized) struct PhotoTests {
  private static let width = 128, height = 96

  /// Squares of random colours, as a PNG.
  private static func squares(
    _ seed: UInt64, profile: [UInt8]? = nil, alpha: Bool = false, in folder: TemporaryDirectory
  ) async throws -> (file: URL, colors: [[UInt8]]) {
    var random = SeededGenerator(seed: seed)
    var colors: [[UInt8]] = []
    for _ in 0..<12 {
      let color: [UInt8] = (0..<3).map { _ in .random(in: 20...235, using: &random) }
      colors.append(color + [alpha ? .random(in: 60...255, using: &random) : 255])
    }
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += colors[y / 32 * 4 + x / 32] }
    }
    let raw = folder.file("raw"), file = folder.file("squares.png")
    try Data(pixels).write(to: raw)
    try await ChildProcess(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s",
        "\(width)x\(height)", "-i", raw.path, "-pix_fmt", alpha ? "rgba" : "rgb24", file.path,
      ]
    ).check()
    if let profile {
      try PictureTags(profile: profile).inserted(into: try Data(contentsOf: file)).write(to: file)
    }
    return (file, colors)
  }

  /// The colours of the middles of the squares, over blue.
  private static func shown(_ file: URL, width: Int = width, height: Int = height) async throws
    -> [[UInt8]]
  {
    let range = TimeRange(start: .zero, duration: MediaTime(1, over: 10))
    let composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: width, height: height), frameDuration: MediaTime(1, over: 10)),
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ],
      instructions: [
        Instruction(
          range: range, background: Color(red: 0, green: 0, blue: 255), layers: [Layer(track: "v")])
      ])
    let generator = try await ImageGenerator(composition)
    let image = try await generator.image(at: .zero).image
    let (columns, rows) = (width / 32, height / 32)
    return (0..<rows * columns).map { index in
      let place = ((index / columns * 32 + 16) * width + index % columns * 32 + 16) * 4
      return Array(image.pixels[place..<place + 3])
    }
  }

  private static func difference(_ a: [UInt8], _ b: [Double]) -> Double {
    zip(a, b).map { abs(Double($0) - $1) }.max() ?? 0
  }

  @Test(arguments: [
    ("heic", []), ("avif", ["-A"]), ("heic", ["-L"]), ("avif", ["-A", "-L"]),
  ])
  func `a photo is shown`(format: String, options: [String]) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (png, colors) = try await Self.squares(1, in: folder)
    let photo = folder.file("photo.\(format)")
    try await ChildProcess("heif-enc", options + ["-q", "95", png.path, "-o", photo.path]).check()
    for (color, shown) in zip(colors, try await Self.shown(photo)) {
      #expect(Self.difference(shown, color.prefix(3).map { Double($0) }) <= 5, "\(color) \(shown)")
    }
  }

  @Test func `a photo has its alpha`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (png, colors) = try await Self.squares(2, alpha: true, in: folder)
    let photo = folder.file("photo.heic")
    try await ChildProcess("heif-enc", ["-q", "95", png.path, "-o", photo.path]).check()
    for (color, shown) in zip(colors, try await Self.shown(photo)) {
      let alpha = Double(color[3]) / 255
      var expected: [Double] = color.prefix(3).map { Double($0) * alpha }
      expected[2] += 255 * (1 - alpha)
      #expect(Self.difference(shown, expected) <= 8, "\(color) \(shown)")
    }
  }

  @Test(arguments: ["png", "jpg", "webp", "tiff", "heic"], [false, true])
  func `colours follow the profile`(format: String, isP3: Bool) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let profile = isP3 ? MatrixProfile.displayP3 : .adobeRGB
    let (png, colors) = try await Self.squares(
      3, profile: format == "png" || format == "heic" ? profile.bytes : nil, in: folder)
    let photo = folder.file("photo.\(format)")
    let tags = PictureTags(profile: profile.bytes)
    switch format {
    case "png": try FileManager.default.copyItem(at: png, to: photo)
    case "heic":
      try await ChildProcess("heif-enc", ["-q", "95", png.path, "-o", photo.path]).check()
    case "tiff":
      let frame = try #require(try await RawVideo.read(png, as: .rgba).first)
      let pixels = frame.bytes.indices.filter { $0 % 4 < 3 }.map { frame.bytes[$0] }
      try PictureTags.tiff(
        pixels, width: Self.width, height: Self.height, profile: profile.bytes
      ).write(to: photo)
    default:
      let plain = folder.file("plain.\(format)")
      let options =
        format == "jpg" ? ["-q:v", "1", "-pix_fmt", "yuvj444p"] : ["-lossless", "1"]
      try await ChildProcess(
        "ffmpeg", ["-nostdin", "-v", "error", "-i", png.path] + options + [plain.path]
      ).check()
      try tags.inserted(into: try Data(contentsOf: plain), size: (Self.width, Self.height))
        .write(to: photo)
    }
    for (color, shown) in zip(colors, try await Self.shown(photo)) {
      let light = profile.xyz(color.prefix(3).map { Double($0) / 255 })
      let expected = MatrixProfile.sRGB.color(light).map { $0 * 255 }
      let limit: Double = ["jpg", "heic"].contains(format) ? 8 : 6
      #expect(Self.difference(shown, expected) <= limit, "\(color): \(shown), not \(expected)")
    }
  }

  @Test func `a damaged photo is an error that names it`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (png, _) = try await Self.squares(4, in: folder)
    let photo = folder.file("photo.heic")
    try await ChildProcess("heif-enc", ["-q", "50", png.path, "-o", photo.path]).check()
    let bytes = try Data(contentsOf: photo)
    try bytes.prefix(bytes.count / 2).write(to: photo)
    let failure = await #expect(throws: (any Error).self) { try await Self.shown(photo) }
    #expect("\(String(describing: failure))".contains("photo.heic"))
  }
}
