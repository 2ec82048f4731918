/// The filters by name.
public enum FilterList {
  /// All filters, by category.
  public static let all: [any PictureFilter.Type] =
    colorFilters + blurFilters + compositeFilters + geometryFilters + generatorFilters
    + distortionFilters + stylizeFilters + halftoneFilters + tileFilters
    + transitionFilters + reductionFilters

  private static let byName: [String: any PictureFilter.Type] = Dictionary(
    all.map { ($0.name, $0) }
  ) { first, _ in first }

  /// The filter with a name.
  public static func filter(named name: String) -> (any PictureFilter.Type)? { byName[name] }
}
