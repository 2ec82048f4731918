/// The filters that fill the plane with parts of a picture.
let tileFilters: [any PictureFilter.Type] = [
  AffineClamp.self, AffineTile.self, EightfoldReflectedTile.self, FourfoldReflectedTile.self,
  FourfoldRotatedTile.self, FourfoldTranslatedTile.self, GlideReflectedTile.self, Kaleidoscope.self,
  OpTile.self, ParallelogramTile.self, PerspectiveTile.self, SixfoldReflectedTile.self,
  SixfoldRotatedTile.self, TriangleKaleidoscope.self, TriangleTile.self,
  TwelvefoldReflectedTile.self,
]
