import AVFoundation
import TestSupport
import Testing

extension CGImage {
  /// The image as TestSupport has frames.
  func frame() throws -> RawFrame {
    let data = try #require(dataProvider?.data)
    return RawFrame(format: .rgba, width: width, height: height, bytes: Array(data))
  }

  /// What the frame code says that lies in a region, or in the whole image.
  func shown(
    in region: CGRect? = nil, _ orientation: PictureOrientation = .identity
  ) throws -> Shown? {
    let region = region.map {
      PictureRegion(x: $0.minX, y: $0.minY, width: $0.width, height: $0.height)
    }
    return Shown(try frame().code(in: region, orientation: orientation))
  }

  /// Red, green and blue at a column and a row from the top.
  func color(_ x: Int, _ y: Int) throws -> RGB {
    let data = try #require(dataProvider?.data)
    let start = y * bytesPerRow + x * bitsPerPixel / 8
    return RGB(red: Int(data[start]), green: Int(data[start + 1]), blue: Int(data[start + 2]))
  }
}

struct RGB: Equatable {
  var red, green, blue: Int

  static let black = RGB(red: 0, green: 0, blue: 0)
  static let white = RGB(red: 255, green: 255, blue: 255)

  /// Whether all components are nearly equal; chroma subsampling and ranges cost a little.
  func isNear(_ other: RGB, within limit: Int = 12) -> Bool {
    abs(red - other.red) <= limit && abs(green - other.green) <= limit
      && abs(blue - other.blue) <= limit
  }
}

/// The exact image of a time.
func image(
  of asset: AVAsset, _ video: AVVideoComposition? = nil, at time: CMTime = .zero
) async throws -> CGImage {
  let generator = AVAssetImageGenerator(asset: asset)
  generator.requestedTimeToleranceBefore = .zero
  generator.requestedTimeToleranceAfter = .zero
  generator.videoComposition = video
  return try await generator.image(at: time).image
}

/// The frames that images of several times show.
func shown(
  of asset: AVAsset, _ video: AVVideoComposition? = nil, at frames: [Int]
) async throws -> [Shown?] {
  let generator = AVAssetImageGenerator(asset: asset)
  generator.requestedTimeToleranceBefore = .zero
  generator.requestedTimeToleranceAfter = .zero
  generator.videoComposition = video
  var result: [Shown?] = []
  for await element in generator.images(for: frames.map { f($0) }) {
    result.append(try element.image.shown())
  }
  return result
}

/// An exported file, read back.
struct Exported {
  let url: URL
  let folder: TemporaryDirectory

  /// Exports as an MP4 or MOV file.
  init(
    _ asset: AVAsset, _ video: AVVideoComposition? = nil, mix: AVAudioMix? = nil,
    range: CMTimeRange? = nil, preset: String = AVAssetExportPresetHighestQuality,
    as type: AVFileType = .mov
  ) async throws {
    folder = try TemporaryDirectory()
    url = folder.file(type == .mp4 ? "out.mp4" : type == .m4a ? "out.m4a" : "out.mov")
    let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
    session.videoComposition = video
    session.audioMix = mix
    if let range { session.timeRange = range }
    try await session.export(to: url, as: type)
  }

  /// Clip and number of each frame.
  func frames() async throws -> [Shown?] { try await RawVideo.read(url).map { Shown($0.code()) } }

  func sound() async throws -> RawAudio { try await RawAudio.read(url) }

  func remove() { folder.remove() }
}

extension RawAudio {
  /// The root mean square of the first channel within seconds.
  func level(from start: Double, to end: Double) -> Double {
    guard let samples = channels.first else { return 0 }
    let (first, last) = (
      max(0, Int(start * Double(sampleRate))), min(samples.count, Int(end * Double(sampleRate)))
    )
    guard first < last else { return 0 }
    let sum = samples[first..<last].reduce(0.0) { $0 + Double($1) * Double($1) }
    return (sum / Double(last - first)).squareRoot()
  }
}
