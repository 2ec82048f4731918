import CutawayContainers
import Foundation
import TestSupport
import Testing

/// What picture files state beside their pixels.
@Suite struct PictureMetadataTests {
  private static let profile = MatrixProfile.adobeRGB.bytes

  /// The smallest files: their pixels do not count.
  private static func picture(_ format: String) -> Data {
    switch format {
    case "jpg": return Data([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 0xFF, 0xD9])
    case "png":
      let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + Array(repeating: 1, count: 17)
      return Data(signature + header + [0, 0, 0, 0] + Array("IEND".utf8) + [0, 0, 0, 0])
    default:
      return Data(Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [0, 0, 0, 0])
    }
  }

  private static func file(_ format: String, _ orientation: PictureOrientation) -> [UInt8] {
    if format == "tiff" {
      return Array(
        PictureTags.tiff(
          Array(repeating: 9, count: 18), width: 3, height: 2, orientation, profile: profile))
    }
    let tags = PictureTags(orientation, profile: profile)
    return Array(tags.inserted(into: picture(format), size: (3, 2)))
  }

  @Test(arguments: ["jpg", "png", "webp", "tiff"])
  func `orientation and profile are read`(format: String) throws {
    let orders: [PictureOrientation] = [
      .identity, .flip, .rotate180, .flipRotate180, .flipRotate270, .rotate90, .flipRotate90,
      .rotate270,
    ]
    for (index, orientation) in orders.enumerated() {
      let metadata = try #require(PictureMetadata(Self.file(format, orientation)))
      #expect(metadata.orientation == index + 1)
      #expect(metadata.isTIFF == (format == "tiff"))
      switch metadata.profile {
      case .plain(let bytes)?: #expect(bytes == Self.profile && format != "png")
      case .compressed(let bytes)?:
        // The stream begins with the method, and holds the bytes of the profile as they are.
        #expect(format == "png" && bytes.starts(with: [0x78, 0x01]))
        #expect(bytes.count > Self.profile.count)
      case nil: Issue.record("\(format) has no profile")
      }
    }
    if format != "tiff" {
      let bare = try #require(PictureMetadata(Array(Self.picture(format))))
      #expect(bare.orientation == nil && bare.profile == nil)
    }
  }

  @Test(arguments: ["jpg", "png", "webp", "tiff"])
  func `damage ends the search`(format: String) {
    let whole = Self.file(format, .rotate90)
    var random = SeededGenerator(seed: 3)
    for length in 0..<whole.count { _ = PictureMetadata(Array(whole[..<length])) }
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if let number = PictureMetadata(bytes)?.orientation { #expect((1...8).contains(number)) }
    }
  }

  @Test func `other files are no pictures`() {
    #expect(PictureMetadata([]) == nil)
    #expect(PictureMetadata(Array("RIFF0000WAVEfmt ".utf8)) == nil)
    #expect(PictureMetadata(Array("cutaway: 1\n".utf8)) == nil)
  }
}
