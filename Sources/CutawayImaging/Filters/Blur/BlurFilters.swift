/// The filters that blur and sharpen.
let blurFilters: [any PictureFilter.Type] = [
  BokehBlur.self, BoxBlur.self, DiscBlur.self, GaussianBlurFilter.self, MaskedVariableBlur.self,
  MedianFilter.self, MorphologyGradient.self, MorphologyMaximum.self, MorphologyMinimum.self,
  MorphologyRectangleMaximum.self, MorphologyRectangleMinimum.self, MotionBlur.self,
  NoiseReduction.self, SharpenLuminance.self, UnsharpMask.self, ZoomBlur.self,
]
