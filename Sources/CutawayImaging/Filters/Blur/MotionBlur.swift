import CutawayElementKit
import Glibc

/// Blurs along a direction, as if the camera had moved.
///
/// Apple states no formula. A pixel becomes the mean of the picture on a line from −radius to
/// radius around it. The line is sampled at whole steps of the axis that is nearer to it, with
/// linear interpolation along the other axis; the two ends count partly. A line of more than 48
/// steps is the mean of shorter lines, about as many as each has steps. The result is larger by the
/// radius in the direction.
public struct MotionBlur: PictureFilter {
  public static let name = "motionBlur"
  public static let summary = "Blurs along a direction"
  public static let categories: [FilterCategory] = [.blur]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 0...100, .distance),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
  ]

  /// The picture.
  public var image: Picture?
  /// Half the distance of the motion, in pixels.
  public var radius = 20.0
  /// The direction, anticlockwise from the x axis.
  public var angle = 0.0

  public init() {}

  /// The blurred picture.
  public var output: Picture? {
    guard let image, !image.extent.isEmpty else { return image }
    let radius = self.radius.confined(to: 0...4096), angle = self.angle.isFinite ? self.angle : 0
    var step = SIMD2(cos(angle), sin(angle))
    // A right angle is one, whatever its cosine.
    if abs(step.x) < 1e-9 { step.x = 0 }
    if abs(step.y) < 1e-9 { step.y = 0 }
    let longer = max(abs(step.x), abs(step.y)), length = 2 * radius * longer + 1
    step /= longer
    if length <= 48 { return image.mean(alongLine: step, length: length, spacing: 1) }
    let spacing = 2 * (length.squareRoot() / 2).wholeBelow + 1
    return image.mean(alongLine: step, length: Double(spacing), spacing: 1)
      .mean(alongLine: step, length: length / Double(spacing), spacing: spacing)
  }
}

extension Picture {
  /// The mean of places on a line around each pixel.
  ///
  /// - Parameters:
  ///   - step: The way to the next pixel of the line, of which one component is 1 or −1.
  ///   - length: The number of places; two at the ends count partly.
  ///   - spacing: The pixels from a place to the next one.
  /// - Returns: The picture.
  fileprivate func mean(alongLine step: SIMD2<Double>, length: Double, spacing: Int) -> Picture {
    let isWide = abs(step.x) >= abs(step.y), slope = isWide ? step.y / step.x : step.x / step.y
    let reach = (length - 1) / 2, whole = reach.wholeBelow
    var taps: [PixelTap] = []
    for index in -whole - 1...whole + 1 {
      let weight = abs(index) > whole ? reach - Double(whole) : 1
      let along = index * spacing, place = Double(along) * slope, low = place.wholeBelow
      let part = place - Double(low)
      for (side, share) in [(low, 1 - part), (low + 1, part)] where share * weight > 0 {
        taps.append(
          PixelTap(
            x: isWide ? along : side, y: isWide ? side : along,
            weight: Float(weight * share / length)))
      }
    }
    if taps.count < 2 { return self }
    let x = taps.reduce(0) { max($0, abs($1.x)) }, y = taps.reduce(0) { max($0, abs($1.y)) }
    let sampling = Sampling(inputs: [self]) { region, _ in
      region.outset(x: x, y: y)
    } draw: { [taps] line, tiles, _ in
      tiles[0].withView { line.sum(taps, of: $0) }
    }
    return Picture(.sampled(sampling), extent: extent.outset(x: x, y: y))
  }
}
