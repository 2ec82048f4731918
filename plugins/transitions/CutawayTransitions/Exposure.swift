import CutawayRamps

/// The blur of a movement: what a camera sees whose shutter is open for a part of a transition.
///
/// It is the mean of the pictures at evenly spaced moments.
struct Exposure {
  /// The moments, as positions in the transition.
  let moments: [Double]
  /// More pictures take longer to draw than they are worth.
  private static let most = 16.0

  /// Creates an exposure around a position.
  ///
  /// - Parameters:
  ///   - progress: The position.
  ///   - length: The part of the transition during which the shutter is open; 0 is no blur.
  ///   - way: How many pixels a picture moves between two positions.
  init(at progress: Double, length: Double, way: (Double, Double) -> Double) {
    let start = max(0, progress - length / 2), end = min(1, progress + length / 2)
    // Pictures that are six pixels apart look like one that moves.
    let count = min(Self.most, (abs(way(start, end)) / 6).rounded(.up))
    guard count > 1 else {
      moments = [progress]
      return
    }
    moments = (0..<Int(count)).map { start + (end - start) * (Double($0) + 0.5) / count }
  }

  /// The mean of pictures that cover the whole frame and do not overlap.
  func layers(_ draw: (Double) -> [PictureLayer]) -> [PictureLayer] {
    moments.enumerated().flatMap { index, moment in
      // Each picture has its share of those that are drawn so far.
      draw(moment).map { $0.faded(to: 1 / Double(index + 1)) }
    }
  }
}
