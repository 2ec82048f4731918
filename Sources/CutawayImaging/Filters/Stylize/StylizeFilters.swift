/// The filters that make other pictures of pictures.
let stylizeFilters: [any PictureFilter.Type] = [
  BlendWithMask.self, Bloom.self, ComicEffect.self, Convolution3X3.self, Convolution5X5.self,
  Convolution7X7.self, Convolution9Horizontal.self, Convolution9Vertical.self, Crystallize.self,
  DepthOfField.self, EdgeWork.self, Edges.self, GaborGradients.self, Gloom.self,
  HeightFieldFromMask.self, HexagonalPixellate.self, LineOverlay.self, Mix.self, Pixellate.self,
  Pointillize.self, ShadedMaterial.self, SobelGradients.self, SpotLight.self,
]
