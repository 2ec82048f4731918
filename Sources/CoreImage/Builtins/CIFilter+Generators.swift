// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Makes a checkerboard.
  public class func checkerboardGenerator() -> CIBuiltinFilter<CheckerboardGenerator> {
    CIBuiltinFilter()
  }
  /// Makes a barcode of Code 128.
  public class func code128BarcodeGenerator() -> CIBuiltinFilter<Code128BarcodeGenerator> {
    CIBuiltinFilter()
  }
  /// Fills the plane with a colour.
  public class func constantColorGenerator() -> CIBuiltinFilter<ConstantColorGenerator> {
    CIBuiltinFilter()
  }
  /// Makes a spot that fades as a Gaussian curve.
  public class func gaussianGradient() -> CIBuiltinFilter<GaussianGradient> {
    CIBuiltinFilter()
  }
  /// Makes a halo of coloured rings.
  public class func lenticularHaloGenerator() -> CIBuiltinFilter<LenticularHaloGenerator> {
    CIBuiltinFilter()
  }
  /// Makes a gradient along a line.
  public class func linearGradient() -> CIBuiltinFilter<LinearGradient> {
    CIBuiltinFilter()
  }
  /// Makes a QR code.
  public class func qrCodeGenerator() -> CIBuiltinFilter<QRCodeGenerator> {
    CIBuiltinFilter()
  }
  /// Makes a gradient between two circles.
  public class func radialGradient() -> CIBuiltinFilter<RadialGradient> {
    CIBuiltinFilter()
  }
  /// Fills the plane with noise.
  public class func randomGenerator() -> CIBuiltinFilter<RandomGenerator> {
    CIBuiltinFilter()
  }
  /// Makes a rectangle with round corners.
  public class func roundedRectangleGenerator() -> CIBuiltinFilter<RoundedRectangleGenerator> {
    CIBuiltinFilter()
  }
  /// Makes a gradient along a line with smooth ends.
  public class func smoothLinearGradient() -> CIBuiltinFilter<SmoothLinearGradient> {
    CIBuiltinFilter()
  }
  /// Makes a star with a cross of light.
  public class func starShineGenerator() -> CIBuiltinFilter<StarShineGenerator> {
    CIBuiltinFilter()
  }
  /// Makes vertical stripes.
  public class func stripesGenerator() -> CIBuiltinFilter<StripesGenerator> {
    CIBuiltinFilter()
  }
  /// Makes a sun with rays.
  public class func sunbeamsGenerator() -> CIBuiltinFilter<SunbeamsGenerator> {
    CIBuiltinFilter()
  }
  /// Makes a picture of a text.
  public class func textImageGenerator() -> CIBuiltinFilter<TextImageGenerator> {
    CIBuiltinFilter()
  }
}
