import CutawayKeyframes
import Glibc

/// Turns a picture and keeps its frame filled.
///
/// The picture is turned about its centre and enlarged by max((w · |cos| + h · |sin|) / w, (w ·
/// |sin| + h · |cos|) / h), the least factor for which it covers its frame of w · h pixels.
/// Positive angles turn it counterclockwise.
public struct StraightenFilter: PictureFilter {
  public static let name = "straightenFilter"
  public static let summary = "Turns a picture and keeps its frame filled"
  public static let categories: [FilterCategory] = [.geometryAdjustment]
  public static let fidelity = FilterFidelity.same
  public static let inputs: [FilterInput<Self>] = [
    .picture("image", \.image),
    .number("angle", \.angle, -Double.pi...Double.pi, .angle),
  ]

  /// The picture.
  public var image: Picture?
  /// The angle.
  public var angle = 0.0

  public init() {}

  /// The turned picture.
  public var output: Picture? {
    guard let image, !image.extent.isInfinite, !image.extent.isEmpty, angle.isFinite else {
      return image
    }
    let extent = image.extent, sine = sin(angle), cosine = cos(angle)
    let width = Double(extent.width), height = Double(extent.height)
    let factor = max(
      (width * abs(cosine) + height * abs(sine)) / width,
      (width * abs(sine) + height * abs(cosine)) / height)
    let turn = TransformMatrix(
      a: factor * cosine, b: factor * sine, c: -factor * sine, d: factor * cosine, tx: 0, ty: 0)
    let centre = extent.middle
    return image.clamped().transformed(by: turn.about(x: centre.x, y: centre.y)).cropped(to: extent)
  }
}
