// Written by scripts/make-filter-names.
public import CutawayImaging

extension CIFilter {
  /// Unfolds a picture into one of another height.
  public class func accordionFoldTransition() -> CIBuiltinFilter<AccordionFoldTransition> {
    CIBuiltinFilter()
  }
  /// Swipes bars of a picture away to show another one.
  public class func barsSwipeTransition() -> CIBuiltinFilter<BarsSwipeTransition> {
    CIBuiltinFilter()
  }
  /// Moves the light of a copying machine over a picture to show another one.
  public class func copyMachineTransition() -> CIBuiltinFilter<CopyMachineTransition> {
    CIBuiltinFilter()
  }
  /// Disintegrates a picture by the brightness of a mask to show another one.
  public class func disintegrateWithMaskTransition() -> CIBuiltinFilter<
    DisintegrateWithMaskTransition
  > {
    CIBuiltinFilter()
  }
  /// Mixes a picture into another one.
  public class func dissolveTransition() -> CIBuiltinFilter<DissolveTransition> {
    CIBuiltinFilter()
  }
  /// Shows another picture by a flash of light.
  public class func flashTransition() -> CIBuiltinFilter<FlashTransition> {
    CIBuiltinFilter()
  }
  /// Shows another picture through growing holes.
  public class func modTransition() -> CIBuiltinFilter<ModTransition> {
    CIBuiltinFilter()
  }
  /// Curls a page to show another picture below it.
  public class func pageCurlTransition() -> CIBuiltinFilter<PageCurlTransition> {
    CIBuiltinFilter()
  }
  /// Shows another picture behind a circular wave.
  public class func rippleTransition() -> CIBuiltinFilter<RippleTransition> {
    CIBuiltinFilter()
  }
  /// Swipes another picture over a picture.
  public class func swipeTransition() -> CIBuiltinFilter<SwipeTransition> {
    CIBuiltinFilter()
  }
}
