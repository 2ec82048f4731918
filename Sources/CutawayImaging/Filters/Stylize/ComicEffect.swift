/// Makes a picture that looks like a comic: black lines, few shades and dots.
///
/// Apple states no formula. The picture is blurred by 1.2 pixels. The square root of its luminance,
/// which is about as we see it, is brought to eight shades; a screen of dots with a period of 6
/// pixels makes those in between. Colours keep their hue, with a third more of saturation. Where
/// Sobel's filters find slopes of these roots above 0.1, lines become black. Alpha stays.
public struct ComicEffect: PictureFilter {
  public static let name = "comicEffect"
  public static let summary = "Makes a picture that looks like a comic"
  public static let categories: [FilterCategory] = [.stylize]
  public static let fidelity = FilterFidelity.differs("Apple states no formula")
  public static let inputs: [FilterInput<Self>] = [.picture("image", \.image)]

  /// The picture.
  public var image: Picture?

  public init() {}

  /// The comic.
  public var output: Picture? {
    guard let image else { return nil }
    let screen = HalftoneScreen(center: SIMD2(0, 0), angle: .pi / 4, width: 6, sharpness: 1)
    let smooth = image.clamped().blurred(sigma: 1.2)
    let roots = smooth.colored { line, _ in
      line.map { pixel in
        SIMD4(pixel.color, max(pixel.luminance, 0).squareRoot())
      }
      line.isOpaque = false
    }
    let drawing = roots.surroundings(x: 1, y: 1, extent: image.extent) { block, index, place in
      let pixel = block[index, 0, 0], slopes = block.slopes(index)
      let strength = (slopes.x.w * slopes.x.w + slopes.y.w * slopes.y.w).squareRoot() / 4
      let ink = min(max((strength - 0.1) * 16, 0), 1)
      // The dots make the shades between two of the eight.
      let shade = pixel.w * 7, low = shade.rounded(.down)
      let threshold = dotThreshold(screen.offset(place.x, place.y))
      let root = (low + screen.paper(shade - low, threshold)) / 7
      let light = root * root, old = max(pixel.luminance, 1e-4)
      var color = pixel.color * (light / old)
      let grey = SIMD3<Float>(repeating: color.luminance)
      color = grey + (color - grey) * 1.33
      color.replace(with: 0, where: color .< 0)
      return SIMD4(color * (1 - ink), 1)
    }
    return .mixed([image, drawing], extent: image.extent) { line, others, _ in
      line.mix(others[0]) { pixel, drawing in
        SIMD4(drawing.color * pixel.w, pixel.w)
      }
    }
  }
}
