// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Prints a picture in four inks, with screens of dots.
  public class func cmykHalftone() -> CIBuiltinFilter<CMYKHalftone> {
    CIBuiltinFilter()
  }
  /// Prints a picture with a screen of rings.
  public class func circularScreen() -> CIBuiltinFilter<CircularScreen> {
    CIBuiltinFilter()
  }
  /// Prints a picture with a screen of dots.
  public class func dotScreen() -> CIBuiltinFilter<DotScreen> {
    CIBuiltinFilter()
  }
  /// Prints a picture with two crossing screens of lines.
  public class func hatchedScreen() -> CIBuiltinFilter<HatchedScreen> {
    CIBuiltinFilter()
  }
  /// Prints a picture with a screen of lines.
  public class func lineScreen() -> CIBuiltinFilter<LineScreen> {
    CIBuiltinFilter()
  }
}
