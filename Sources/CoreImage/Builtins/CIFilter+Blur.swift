// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Blurs as a lens that makes discs of lights.
  public class func bokehBlur() -> CIBuiltinFilter<BokehBlur> {
    CIBuiltinFilter()
  }
  /// Blurs by the mean of a square.
  public class func boxBlur() -> CIBuiltinFilter<BoxBlur> {
    CIBuiltinFilter()
  }
  /// Blurs by the mean of a disc.
  public class func discBlur() -> CIBuiltinFilter<DiscBlur> {
    CIBuiltinFilter()
  }
  /// Blurs with a Gaussian filter.
  public class func gaussianBlur() -> CIBuiltinFilter<GaussianBlurFilter> {
    CIBuiltinFilter()
  }
  /// Blurs more where a mask is brighter.
  public class func maskedVariableBlur() -> CIBuiltinFilter<MaskedVariableBlur> {
    CIBuiltinFilter()
  }
  /// Replaces pixels by the median of nine.
  public class func median() -> CIBuiltinFilter<MedianFilter> {
    CIBuiltinFilter()
  }
  /// Finds edges by the differences in discs.
  public class func morphologyGradient() -> CIBuiltinFilter<MorphologyGradient> {
    CIBuiltinFilter()
  }
  /// Makes bright areas larger.
  public class func morphologyMaximum() -> CIBuiltinFilter<MorphologyMaximum> {
    CIBuiltinFilter()
  }
  /// Makes dark areas larger.
  public class func morphologyMinimum() -> CIBuiltinFilter<MorphologyMinimum> {
    CIBuiltinFilter()
  }
  /// Makes bright areas larger.
  public class func morphologyRectangleMaximum() -> CIBuiltinFilter<MorphologyRectangleMaximum> {
    CIBuiltinFilter()
  }
  /// Makes dark areas larger.
  public class func morphologyRectangleMinimum() -> CIBuiltinFilter<MorphologyRectangleMinimum> {
    CIBuiltinFilter()
  }
  /// Blurs along a direction.
  public class func motionBlur() -> CIBuiltinFilter<MotionBlur> {
    CIBuiltinFilter()
  }
  /// Blurs noise and sharpens edges.
  public class func noiseReduction() -> CIBuiltinFilter<NoiseReduction> {
    CIBuiltinFilter()
  }
  /// Sharpens the luminance.
  public class func sharpenLuminance() -> CIBuiltinFilter<SharpenLuminance> {
    CIBuiltinFilter()
  }
  /// Makes edges clearer.
  public class func unsharpMask() -> CIBuiltinFilter<UnsharpMask> {
    CIBuiltinFilter()
  }
  /// Blurs towards a centre.
  public class func zoomBlur() -> CIBuiltinFilter<ZoomBlur> {
    CIBuiltinFilter()
  }
}
