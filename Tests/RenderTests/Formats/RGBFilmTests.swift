import CutawayModel
import CutawayTime
import Foundation
import TestSupport
import Testing

/// Video and stills in R′G′B′: screen recordings, animations, photographs with alpha.
@Suite(.serialized) struct RGBFilmTests {
  @Test(arguments: [
    "mov -c:v png -pix_fmt rgb24", "mov -c:v qtrle -pix_fmt rgb24", "mkv -c:v ffv1 -pix_fmt bgr0",
    "mkv -c:v libx264rgb -qp 0 -preset ultrafast", "avi -c:v rawvideo -pix_fmt bgr24",
    "png -frames:v 1 -pix_fmt rgb24",
  ])
  func `R′G′B′ video becomes the nearest Y′CbCr of BT 709`(kind: String) async throws {
    let words = kind.split(separator: " ").map(String.init)
    let media = FFmpegMedia(
      words[0], Array(words.dropFirst()), video: .init(width: 320, height: 180, frameCount: 3))
    let file = try await media.file()
    let frame = try #require(try await Rendering(composition(file)).frames.first)
    let pixels = try await decoded(file)
    try #require(pixels.count == 320 * 180)
    let ideal = pixels.map { rgb -> SIMD3<Double> in
      // ITU-R BT.709-6 in limited range.
      let luma = 0.2126 * rgb.x + 0.7152 * rgb.y + 0.0722 * rgb.z
      return SIMD3(
        16 + 219 * luma / 255, 128 + 224 * (rgb.z - luma) / 1.8556 / 255,
        128 + 224 * (rgb.x - luma) / 1.5748 / 255)
    }
    var sum = 0.0
    for (found, expected) in zip(frame.planes[0].bytes, ideal) {
      let difference = Double(found) - expected.x
      #expect(abs(difference) <= 0.502)
      sum += difference
    }
    #expect(abs(sum) / Double(ideal.count) < 0.05)
    for plane in 1...2 {
      var sum = 0.0
      for y in 0..<90 {
        for x in 0..<160 {
          // On the left of two columns, between two rows.
          func column(_ x: Int) -> Double {
            let place = 2 * y * 320 + min(max(x, 0), 319)
            return (ideal[place][plane] + ideal[place + 320][plane]) / 2
          }
          let expected = (column(2 * x - 1) + 2 * column(2 * x) + column(2 * x + 1)) / 4
          let difference = Double(frame.planes[plane][x, y]) - expected
          // Rounded for each pixel, and once more for their mean.
          #expect(abs(difference) <= 1.01)
          sum += difference
        }
      }
      #expect(abs(sum) / Double(160 * 90) < 0.05, "plane \(plane)")
    }
  }

  private func composition(_ file: URL) throws -> Composition {
    let range = TimeRange(start: .zero, duration: MediaTime(1, over: 30))
    return Composition(
      render: RenderSettings(
        size: PixelSize(width: 320, height: 180), frameDuration: MediaTime(1, over: 30)),
      assets: [Asset(id: "a", location: file.path)],
      tracks: [
        try Track(
          id: "v", mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      ])
  }

  /// The first frame by another decoder.
  private func decoded(_ file: URL) async throws -> [SIMD3<Double>] {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let raw = folder.file("raw")
    try await ChildProcess(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", file.path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt",
        "rgb24", raw.path,
      ]
    ).check()
    let bytes = [UInt8](try Data(contentsOf: raw))
    return stride(from: 0, to: bytes.count - 2, by: 3).map { start -> SIMD3<Double> in
      let red = Double(bytes[start])
      let green = Double(bytes[start + 1])
      let blue = Double(bytes[start + 2])
      return SIMD3(red, green, blue)
    }
  }
}
