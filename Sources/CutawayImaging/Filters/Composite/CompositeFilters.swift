/// The filters that compose two pictures.
let compositeFilters: [any PictureFilter.Type] = [
  AdditionCompositing.self, BlendWithAlphaMask.self, BlendWithBlueMask.self, BlendWithRedMask.self,
  ColorBlendMode.self, ColorBurnBlendMode.self, ColorDodgeBlendMode.self, DarkenBlendMode.self,
  DifferenceBlendMode.self, DivideBlendMode.self, ExclusionBlendMode.self, HardLightBlendMode.self,
  HueBlendMode.self, LightenBlendMode.self, LinearBurnBlendMode.self, LinearDodgeBlendMode.self,
  LinearLightBlendMode.self, LuminosityBlendMode.self, MaximumCompositing.self,
  MinimumCompositing.self, MultiplyBlendMode.self, MultiplyCompositing.self, OverlayBlendMode.self,
  PinLightBlendMode.self, SaturationBlendMode.self, ScreenBlendMode.self, SoftLightBlendMode.self,
  SourceAtopCompositing.self, SourceInCompositing.self, SourceOutCompositing.self,
  SourceOverCompositing.self, SubtractBlendMode.self, VividLightBlendMode.self,
]
