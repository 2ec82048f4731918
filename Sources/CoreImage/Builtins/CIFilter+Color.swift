// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// The difference of two pictures.
  public class func colorAbsoluteDifference() -> CIBuiltinFilter<ColorAbsoluteDifference> {
    CIBuiltinFilter()
  }
  /// Limits colours.
  public class func colorClamp() -> CIBuiltinFilter<ColorClamp> {
    CIBuiltinFilter()
  }
  /// Changes saturation, brightness and contrast.
  public class func colorControls() -> CIBuiltinFilter<ColorControls> {
    CIBuiltinFilter()
  }
  /// Changes colours by polynomials of all components.
  public class func colorCrossPolynomial() -> CIBuiltinFilter<ColorCrossPolynomial> {
    CIBuiltinFilter()
  }
  /// Maps colours by a table.
  public class func colorCube() -> CIBuiltinFilter<ColorCubeFilter> {
    CIBuiltinFilter()
  }
  /// Maps colours by a table in a colour space.
  public class func colorCubeWithColorSpace() -> CIBuiltinFilter<ColorCubeWithColorSpace> {
    CIBuiltinFilter()
  }
  /// Inverts colours.
  public class func colorInvert() -> CIBuiltinFilter<ColorInvert> {
    CIBuiltinFilter()
  }
  /// Maps components by a gradient.
  public class func colorMap() -> CIBuiltinFilter<ColorMap> {
    CIBuiltinFilter()
  }
  /// Multiplies colours by a matrix.
  public class func colorMatrix() -> CIBuiltinFilter<ColorMatrixFilter> {
    CIBuiltinFilter()
  }
  /// Maps colours to shades of one.
  public class func colorMonochrome() -> CIBuiltinFilter<ColorMonochrome> {
    CIBuiltinFilter()
  }
  /// Changes components by polynomials.
  public class func colorPolynomial() -> CIBuiltinFilter<ColorPolynomial> {
    CIBuiltinFilter()
  }
  /// Leaves a few levels of each component.
  public class func colorPosterize() -> CIBuiltinFilter<ColorPosterize> {
    CIBuiltinFilter()
  }
  /// Makes components 0 or 1.
  public class func colorThreshold() -> CIBuiltinFilter<ColorThreshold> {
    CIBuiltinFilter()
  }
  /// Makes components 0 or 1 by a threshold of Otsu.
  public class func colorThresholdOtsu() -> CIBuiltinFilter<ColorThresholdOtsu> {
    CIBuiltinFilter()
  }
  /// Adds noise against visible steps.
  public class func dither() -> CIBuiltinFilter<Dither> {
    CIBuiltinFilter()
  }
  /// Changes the exposure by a number of stops.
  public class func exposureAdjust() -> CIBuiltinFilter<ExposureAdjust> {
    CIBuiltinFilter()
  }
  /// Maps luminance to a ramp of two colours.
  public class func falseColor() -> CIBuiltinFilter<FalseColor> {
    CIBuiltinFilter()
  }
  /// Raises colours to a power.
  public class func gammaAdjust() -> CIBuiltinFilter<GammaAdjust> {
    CIBuiltinFilter()
  }
  /// Brightens shadows and darkens highlights.
  public class func highlightShadowAdjust() -> CIBuiltinFilter<HighlightShadowAdjust> {
    CIBuiltinFilter()
  }
  /// Turns the hues of all colours.
  public class func hueAdjust() -> CIBuiltinFilter<HueAdjust> {
    CIBuiltinFilter()
  }
  /// Converts light to the numbers of sRGB.
  public class func linearToSRGBToneCurve() -> CIBuiltinFilter<LinearToSRGBToneCurve> {
    CIBuiltinFilter()
  }
  /// Makes a transparent picture of a grey one.
  public class func maskToAlpha() -> CIBuiltinFilter<MaskToAlpha> {
    CIBuiltinFilter()
  }
  /// Makes greys of the greatest components.
  public class func maximumComponent() -> CIBuiltinFilter<MaximumComponent> {
    CIBuiltinFilter()
  }
  /// Makes greys of the least components.
  public class func minimumComponent() -> CIBuiltinFilter<MinimumComponent> {
    CIBuiltinFilter()
  }
  /// Looks like old film, with exaggerated colours.
  public class func photoEffectChrome() -> CIBuiltinFilter<PhotoEffectChrome> {
    CIBuiltinFilter()
  }
  /// Looks like old film, with diminished colours.
  public class func photoEffectFade() -> CIBuiltinFilter<PhotoEffectFade> {
    CIBuiltinFilter()
  }
  /// Looks like old film, with distorted colours.
  public class func photoEffectInstant() -> CIBuiltinFilter<PhotoEffectInstant> {
    CIBuiltinFilter()
  }
  /// Looks like old film, black and white, with low contrast.
  public class func photoEffectMono() -> CIBuiltinFilter<PhotoEffectMono> {
    CIBuiltinFilter()
  }
  /// Looks like old film, black and white, with high contrast.
  public class func photoEffectNoir() -> CIBuiltinFilter<PhotoEffectNoir> {
    CIBuiltinFilter()
  }
  /// Looks like old film, with cool colours.
  public class func photoEffectProcess() -> CIBuiltinFilter<PhotoEffectProcess> {
    CIBuiltinFilter()
  }
  /// Looks like old film, black and white, with almost the same contrast.
  public class func photoEffectTonal() -> CIBuiltinFilter<PhotoEffectTonal> {
    CIBuiltinFilter()
  }
  /// Looks like old film, with warm colours.
  public class func photoEffectTransfer() -> CIBuiltinFilter<PhotoEffectTransfer> {
    CIBuiltinFilter()
  }
  /// Converts numbers of sRGB to light.
  public class func sRGBToneCurveToLinear() -> CIBuiltinFilter<SRGBToneCurveToLinear> {
    CIBuiltinFilter()
  }
  /// Maps colours to shades of brown.
  public class func sepiaTone() -> CIBuiltinFilter<SepiaTone> {
    CIBuiltinFilter()
  }
  /// Adapts colours from a white point to another.
  public class func temperatureAndTint() -> CIBuiltinFilter<TemperatureAndTint> {
    CIBuiltinFilter()
  }
  /// Looks like a thermal camera.
  public class func thermal() -> CIBuiltinFilter<Thermal> {
    CIBuiltinFilter()
  }
  /// Changes components by a curve through five points.
  public class func toneCurve() -> CIBuiltinFilter<ToneCurve> {
    CIBuiltinFilter()
  }
  /// Changes the saturation of muted colours.
  public class func vibrance() -> CIBuiltinFilter<Vibrance> {
    CIBuiltinFilter()
  }
  /// Darkens the picture towards its corners.
  public class func vignette() -> CIBuiltinFilter<Vignette> {
    CIBuiltinFilter()
  }
  /// Darkens what lies around a circle.
  public class func vignetteEffect() -> CIBuiltinFilter<VignetteEffect> {
    CIBuiltinFilter()
  }
  /// Makes another colour white.
  public class func whitePointAdjust() -> CIBuiltinFilter<WhitePointAdjust> {
    CIBuiltinFilter()
  }
  /// Looks like an X-ray picture.
  public class func xRay() -> CIBuiltinFilter<XRay> {
    CIBuiltinFilter()
  }
}
