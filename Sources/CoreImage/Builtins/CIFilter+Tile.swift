// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Transforms a picture and repeats its edges without end.
  public class func affineClamp() -> CIBuiltinFilter<AffineClamp> {
    CIBuiltinFilter()
  }
  /// Transforms a picture and fills the plane with it.
  public class func affineTile() -> CIBuiltinFilter<AffineTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with mirrored copies of half a square.
  public class func eightfoldReflectedTile() -> CIBuiltinFilter<EightfoldReflectedTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with mirrored copies of a parallelogram.
  public class func fourfoldReflectedTile() -> CIBuiltinFilter<FourfoldReflectedTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with a square that is turned in steps of 90°.
  public class func fourfoldRotatedTile() -> CIBuiltinFilter<FourfoldRotatedTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with moved copies of a parallelogram.
  public class func fourfoldTranslatedTile() -> CIBuiltinFilter<FourfoldTranslatedTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with a square that is moved and mirrored in turn.
  public class func glideReflectedTile() -> CIBuiltinFilter<GlideReflectedTile> {
    CIBuiltinFilter()
  }
  /// Shows a sector of a picture in mirrors.
  public class func kaleidoscope() -> CIBuiltinFilter<Kaleidoscope> {
    CIBuiltinFilter()
  }
  /// Cuts a picture into squares that each show more, or less, than themselves.
  public class func opTile() -> CIBuiltinFilter<OpTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with a parallelogram that is mirrored at its sides.
  public class func parallelogramTile() -> CIBuiltinFilter<ParallelogramTile> {
    CIBuiltinFilter()
  }
  /// Projects a picture onto four corners and fills the plane with it.
  public class func perspectiveTile() -> CIBuiltinFilter<PerspectiveTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with mirrored copies of a triangle.
  public class func sixfoldReflectedTile() -> CIBuiltinFilter<SixfoldReflectedTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with a sixth of a hexagon that is turned in steps of 60°.
  public class func sixfoldRotatedTile() -> CIBuiltinFilter<SixfoldRotatedTile> {
    CIBuiltinFilter()
  }
  /// Shows a triangle of a picture in three mirrors.
  public class func triangleKaleidoscope() -> CIBuiltinFilter<TriangleKaleidoscope> {
    CIBuiltinFilter()
  }
  /// Fills the plane with a triangle that is turned by 180° in turn.
  public class func triangleTile() -> CIBuiltinFilter<TriangleTile> {
    CIBuiltinFilter()
  }
  /// Fills the plane with mirrored copies of a twelfth of a hexagon.
  public class func twelvefoldReflectedTile() -> CIBuiltinFilter<TwelvefoldReflectedTile> {
    CIBuiltinFilter()
  }
}
