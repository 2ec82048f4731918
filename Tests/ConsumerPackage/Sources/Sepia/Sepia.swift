import CutawayElements

/// Makes pictures look old.
public struct Sepia: VideoFilter, Codable, Hashable {
  public static let name = "sepia"
  public static let summary = "Makes pictures look old"
  /// Blue, green, red, alpha.
  public static let layouts: [PixelLayout] = [.bgra]

  @Property(in: 0...1, "How old") public var amount = 1.0

  public init() {}

  public func apply(to frame: inout VideoFrame) {
    let keep = UInt16((1 - amount) * 256), mix = UInt16(amount * 256)
    frame.mapPixels { pixel, _, _ in
      let grey = (UInt16(pixel.x) + 5 * UInt16(pixel.y) + 2 * UInt16(pixel.z)) / 8
      let old = Pixel(UInt8(grey * 2 / 3), UInt8(grey * 5 / 6), UInt8(grey), pixel.w)
      return pixel.scaled(by: keep)
        &+ old.scaled(by: mix).replacing(
          with: 0, where: [false, false, false, true])
    }
  }
}

// The package's own types, which must not conflict with names of Cutaway.

struct Track {}

struct Color {}

struct Composition {}
