import CutawayKeyframes

extension Picture {
  /// A part of a picture that is summarised.
  struct Part {
    /// The pixels that lie within the extent of the picture.
    var inside: Region
    /// Whether transparent pixels around the picture belong to the part, too.
    var hasMargin: Bool
  }

  /// The longest side of a region that is summarised.
  private static let longest = 1 << 20
  /// The greatest number of pixels.
  private static let largest = 1 << 28

  /// A part of the picture; `nil` if it has no end, or no pixels.
  func part(_ rectangle: Rectangle?) -> Part? {
    let region = rectangle.map { Region($0) } ?? extent
    let inside = region.intersection(extent)
    guard !region.isEmpty, inside.width <= Self.longest, inside.height <= Self.longest,
      inside.width * inside.height <= Self.largest
    else {
      return nil
    }
    return Part(inside: inside, hasMargin: inside != region)
  }

  /// A picture of few pixels that is computed from a part of this one.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - count: The number of pixels of the result, which lie in a row from the origin on.
  ///   - start: The value of no pixels.
  ///   - margin: Adds transparent pixels, if some belong to the part.
  ///   - add: Adds the pixels of a line.
  ///   - join: Adds the value of later lines.
  ///   - finish: The pixels of the result.
  /// - Returns: The picture.
  func summarized<Value: Sendable>(
    _ part: Part, count: Int = 1, from start: Value,
    margin: @escaping @Sendable (inout Value) -> Void,
    _ add: @escaping @Sendable (inout Value, ArraySlice<SIMD4<Float>>) -> Void,
    _ join: @escaping @Sendable (inout Value, Value) -> Void,
    _ finish: @escaping @Sendable (Value) -> [SIMD4<Float>]
  ) -> Picture {
    let result = Region(width: count, height: 1)
    @Sendable func whole(_ value: Value) -> [SIMD4<Float>] {
      var value = value
      if part.hasMargin { margin(&value) }
      return finish(value)
    }
    if part.inside.isEmpty {
      let pixels = whole(start)
      return .generated(result) { line, _ in line.map { _, x in pixels[x] } }
    }
    return reduced(part.inside, to: result, from: start, add, join, whole)
  }
}
