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

  private static func size(of file: [UInt8]) -> [Int]? {
    PictureMetadata(file)?.size.map { [$0.width, $0.height] }
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

  @Test(arguments: ["jpg", "png", "webp", "tiff"])
  func `a file that ends before its picture is cut off`(format: String) throws {
    let whole = Self.file(format, .rotate90)
    #expect(try #require(PictureMetadata(whole)).isCutOff == false)
    for length in stride(from: 40, to: whole.count, by: 13) {
      // What follows the pixels is no part of the picture: a profile, and Exif data.
      let exif = Data(whole).range(of: Data("EXIF".utf8))?.lowerBound ?? 0
      let end =
        format == "tiff"
        ? whole.count - Self.profile.count : format == "webp" ? exif : whole.count
      let metadata = try #require(PictureMetadata(Array(whole[..<length])))
      #expect(metadata.isCutOff == (length < end), "\(length) of \(whole.count) bytes")
    }
  }

  @Test func `bytes behind a picture do not matter`() throws {
    var random = SeededGenerator(seed: 8)
    let rest = (0..<70_000).map { _ in UInt8.random(in: 0..<255, using: &random) }
    for format in ["jpg", "png", "tiff"] {
      #expect(try #require(PictureMetadata(Self.file(format, .identity) + rest)).isCutOff == false)
    }
  }

  @Test func `GIF and BMP that end early are cut off`() throws {
    // A palette of two colours, a comment, and a picture whose data have two blocks.
    let gif: [UInt8] =
      Array("GIF89a".utf8) + [3, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x21, 0xFE, 2, 65, 66, 0] + [0x2C, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 2, 1, 2, 1, 3, 0, 0x3B]
    #expect(Self.size(of: gif) == [3, 2])
    for length in 26..<gif.count {
      // Without the last byte the picture is whole.
      let metadata = try #require(PictureMetadata(Array(gif[..<length])))
      #expect(metadata.isCutOff == (length < gif.count - 1), "\(length)")
    }
    // 3 × 2 pixels of 24 bits: rows of 12 bytes behind 54 bytes of headers.
    let bmp: [UInt8] =
      Array("BM".utf8) + [78, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 3, 0, 0, 0]
      + [0xFE, 0xFF, 0xFF, 0xFF, 1, 0, 24, 0] + Array(repeating: 0, count: 24 + 24)
    #expect(bmp.count == 78)
    let metadata = try #require(PictureMetadata(bmp))
    #expect(Self.size(of: bmp) == [3, 2] && !metadata.isCutOff)
    #expect(try #require(PictureMetadata(Array(bmp.dropLast()))).isCutOff)
  }

  @Test func `kinds without a decoder are recognized`() throws {
    let inks: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 9, 8, 0, 2, 0, 3, 4, 0, 0xFF, 0xD9]
    #expect(try #require(PictureMetadata(inks)).unsupported == .inks)
    var moving: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 8]
    moving += Array("acTL".utf8) + [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(try #require(PictureMetadata(moving)).unsupported == .animatedPNG)
    let animated =
      Array("RIFF".utf8) + [30, 0, 0, 0] + Array("WEBPVP8X".utf8)
      + [10, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 1, 0, 0] + Array("ANIM".utf8) + [0, 0, 0, 0]
    #expect(try #require(PictureMetadata(animated)).unsupported == .animatedWebP)
    #expect(Self.size(of: animated) == [3, 2])
    let sequence: [UInt8] = [0, 0, 0, 24] + Array("ftypavis".utf8) + [0, 0, 0, 0]
    #expect(try #require(PictureMetadata(sequence)).unsupported == .animatedHEIF)
    #expect(try #require(PictureMetadata(Self.file("jpg", .identity))).unsupported == nil)
  }

  @Test func `code points of a PNG are read`() throws {
    let file = PNGFile.deep(.grey, [0], width: 1, coding: (9, 16))
    let coding = try #require(PictureMetadata([UInt8](file))?.coding)
    #expect(coding.primaries == 9 && coding.transfer == 16)
  }

  @Test func `other files are no pictures`() {
    #expect(PictureMetadata([]) == nil)
    #expect(PictureMetadata(Array("RIFF0000WAVEfmt ".utf8)) == nil)
    #expect(PictureMetadata(Array("cutaway: 1\n".utf8)) == nil)
  }
}
