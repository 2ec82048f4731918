import CutawayImaging
import CutawayKeyframes

/// A filter: settings by key, and an image that follows from them.
///
/// Programs may have subclasses of their own, which override ``outputImage``.
open class CIFilter: NSObject, NSCopying {
  /// The settings of a built-in filter.
  var filter: (any PictureFilter)?
  /// The name, such as `CISepiaTone`.
  open var name: String

  /// Creates a filter for a subclass.
  public override init() {
    name = ""
    super.init()
    name = "\(type(of: self))"
  }

  init(_ filter: any PictureFilter) {
    self.filter = filter
    name = CIFilter.appleName(of: type(of: filter).name)
    super.init()
  }

  /// Creates a built-in filter with its defaults.
  ///
  /// - Returns: The filter; `nil` if there is none of that name, with a warning once.
  public convenience init?(name: String) {
    guard name.hasPrefix("CI"), let filter = FilterList.filter(named: CIFilter.ownName(of: name))
    else {
      Log.warnOnce("there is no filter \(name)")
      return nil
    }
    self.init(filter.init())
  }

  /// Creates a built-in filter with some settings.
  ///
  /// - Returns: The filter; `nil` if there is none of that name, with a warning once.
  public convenience init?(name: String, parameters params: [String: Any]?) {
    self.init(name: name)
    for (key, value) in params ?? [:] { setValue(value, forKey: key) }
  }
  /// Creates a built-in filter with some settings.
  ///
  /// - Returns: The filter; `nil` if there is none of that name, with a warning once.
  public convenience init?(name: String, withInputParameters params: [String: Any]?) {
    self.init(name: name, parameters: params)
  }

  /// The result; `nil` without the images that the filter needs.
  open var outputImage: CIImage? {
    guard let filter, let picture = filter.output else { return nil }
    return CIImage(picture, isSmooth: !type(of: filter).samplesNearest)
  }

  /// Sets all defaults; images, which have none, stay.
  open func setDefaults() {
    guard let filter else { return }
    var defaults = type(of: filter).init()
    for input in type(of: filter).inputDescriptions {
      if case .picture(let picture)? = filter.value(for: input.name) {
        // An image of the same filter is of the right type.
        _ = defaults.set(.picture(picture), for: input.name)
      }
    }
    self.filter = defaults
  }

  /// The keys of the settings.
  open var inputKeys: [String] {
    filter.map { type(of: $0).inputDescriptions.map { CIFilter.key(of: $0.name) } } ?? []
  }
  /// The keys of the results.
  open var outputKeys: [String] { [kCIOutputImageKey] }

  /// Changes a setting.
  ///
  /// A key that the filter lacks, and a value of another type, change nothing; a warning says so once.
  open func setValue(_ value: Any?, forKey key: String) {
    guard filter != nil else {
      return Log.warnOnce("\(name): override setValue(_:forKey:) for settings by key")
    }
    let known = value.flatMap { FilterValue($0) }
    // The value `nil` removes an image, and is no value for others. A value of another type does not remove it.
    let input = CIFilter.input(of: key)
    let change =
      value != nil && known == nil && inputKeys.contains(key)
      ? .wrongType : filter?.set(known, for: input)
    switch change {
    case .unknownName: Log.warnOnce("\(name) has no \(key)")
    case .wrongType:
      let kind = value.map { "\(type(of: $0))" } ?? "nil"
      let isFinite = (value as? NSNumber)?.doubleValue.isFinite ?? true
      Log.warnOnce("\(name): \(key) cannot be \(isFinite ? kind : "a number that is not finite")")
    case .done, nil: break
    }
  }

  /// The value of a setting, or the result.
  open func value(forKey key: String) -> Any? {
    if key == kCIOutputImageKey { return outputImage }
    return filter?.value(for: CIFilter.input(of: key))?.appleValue
  }

  /// Changes several settings.
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value, forKey: key) }
  }

  /// What is known about the filter and its settings, by the keys of Core Image.
  open var attributes: [String: Any] { knownAttributes }

  /// A copy with the same settings.
  open func copy(with zone: NSZone? = nil) -> Any {
    guard let filter else { return self }
    return CIFilter(filter)
  }

  // MARK: Names

  /// The key of a setting: `inputRadius` for `radius`.
  static func key(of input: String) -> String {
    "input" + input.prefix(1).uppercased() + input.dropFirst()
  }

  /// The setting of a key: `radius` for `inputRadius`.
  ///
  /// A program may omit the prefix.
  static func input(of key: String) -> String {
    guard key.hasPrefix("input"), key.count > 5 else { return key }
    let name = key.dropFirst(5)
    // Abbreviations such as `inputEV` keep their letters.
    let second = name.dropFirst().first
    return second?.isUppercase == true || second == nil
      ? String(name) : name.prefix(1).lowercased() + name.dropFirst()
  }

  /// Core Image's name: `CISepiaTone` for `sepiaTone`.
  static func appleName(of name: String) -> String {
    "CI" + name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func ownName(of name: String) -> String {
    let own = name.dropFirst(2)
    if FilterList.filter(named: String(own)) != nil { return String(own) }
    return own.prefix(1).lowercased() + own.dropFirst()
  }
}
