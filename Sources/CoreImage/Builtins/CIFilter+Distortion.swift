// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Makes a bump in a picture.
  public class func bumpDistortion() -> CIBuiltinFilter<BumpDistortion> {
    CIBuiltinFilter()
  }
  /// Makes a bump along a line in a picture.
  public class func bumpDistortionLinear() -> CIBuiltinFilter<BumpDistortionLinear> {
    CIBuiltinFilter()
  }
  /// Spreads the colours of a circle's edge outwards.
  public class func circleSplashDistortion() -> CIBuiltinFilter<CircleSplashDistortion> {
    CIBuiltinFilter()
  }
  /// Bends a picture around a circle.
  public class func circularWrap() -> CIBuiltinFilter<CircularWrap> {
    CIBuiltinFilter()
  }
  /// Moves the pixels of a picture by the brightness of another one.
  public class func displacementDistortion() -> CIBuiltinFilter<DisplacementDistortion> {
    CIBuiltinFilter()
  }
  /// Shows a picture through textured glass.
  public class func glassDistortion() -> CIBuiltinFilter<GlassDistortion> {
    CIBuiltinFilter()
  }
  /// Puts a rod of glass on a picture.
  public class func glassLozenge() -> CIBuiltinFilter<GlassLozenge> {
    CIBuiltinFilter()
  }
  /// Makes a hole in a picture and pushes it outwards.
  public class func holeDistortion() -> CIBuiltinFilter<HoleDistortion> {
    CIBuiltinFilter()
  }
  /// Turns a circle of a picture into a tunnel.
  public class func lightTunnel() -> CIBuiltinFilter<LightTunnel> {
    CIBuiltinFilter()
  }
  /// Stretches the middle of a picture and keeps its corners.
  public class func ninePartStretched() -> CIBuiltinFilter<NinePartStretched> {
    CIBuiltinFilter()
  }
  /// Repeats the middle of a picture and keeps its corners.
  public class func ninePartTiled() -> CIBuiltinFilter<NinePartTiled> {
    CIBuiltinFilter()
  }
  /// Pulls a circle of a picture towards its centre.
  public class func pinchDistortion() -> CIBuiltinFilter<PinchDistortion> {
    CIBuiltinFilter()
  }
  /// Stretches and crops a picture to a size.
  public class func stretchCrop() -> CIBuiltinFilter<StretchCrop> {
    CIBuiltinFilter()
  }
  /// Puts a ring of glass on a picture.
  public class func torusLensDistortion() -> CIBuiltinFilter<TorusLensDistortion> {
    CIBuiltinFilter()
  }
  /// Twirls a circle of a picture.
  public class func twirlDistortion() -> CIBuiltinFilter<TwirlDistortion> {
    CIBuiltinFilter()
  }
  /// Makes a vortex of a circle of a picture.
  public class func vortexDistortion() -> CIBuiltinFilter<VortexDistortion> {
    CIBuiltinFilter()
  }
}
