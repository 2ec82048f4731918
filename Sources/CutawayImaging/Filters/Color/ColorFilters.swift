/// The filters that change colours one by one.
let colorFilters: [any PictureFilter.Type] = [
  ColorAbsoluteDifference.self, ColorClamp.self, ColorControls.self, ColorCrossPolynomial.self,
  ColorCubeFilter.self, ColorCubeWithColorSpace.self, ColorInvert.self, ColorMap.self,
  ColorMatrixFilter.self, ColorMonochrome.self, ColorPolynomial.self, ColorPosterize.self,
  ColorThreshold.self, ColorThresholdOtsu.self, Dither.self, ExposureAdjust.self, FalseColor.self,
  GammaAdjust.self, HighlightShadowAdjust.self, HueAdjust.self, LinearToSRGBToneCurve.self,
  MaskToAlpha.self, MaximumComponent.self, MinimumComponent.self, PhotoEffectChrome.self,
  PhotoEffectFade.self, PhotoEffectInstant.self, PhotoEffectMono.self, PhotoEffectNoir.self,
  PhotoEffectProcess.self, PhotoEffectTonal.self, PhotoEffectTransfer.self,
  SRGBToneCurveToLinear.self, SepiaTone.self, TemperatureAndTint.self, Thermal.self, ToneCurve.self,
  Vibrance.self, Vignette.self, VignetteEffect.self, WhitePointAdjust.self, XRay.self,
]
