/// Paints with dots.
///
/// Apple states no formula. Each square, whose side is the radius, has a point in its inner 60 %
/// that looks random, and there a dot of the radius, in the mean colour around the point. Dots lie
/// over each other in an order that looks random, and cover the plane. Edges of dots are a pixel
/// wide. Edges of the picture are repeated.
public struct Pointillize: PictureFilter {
  public static let name = "pointillize"
  public static let summary = "Paints with dots"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 1...100, .distance),
    .point("center", \.center),
  ]

  /// The picture.
  public var image: Picture?
  /// The radius of dots, and their mean distance, in pixels.
  public var radius = 20.0
  /// A corner of squares.
  public var center = SIMD2(150.0, 150.0)

  public init() {}

  /// The dots.
  public var output: Picture? {
    guard let image, !image.extent.isEmpty else { return image }
    let grid = CellGrid(center, size: radius), size = Float(grid.size)
    return ColoredSites(grid: grid, range: 0.2...0.8).drawn(from: image) { place, sites, first in
      var sum = SIMD4<Float>(), rest: Float = 1, limit = UInt32.max
      // From the highest dot down, until nothing is seen through the edges.
      while rest > 0 {
        var top = -1, cover: Float = 0, nearest = first, least = Float.infinity
        for index in first..<first &+ 9 {
          let way = sites[index].place - place, square = way.x * way.x + way.y * way.y
          if square < least { (least, nearest) = (square, index) }
          let rank = sites[index].rank
          guard rank < limit, top < 0 || rank > sites[top].rank else { continue }
          let part = size + 0.5 - square.squareRoot()
          if part > 0 { (top, cover) = (index, min(part, 1)) }
        }
        if top < 0 { return sum + sites[nearest].color * rest }
        sum += sites[top].color * (cover * rest)
        rest *= 1 - cover
        limit = sites[top].rank
      }
      return sum
    }
  }
}
