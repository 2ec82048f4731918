import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawayTime

/// The frames of an image.
protocol ImageSource: Sendable {
  /// The width in pixels.
  var width: Int { get }
  /// The height in pixels.
  var height: Int { get }
  /// Whether there is only one frame.
  var isStill: Bool { get }

  /// The frame at a time; after the last one, that one.
  ///
  /// - Parameters:
  ///   - time: The time, not before 0.
  ///   - loops: Whether the image starts again at its end.
  /// - Returns: A number that identifies the frame.
  /// - Throws: `ElementError` if the file cannot be read.
  func frame(at time: MediaTime, loops: Bool) throws(ElementError) -> Int64

  /// The pixels of a frame.
  ///
  /// - Parameters:
  ///   - frame: What identifies the frame.
  ///   - scale: The scale at which it is drawn.
  /// - Returns: The pixels, in the image's own size or in another one that suits the scale.
  /// - Throws: `ElementError` if the file cannot be read.
  func pixels(of frame: Int64, scale: Double) throws(ElementError) -> StillImage
}

extension MovingImage: ImageSource {
  var width: Int { first.width }
  var height: Int { first.height }

  func pixels(of frame: Int64, scale: Double) throws(ElementError) -> StillImage {
    try pixels(of: frame)
  }
}

extension StillImage: ImageSource {
  var isStill: Bool { true }

  func frame(at time: MediaTime, loops: Bool) -> Int64 { 0 }

  func pixels(of frame: Int64, scale: Double) -> StillImage { self }
}

/// A Lottie animation, which is drawn at the size at which it is shown.
struct LottieImage: ImageSource {
  private let file: LottieFile
  private let renderer: LottieRenderer

  /// - Throws: `ElementError` with the code `missingElement` if rlottie is not installed.
  init(_ file: LottieFile, location: String) throws(ElementError) {
    guard LottieRenderer.isAvailable else {
      throw ElementError(
        "\(location) is a Lottie animation, which needs the package librlottie0-1",
        code: .missingElement)
    }
    guard let renderer = LottieRenderer(file.json) else {
      throw ElementError("rlottie cannot read \(location)", code: .unreadable)
    }
    (self.file, self.renderer) = (file, renderer)
  }

  var width: Int { file.width }
  var height: Int { file.height }
  var isStill: Bool { file.frameCount == 1 }

  func frame(at time: MediaTime, loops: Bool) -> Int64 {
    let frame = max(.zero, time).floored(in: file.frameDuration)
    let count = Int64(file.frameCount)
    return loops ? frame % count : min(frame, count - 1)
  }

  func pixels(of frame: Int64, scale: Double) -> StillImage {
    let scale = min(scale, 4_096 / Double(max(width, height)))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded(.up))) }
    return renderer.pixels(of: Int(frame), width: side(width), height: side(height))
  }
}
