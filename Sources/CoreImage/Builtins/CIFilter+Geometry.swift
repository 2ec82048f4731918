// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Moves, scales, turns or shears a picture.
  public class func affineTransform() -> CIBuiltinFilter<AffineTransformFilter> {
    CIBuiltinFilter()
  }
  /// Scales a picture with a cubic filter.
  public class func bicubicScaleTransform() -> CIBuiltinFilter<BicubicScaleTransform> {
    CIBuiltinFilter()
  }
  /// Keeps a part of a picture.
  public class func crop() -> CIBuiltinFilter<Crop> {
    CIBuiltinFilter()
  }
  /// Scales a picture with Lanczos' filter.
  public class func lanczosScaleTransform() -> CIBuiltinFilter<LanczosScaleTransform> {
    CIBuiltinFilter()
  }
  /// Makes a rectangle of four corners of a picture.
  public class func perspectiveCorrection() -> CIBuiltinFilter<PerspectiveCorrection> {
    CIBuiltinFilter()
  }
  /// Projects a picture onto four corners.
  public class func perspectiveTransform() -> CIBuiltinFilter<PerspectiveTransform> {
    CIBuiltinFilter()
  }
  /// Projects a part of a picture onto four corners.
  public class func perspectiveTransformWithExtent() -> CIBuiltinFilter<
    PerspectiveTransformWithExtent
  > {
    CIBuiltinFilter()
  }
  /// Turns a picture and keeps its frame filled.
  public class func straighten() -> CIBuiltinFilter<StraightenFilter> {
    CIBuiltinFilter()
  }
}
