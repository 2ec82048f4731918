/// The filters that move, scale and cut pictures.
let geometryFilters: [any PictureFilter.Type] = [
  AffineTransformFilter.self, BicubicScaleTransform.self, Crop.self, LanczosScaleTransform.self,
  PerspectiveCorrection.self, PerspectiveTransform.self, PerspectiveTransformWithExtent.self,
  StraightenFilter.self,
]
