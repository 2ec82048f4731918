import Cutaway
import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Stills, which have no duration.
@Suite(.serialized) struct StillTests {
  @Test(arguments: [
    ("png", ""), ("png", "-pix_fmt rgba"), ("png", "-pix_fmt rgb48be"), ("png", "-pix_fmt gray"),
    ("jpg", "-q:v 2 -pix_fmt yuvj420p"), ("jpg", "-q:v 2 -pix_fmt yuvj444p"),
    ("webp", "-quality 95"), ("webp", "-lossless 1"), ("bmp", ""), ("tiff", ""),
  ])
  func `a still lasts as long as its segment, and appears again after a cut`(
    fileExtension: String, arguments: String
  ) async throws {
    try await expecting("still \(fileExtension) \(arguments)") {
      let first = try await still(fileExtension, arguments, clip: 3)
      let other = try await still("png", "", clip: 4)
      let composition = try composition(of: [first, other, first, first])
      let codes = try await Rendering(composition).frames.map { $0.code()?.clip }
      let expected: [UInt8] = [3, 4, 3, 3].flatMap { Array(repeating: $0, count: 15) }
      #expect(codes == expected)
    }
  }

  @Test(arguments: [("png", "-pix_fmt rgba"), ("png", "-pix_fmt ya8"), ("tiff", "-pix_fmt rgba")])
  func `a lower layer shows through a still with alpha`(
    fileExtension: String, format: String
  ) async throws {
    let location = try await still(
      fileExtension, "-vf format=yuva444p,lut=a=128 " + format, clip: 3)
    let frame = try #require(try await Rendering(composition(of: [location])).frames.first)
    let code = try #require(frame.code())
    #expect(code.clip == 3)
    // White at 128/255 over black.
    let white = frame.planes[0].bytes[0]
    #expect(abs(Int(white) - 126) <= 2)
  }

  @Test func `code points of a PNG count as a stated colorimetry does`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    var random = SeededGenerator(seed: 5)
    let colors: [UInt16] = (0..<30).map { _ in .random(in: 0...50_000, using: &random) }
    var pixels: [UInt16] = []
    for index in 0..<32 * 32 {
      let color = index / 128 % 10 * 3
      pixels += colors[color..<color + 3]
    }
    func picture(_ coding: (UInt8, UInt8)?, _ stated: Asset.Colorimetry?) async throws -> [UInt8] {
      let file = folder.file(coding == nil ? "plain.png" : "coded.png")
      try PNGFile.deep(.color, pixels, width: 32, coding: coding).write(to: file)
      var composition = try composition(of: [file.path])
      composition.assets[0].colorimetry = stated
      if coding != nil {
        let catalog = await MediaCatalog(of: composition)
        #expect(catalog.descriptions["0"]?.videoTracks.first?.transferFunction == .pq)
      }
      let frame = try #require(try await Rendering(composition).frames.first)
      return frame.planes.flatMap(\.bytes)
    }
    let coded = try await picture((9, 16), nil), plain = try await picture(nil, nil)
    #expect(try await picture(nil, .pq) == coded)
    #expect(coded != plain)
  }

  @Test func `a still has no end`() async throws {
    let composition = try composition(of: [try await still("png", "", clip: 3)])
    let catalog = await MediaCatalog(of: composition)
    let description = try #require(catalog.descriptions["0"])
    #expect(description.duration == nil)
    #expect(description.videoTracks.first?.frameDuration == nil)
  }

  private func still(
    _ fileExtension: String, _ arguments: String, clip: UInt8
  ) async throws -> String {
    let words = arguments.split(separator: " ").map(String.init)
    return try await FFmpegMedia(
      fileExtension, words + ["-frames:v", "1"], video: .init(frameCount: 1, clip: clip)
    ).file().path
  }

  /// Half a second of each, at increasing source times.
  private func composition(of locations: [String]) throws -> Composition {
    let length = MediaTime(1, over: 2)
    return Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30)),
      assets: locations.enumerated().map { Asset(id: "\($0.offset)", location: $0.element) },
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: locations.enumerated().map { index, location in
            Segment(
              target: TimeRange(start: length * index, duration: length),
              media: .init(
                asset: "\(locations.firstIndex(of: location) ?? index)",
                source: TimeRange(start: MediaTime(Int64(index) * 100), duration: length)))
          })
      ])
  }
}
