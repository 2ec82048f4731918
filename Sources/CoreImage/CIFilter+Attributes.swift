import CutawayImaging

/// The key of a filter's name.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The key of a filter's name for people.
public let kCIAttributeFilterDisplayName = "CIAttributeFilterDisplayName"
/// The key of a filter's categories.
public let kCIAttributeFilterCategories = "CIAttributeFilterCategories"
/// The key of a filter's description.
public let kCIAttributeDescription = "CIAttributeDescription"
/// The key of the class of a setting.
public let kCIAttributeClass = "CIAttributeClass"
/// The key of the type of a setting.
public let kCIAttributeType = "CIAttributeType"
/// The key of the smallest useful value.
public let kCIAttributeSliderMin = "CIAttributeSliderMin"
/// The key of the largest useful value.
public let kCIAttributeSliderMax = "CIAttributeSliderMax"
/// The key of the default.
public let kCIAttributeDefault = "CIAttributeDefault"
/// The key of the value that changes nothing.
public let kCIAttributeIdentity = "CIAttributeIdentity"
/// The key of the name of a setting for people.
public let kCIAttributeDisplayName = "CIAttributeDisplayName"
/// The type of a time.
public let kCIAttributeTypeTime = "CIAttributeTypeTime"
/// The type of a number.
public let kCIAttributeTypeScalar = "CIAttributeTypeScalar"
/// The type of a distance.
public let kCIAttributeTypeDistance = "CIAttributeTypeDistance"
/// The type of an angle.
public let kCIAttributeTypeAngle = "CIAttributeTypeAngle"
/// The type of a switch.
public let kCIAttributeTypeBoolean = "CIAttributeTypeBoolean"
/// The type of a whole number.
public let kCIAttributeTypeInteger = "CIAttributeTypeInteger"
/// The type of a count.
public let kCIAttributeTypeCount = "CIAttributeTypeCount"
/// The type of a place.
public let kCIAttributeTypePosition = "CIAttributeTypePosition"
/// The type of an offset.
public let kCIAttributeTypeOffset = "CIAttributeTypeOffset"
/// The type of a rectangle.
public let kCIAttributeTypeRectangle = "CIAttributeTypeRectangle"
/// The type of a colour.
public let kCIAttributeTypeOpaqueColor = "CIAttributeTypeOpaqueColor"
/// The type of a colour.
public let kCIAttributeTypeColor = "CIAttributeTypeColor"
/// The type of an image.
public let kCIAttributeTypeImage = "CIAttributeTypeImage"
/// The type of a transform.
public let kCIAttributeTypeTransform = "CIAttributeTypeTransform"

/// Blurs.
public let kCICategoryBlur = "CICategoryBlur"
/// Changes of colours.
public let kCICategoryColorAdjustment = "CICategoryColorAdjustment"
/// Effects with colours.
public let kCICategoryColorEffect = "CICategoryColorEffect"
/// Compositions of two images.
public let kCICategoryCompositeOperation = "CICategoryCompositeOperation"
/// Distortions.
public let kCICategoryDistortionEffect = "CICategoryDistortionEffect"
/// Generators.
public let kCICategoryGenerator = "CICategoryGenerator"
/// Changes of geometry.
public let kCICategoryGeometryAdjustment = "CICategoryGeometryAdjustment"
/// Gradients.
public let kCICategoryGradient = "CICategoryGradient"
/// Halftones.
public let kCICategoryHalftoneEffect = "CICategoryHalftoneEffect"
/// Summaries of areas.
public let kCICategoryReduction = "CICategoryReduction"
/// Sharpening.
public let kCICategorySharpen = "CICategorySharpen"
/// Styles.
public let kCICategoryStylize = "CICategoryStylize"
/// Tiles.
public let kCICategoryTileEffect = "CICategoryTileEffect"
/// Transitions.
public let kCICategoryTransition = "CICategoryTransition"
/// All filters of these modules.
public let kCICategoryBuiltIn = "CICategoryBuiltIn"
/// Filters for films; all of them.
public let kCICategoryVideo = "CICategoryVideo"
/// Filters for still images; all of them.
public let kCICategoryStillImage = "CICategoryStillImage"

extension CIFilter {
  /// The attributes of a built-in filter.
  var knownAttributes: [String: Any] {
    guard let filter else { return [kCIAttributeFilterName: name] }
    let type = type(of: filter)
    var result: [String: Any] = [
      kCIAttributeFilterName: name,
      kCIAttributeFilterDisplayName: CIFilter.words(type.name),
      kCIAttributeDescription: type.summary,
      kCIAttributeFilterCategories: type.categories.map(\.appleName) + [kCICategoryBuiltIn],
    ]
    for input in type.inputDescriptions {
      var entry: [String: Any] = [
        kCIAttributeClass: input.kind.className, kCIAttributeType: input.kind.typeName,
        kCIAttributeDisplayName: CIFilter.words(input.name),
      ]
      if let range = input.range {
        entry[kCIAttributeSliderMin] = NSNumber(value: range.lowerBound)
        entry[kCIAttributeSliderMax] = NSNumber(value: range.upperBound)
      }
      if let value = input.value { entry[kCIAttributeDefault] = value.appleValue }
      result[CIFilter.key(of: input.name)] = entry
    }
    return result
  }

  /// The names of the filters of a category; all of them without one.
  public class func filterNames(inCategory category: String?) -> [String] {
    filterNames(inCategories: category.map { [$0] })
  }
  /// The names of the filters that are in all the categories; all of them without any.
  public class func filterNames(inCategories categories: [String]?) -> [String] {
    let all = [kCICategoryBuiltIn, kCICategoryVideo, kCICategoryStillImage]
    return FilterList.all.filter { filter in
      let own = filter.categories.map(\.appleName) + all
      return (categories ?? []).allSatisfy { own.contains($0) }
    }.map { appleName(of: $0.name) }.sorted()
  }
  /// The name of a filter for people.
  public class func localizedName(forFilterName filterName: String) -> String? {
    FilterList.all.first { appleName(of: $0.name) == filterName }.map { words($0.name) }
  }
  /// What a filter does.
  public class func localizedDescription(forFilterName filterName: String) -> String? {
    FilterList.all.first { appleName(of: $0.name) == filterName }?.summary
  }

  /// A name in words: `Sepia Tone` for `sepiaTone`.
  private static func words(_ name: String) -> String {
    var result = ""
    for (index, letter) in name.enumerated() {
      if index > 0, letter.isUppercase { result += " " }
      result += index == 0 ? letter.uppercased() : String(letter)
    }
    return result
  }
}

extension FilterCategory {
  var appleName: String { "CICategory" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension FilterInputKind {
  /// The name of the class of values.
  fileprivate var className: String {
    switch self {
    case .scalar, .distance, .angle, .hue, .time, .count, .flag: "NSNumber"
    case .position, .offset, .size, .pair, .vector, .rectangle: "CIVector"
    case .color: "CIColor"
    case .picture: "CIImage"
    case .transform: "NSAffineTransform"
    case .data: "NSData"
    case .text: "NSString"
    case .coding: "CGColorSpace"
    }
  }

  fileprivate var typeName: String {
    switch self {
    case .scalar: kCIAttributeTypeScalar
    case .distance: kCIAttributeTypeDistance
    case .angle, .hue: kCIAttributeTypeAngle
    case .time: kCIAttributeTypeTime
    case .count: kCIAttributeTypeCount
    case .flag: kCIAttributeTypeBoolean
    case .position: kCIAttributeTypePosition
    case .offset, .size, .pair: kCIAttributeTypeOffset
    case .rectangle: kCIAttributeTypeRectangle
    case .color: kCIAttributeTypeColor
    case .picture: kCIAttributeTypeImage
    case .transform: kCIAttributeTypeTransform
    case .vector, .data, .text, .coding: ""
    }
  }
}
