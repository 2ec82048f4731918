/// Makes polygons, each in the mean colour around a point.
///
/// Apple states no formula. Each square, whose side is the radius, has a point in its inner 60 %
/// that looks random. A pixel gets the colour of the nearest point (Voronoi, 1908), which is the
/// mean of a square around the point. Edges of the picture are repeated.
public struct Crystallize: PictureFilter {
  public static let name = "crystallize"
  public static let summary = "Makes polygons of colours"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image), .number("radius", \.radius, 1...100, .distance),
    .point("center", \.center),
  ]

  /// The picture.
  public var image: Picture?
  /// The mean distance of points, in pixels.
  public var radius = 20.0
  /// A corner of squares.
  public var center = SIMD2(150.0, 150.0)

  public init() {}

  /// The polygons.
  public var output: Picture? {
    guard let image, !image.extent.isEmpty else { return image }
    // So the nearest point lies in one of the nine squares around a pixel.
    let sites = ColoredSites(grid: CellGrid(center, size: radius), range: 0.2...0.8)
    return sites.drawn(from: image) { place, sites, first in
      var nearest = Float.infinity, color = SIMD4<Float>()
      for index in first..<first &+ 9 {
        let way = sites[index].place - place, square = way.x * way.x + way.y * way.y
        if square < nearest { (nearest, color) = (square, sites[index].color) }
      }
      return color
    }
  }
}
