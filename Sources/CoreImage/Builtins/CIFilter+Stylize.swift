// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Mixes two pictures by the brightness of a mask.
  public class func blendWithMask() -> CIBuiltinFilter<BlendWithMask> {
    CIBuiltinFilter()
  }
  /// Lets light shine over edges.
  public class func bloom() -> CIBuiltinFilter<Bloom> {
    CIBuiltinFilter()
  }
  /// Makes a picture that looks like a comic.
  public class func comicEffect() -> CIBuiltinFilter<ComicEffect> {
    CIBuiltinFilter()
  }
  /// Adds the 9 pixels around each pixel with weights.
  public class func convolution3X3() -> CIBuiltinFilter<Convolution3X3> {
    CIBuiltinFilter()
  }
  /// Adds the 25 pixels around each pixel with weights.
  public class func convolution5X5() -> CIBuiltinFilter<Convolution5X5> {
    CIBuiltinFilter()
  }
  /// Adds the 49 pixels around each pixel with weights.
  public class func convolution7X7() -> CIBuiltinFilter<Convolution7X7> {
    CIBuiltinFilter()
  }
  /// Adds the nine pixels of a row around each pixel with weights.
  public class func convolution9Horizontal() -> CIBuiltinFilter<Convolution9Horizontal> {
    CIBuiltinFilter()
  }
  /// Adds the nine pixels of a column around each pixel with weights.
  public class func convolution9Vertical() -> CIBuiltinFilter<Convolution9Vertical> {
    CIBuiltinFilter()
  }
  /// Makes polygons of colours.
  public class func crystallize() -> CIBuiltinFilter<Crystallize> {
    CIBuiltinFilter()
  }
  /// Keeps a stripe of a picture sharp.
  public class func depthOfField() -> CIBuiltinFilter<DepthOfField> {
    CIBuiltinFilter()
  }
  /// Makes a picture that looks like a woodcut.
  public class func edgeWork() -> CIBuiltinFilter<EdgeWork> {
    CIBuiltinFilter()
  }
  /// Finds edges and shows them in colour.
  public class func edges() -> CIBuiltinFilter<Edges> {
    CIBuiltinFilter()
  }
  /// Finds the slopes of brightness by Gabor's filters.
  public class func gaborGradients() -> CIBuiltinFilter<GaborGradients> {
    CIBuiltinFilter()
  }
  /// Dulls bright places.
  public class func gloom() -> CIBuiltinFilter<Gloom> {
    CIBuiltinFilter()
  }
  /// Makes heights of a mask.
  public class func heightFieldFromMask() -> CIBuiltinFilter<HeightFieldFromMask> {
    CIBuiltinFilter()
  }
  /// Makes hexagons of the mean colours of their pixels.
  public class func hexagonalPixellate() -> CIBuiltinFilter<HexagonalPixellate> {
    CIBuiltinFilter()
  }
  /// Draws the edges of a picture in black.
  public class func lineOverlay() -> CIBuiltinFilter<LineOverlay> {
    CIBuiltinFilter()
  }
  /// Mixes two pictures.
  public class func mix() -> CIBuiltinFilter<Mix> {
    CIBuiltinFilter()
  }
  /// Makes squares of the mean colours of their pixels.
  public class func pixellate() -> CIBuiltinFilter<Pixellate> {
    CIBuiltinFilter()
  }
  /// Paints with dots.
  public class func pointillize() -> CIBuiltinFilter<Pointillize> {
    CIBuiltinFilter()
  }
  /// Shades heights with the picture of a sphere.
  public class func shadedMaterial() -> CIBuiltinFilter<ShadedMaterial> {
    CIBuiltinFilter()
  }
  /// Finds the slopes of brightness by Sobel's filters.
  public class func sobelGradients() -> CIBuiltinFilter<SobelGradients> {
    CIBuiltinFilter()
  }
  /// Lights a picture with a spotlight.
  public class func spotLight() -> CIBuiltinFilter<SpotLight> {
    CIBuiltinFilter()
  }
}
