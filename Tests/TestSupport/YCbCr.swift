import Foundation

/// A colour in limited-range video.
public struct YCbCr: Sendable, Hashable {
  public var y: UInt8
  public var cb: UInt8
  public var cr: UInt8

  public init(y: UInt8, cb: UInt8, cr: UInt8) {
    self.y = y
    self.cb = cb
    self.cr = cr
  }

  /// A colour of the wheel: `hue` 0 is red, 1/3 green, 2/3 blue, by the matrix of BT.709.
  init(hue: Double) {
    let position = (hue - hue.rounded(.down)) * 6
    /// The distance of the colour from the nearest edge of the plateau around `centre`.
    func component(_ centre: Double) -> Double {
      let distance = abs(position - centre)
      return min(max(2 - min(distance, 6 - distance), 0), 1) * 0.6 + 0.2
    }
    let (red, green, blue) = (component(0), component(2), component(4))
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    y = UInt8((16 + 219 * luma).rounded())
    cb = UInt8((128 + 224 * (blue - luma) / 1.8556).rounded())
    cr = UInt8((128 + 224 * (red - luma) / 1.5748).rounded())
  }
}
