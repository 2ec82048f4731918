// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Adds two pictures.
  public class func additionCompositing() -> CIBuiltinFilter<AdditionCompositing> {
    CIBuiltinFilter()
  }
  /// Mixes two pictures by the alpha of a mask.
  public class func blendWithAlphaMask() -> CIBuiltinFilter<BlendWithAlphaMask> {
    CIBuiltinFilter()
  }
  /// Mixes two pictures by the blue of a mask.
  public class func blendWithBlueMask() -> CIBuiltinFilter<BlendWithBlueMask> {
    CIBuiltinFilter()
  }
  /// Mixes two pictures by the red of a mask.
  public class func blendWithRedMask() -> CIBuiltinFilter<BlendWithRedMask> {
    CIBuiltinFilter()
  }
  /// Colours the background with the hue and saturation of a picture.
  public class func colorBlendMode() -> CIBuiltinFilter<ColorBlendMode> {
    CIBuiltinFilter()
  }
  /// Darkens the background where a picture is dark.
  public class func colorBurnBlendMode() -> CIBuiltinFilter<ColorBurnBlendMode> {
    CIBuiltinFilter()
  }
  /// Brightens the background where a picture is bright.
  public class func colorDodgeBlendMode() -> CIBuiltinFilter<ColorDodgeBlendMode> {
    CIBuiltinFilter()
  }
  /// Keeps the darker components.
  public class func darkenBlendMode() -> CIBuiltinFilter<DarkenBlendMode> {
    CIBuiltinFilter()
  }
  /// The difference of two pictures.
  public class func differenceBlendMode() -> CIBuiltinFilter<DifferenceBlendMode> {
    CIBuiltinFilter()
  }
  /// Divides the background by a picture.
  public class func divideBlendMode() -> CIBuiltinFilter<DivideBlendMode> {
    CIBuiltinFilter()
  }
  /// A soft difference of two pictures.
  public class func exclusionBlendMode() -> CIBuiltinFilter<ExclusionBlendMode> {
    CIBuiltinFilter()
  }
  /// Multiplies or screens, depending on a picture.
  public class func hardLightBlendMode() -> CIBuiltinFilter<HardLightBlendMode> {
    CIBuiltinFilter()
  }
  /// Gives the background the hue of a picture.
  public class func hueBlendMode() -> CIBuiltinFilter<HueBlendMode> {
    CIBuiltinFilter()
  }
  /// Keeps the brighter components.
  public class func lightenBlendMode() -> CIBuiltinFilter<LightenBlendMode> {
    CIBuiltinFilter()
  }
  /// Adds two pictures and takes 1 away.
  public class func linearBurnBlendMode() -> CIBuiltinFilter<LinearBurnBlendMode> {
    CIBuiltinFilter()
  }
  /// Adds a picture to the background.
  public class func linearDodgeBlendMode() -> CIBuiltinFilter<LinearDodgeBlendMode> {
    CIBuiltinFilter()
  }
  /// Burns or dodges linearly, depending on a picture.
  public class func linearLightBlendMode() -> CIBuiltinFilter<LinearLightBlendMode> {
    CIBuiltinFilter()
  }
  /// Gives the background the luminosity of a picture.
  public class func luminosityBlendMode() -> CIBuiltinFilter<LuminosityBlendMode> {
    CIBuiltinFilter()
  }
  /// The greater components of two pictures.
  public class func maximumCompositing() -> CIBuiltinFilter<MaximumCompositing> {
    CIBuiltinFilter()
  }
  /// The lesser components of two pictures.
  public class func minimumCompositing() -> CIBuiltinFilter<MinimumCompositing> {
    CIBuiltinFilter()
  }
  /// Multiplies a picture with the background.
  public class func multiplyBlendMode() -> CIBuiltinFilter<MultiplyBlendMode> {
    CIBuiltinFilter()
  }
  /// Multiplies two pictures.
  public class func multiplyCompositing() -> CIBuiltinFilter<MultiplyCompositing> {
    CIBuiltinFilter()
  }
  /// Multiplies or screens, depending on the background.
  public class func overlayBlendMode() -> CIBuiltinFilter<OverlayBlendMode> {
    CIBuiltinFilter()
  }
  /// Darkens or brightens, depending on a picture.
  public class func pinLightBlendMode() -> CIBuiltinFilter<PinLightBlendMode> {
    CIBuiltinFilter()
  }
  /// Gives the background the saturation of a picture.
  public class func saturationBlendMode() -> CIBuiltinFilter<SaturationBlendMode> {
    CIBuiltinFilter()
  }
  /// Multiplies the inverses of two pictures.
  public class func screenBlendMode() -> CIBuiltinFilter<ScreenBlendMode> {
    CIBuiltinFilter()
  }
  /// Darkens or brightens softly, depending on a picture.
  public class func softLightBlendMode() -> CIBuiltinFilter<SoftLightBlendMode> {
    CIBuiltinFilter()
  }
  /// A picture where there is a background, and the background.
  public class func sourceAtopCompositing() -> CIBuiltinFilter<SourceAtopCompositing> {
    CIBuiltinFilter()
  }
  /// A picture where there is a background.
  public class func sourceInCompositing() -> CIBuiltinFilter<SourceInCompositing> {
    CIBuiltinFilter()
  }
  /// A picture where there is no background.
  public class func sourceOutCompositing() -> CIBuiltinFilter<SourceOutCompositing> {
    CIBuiltinFilter()
  }
  /// Lays a picture over another one.
  public class func sourceOverCompositing() -> CIBuiltinFilter<SourceOverCompositing> {
    CIBuiltinFilter()
  }
  /// Takes a picture away from the background.
  public class func subtractBlendMode() -> CIBuiltinFilter<SubtractBlendMode> {
    CIBuiltinFilter()
  }
  /// Burns or dodges, depending on a picture.
  public class func vividLightBlendMode() -> CIBuiltinFilter<VividLightBlendMode> {
    CIBuiltinFilter()
  }
}
