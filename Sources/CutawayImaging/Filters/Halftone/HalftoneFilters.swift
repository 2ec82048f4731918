/// The filters that make pictures look printed.
let halftoneFilters: [any PictureFilter.Type] = [
  CMYKHalftone.self, CircularScreen.self, DotScreen.self, HatchedScreen.self, LineScreen.self,
]
