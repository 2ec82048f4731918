/// Makes a hole in a picture and pushes it outwards.
///
/// A place at a distance d from the centre of a hole of the radius r shows what lies at the
/// distance d − r²/d, as in the sample of the Core Image Programming Guide. The hole is
/// transparent.
public struct HoleDistortion: PictureFilter {
  public static let name = "holeDistortion"
  public static let summary = "Makes a hole in a picture and pushes it outwards"
  public static let categories: [FilterCategory] = [.distortionEffect]
  public static let fidelity = FilterFidelity.differs(
    "The hole is transparent as that of Apple; the published kernel shows the colour of the centre")
  public static let changesAlpha = true
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .point("center", \.center),
    .number("radius", \.radius, 0.01...1000, .distance),
  ]

  /// The picture.
  public var image: Picture?
  /// The centre.
  public var center = SIMD2(150.0, 150.0)
  /// The radius.
  public var radius = 150.0

  public init() {}

  /// The picture with a hole.
  public var output: Picture? {
    guard let image, radius > 0, center.isSane else { return image }
    let middle = SIMD2<Float>(center), edge = Float(radius.held(in: 0...1e6))
    let reach = Int(radius.held(in: 0...1e6).rounded(.up))
    return image.bent(extent: image.extent.outset(by: reach), required: { $0.outset(by: reach) }) {
      place in
      let offset = place - middle, distance = max(offset.length, edge)
      return middle + offset * max(1 - edge * edge / (distance * distance), 0)
    }.colored { line, _ in
      let y = Float(line.y) + 0.5 - middle.y
      line.map { pixel, x in
        pixel * (SIMD2(Float(x) + 0.5 - middle.x, y).length - edge + 0.5).unit
      }
      line.isOpaque = false
    }
  }
}
