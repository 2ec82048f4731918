// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// The mean colour of a part of a picture.
  public class func areaAverage() -> CIBuiltinFilter<AreaAverage> {
    CIBuiltinFilter()
  }
  /// Counts the components in a part of a picture.
  public class func areaHistogram() -> CIBuiltinFilter<AreaHistogram> {
    CIBuiltinFilter()
  }
  /// The greatest components in a part of a picture.
  public class func areaMaximum() -> CIBuiltinFilter<AreaMaximum> {
    CIBuiltinFilter()
  }
  /// The pixel of the greatest alpha in a part of a picture.
  public class func areaMaximumAlpha() -> CIBuiltinFilter<AreaMaximumAlpha> {
    CIBuiltinFilter()
  }
  /// The least and the greatest components in a part of a picture.
  public class func areaMinMax() -> CIBuiltinFilter<AreaMinMax> {
    CIBuiltinFilter()
  }
  /// The least and the greatest red in a part of a picture.
  public class func areaMinMaxRed() -> CIBuiltinFilter<AreaMinMaxRed> {
    CIBuiltinFilter()
  }
  /// The least components in a part of a picture.
  public class func areaMinimum() -> CIBuiltinFilter<AreaMinimum> {
    CIBuiltinFilter()
  }
  /// The pixel of the least alpha in a part of a picture.
  public class func areaMinimumAlpha() -> CIBuiltinFilter<AreaMinimumAlpha> {
    CIBuiltinFilter()
  }
  /// The mean colours of the columns of a part of a picture.
  public class func columnAverage() -> CIBuiltinFilter<ColumnAverage> {
    CIBuiltinFilter()
  }
  /// Draws a histogram.
  public class func histogramDisplay() -> CIBuiltinFilter<HistogramDisplayFilter> {
    CIBuiltinFilter()
  }
  /// The mean colours of the rows of a part of a picture.
  public class func rowAverage() -> CIBuiltinFilter<RowAverage> {
    CIBuiltinFilter()
  }
}
