/// The filters that bend pictures.
let distortionFilters: [any PictureFilter.Type] = [
  BumpDistortion.self, BumpDistortionLinear.self, CircleSplashDistortion.self, CircularWrap.self,
  DisplacementDistortion.self, GlassDistortion.self, GlassLozenge.self, HoleDistortion.self,
  LightTunnel.self, NinePartStretched.self, NinePartTiled.self, PinchDistortion.self,
  StretchCrop.self, TorusLensDistortion.self, TwirlDistortion.self, VortexDistortion.self,
]
