/// The filters that make pictures of nothing.
let generatorFilters: [any PictureFilter.Type] = [
  CheckerboardGenerator.self, Code128BarcodeGenerator.self, ConstantColorGenerator.self,
  GaussianGradient.self,
  LenticularHaloGenerator.self, LinearGradient.self, QRCodeGenerator.self, RadialGradient.self,
  RandomGenerator.self,
  RoundedRectangleGenerator.self, SmoothLinearGradient.self, StarShineGenerator.self,
  StripesGenerator.self, SunbeamsGenerator.self, TextImageGenerator.self,
]
