import CutawayElementKit
import CutawayMedia
import Foundation
import TestSupport
import Testing

/// Images whose headers state dimensions that nothing can hold.
@Suite struct HostileImageTests {
  /// Headers of 60,000 × 50,000 pixels, or as large as the format allows.
  private static let headers: [(name: String, bytes: [UInt8])] = [
    (
      "png",
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        + [0, 0, 0xEA, 0x60, 0, 0, 0xC3, 0x50, 8, 6, 0, 0, 0]
    ),
    (
      // An application segment, fill bytes and tables before the frame header.
      "jpg",
      [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 1, 2, 3, 4, 0xFF, 0xFF, 0xC4, 0, 4, 0, 0]
        + [0xFF, 0xC2, 0, 17, 8, 0xC3, 0x50, 0xEA, 0x60, 3]
    ),
    ("gif", Array("GIF89a".utf8) + [0x60, 0xEA, 0x50, 0xC3, 0, 0, 0]),
    (
      "webp",
      Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
        + [0x5F, 0xEA, 0, 0x4F, 0xC3, 0]
    ),
    (
      // The largest size of the lossless format is 16,384 × 16,384.
      "lossless.webp",
      Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8L".utf8) + [10, 0, 0, 0, 0x2F]
        + [0xFF, 0xFF, 0xFF, 0x0F] + [0, 0, 0, 0, 0]
    ),
    (
      "lossy.webp",
      Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [10, 0, 0, 0]
        + [0, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]
    ),
  ]

  @Test(arguments: headers.map(\.name))
  func `an image of huge dimensions is refused before it is decoded`(name: String) throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("huge.\(name)")
    let bytes = try #require(Self.headers.first { $0.name == name }?.bytes)
    try Data(bytes + [UInt8](repeating: 0, count: 64)).write(to: file)
    let error = #expect(throws: ElementError.self) { try MovingImage(at: file.path) }
    let size =
      ["lossless.webp": "16384×16384", "lossy.webp": "16383×16383"][name] ?? "60000×50000"
    #expect(
      error.map { "\($0)".contains("has \(size) pixels") } == true, "\(String(describing: error))")
  }
}
