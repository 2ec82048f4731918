import CutawayDrawing
import CutawayElementKit
import CutawayKeyframes
import CutawayMedia
import CutawayTime
import Foundation
import Synchronization

/// A still image of a file, whose pixels are held at about the size at which they are drawn.
///
/// A photo of 12 million pixels that is shown as a thumbnail takes the memory of the thumbnail. Pixels can be released at any
/// time: they are read again when they are needed.
final class StillFile: ImageSource {
  let width, height: Int
  private let location: String
  private let held: Mutex<Held>

  private struct Held {
    var pixels: StillImage?
    /// How often the sides were halved.
    var halvings = 0
    var isDrawn = false
  }

  /// Creates an image that has just been read.
  init(_ image: StillImage, at location: String) {
    (width, height, self.location) = (image.width, image.height, location)
    held = Mutex(Held(pixels: image))
  }

  var isStill: Bool { true }

  /// The bytes of the pixels that are held.
  var byteCount: Int { held.withLock { $0.pixels?.pixels.count ?? 0 } }

  /// Releases the pixels.
  func release() { held.withLock { $0.pixels = nil } }

  func frame(at time: MediaTime, loops: Bool) -> Int64 { 0 }

  /// The pixels, with at least two in each direction for one that is drawn.
  ///
  /// Once an image was drawn, it is only replaced by a larger one: one that changes its size all the time would be read each
  /// time.
  func pixels(of frame: Int64, scale: Double) throws(ElementError) -> StillImage {
    try held.withLock { held throws(ElementError) in
      let fitting = Self.halvings(for: scale)
      let wanted = held.isDrawn ? min(held.halvings, fitting) : fitting
      if let pixels = held.pixels, held.halvings == wanted {
        held.isDrawn = true
        return pixels
      }
      let whole =
        if let pixels = held.pixels, held.halvings == 0 {
          pixels
        } else {
          try MovingImage(at: location).first
        }
      let pixels = whole.halved(wanted)
      held = Held(pixels: pixels, halvings: wanted, isDrawn: true)
      return pixels
    }
  }

  private static func halvings(for scale: Double) -> Int {
    // What has no size is not drawn.
    guard scale > 0, scale < 0.25 else { return 0 }
    return Int(log2(max(scale, 1e-3) * 2).rounded(.up).magnitude)
  }
}

extension StillImage {
  /// The image with sides that are halved a number of times, at least one pixel long; itself if it is too large for Cairo.
  fileprivate func halved(_ count: Int) -> StillImage {
    func side(_ length: Int) -> Int { max(1, (length + (1 << count) - 1) >> count) }
    let size = PixelSize(width: side(width), height: side(height))
    guard count > 0, max(width, height) <= 32_767,
      let canvas = Canvas(width: size.width, height: size.height)
    else { return self }
    canvas.draw(
      pixels, width: width, height: height, x: 0, y: 0, toWidth: Double(size.width),
      toHeight: Double(size.height))
    return StillImage(size: size, pixels: canvas.pixels)
  }
}
