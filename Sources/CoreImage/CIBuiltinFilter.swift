public import CutawayImaging
public import CutawayKeyframes

/// A built-in filter whose settings are properties: `CIFilter.sepiaTone().intensity = 0.8`.
///
/// The properties are those of `Filter` in Apple's types: `Float` for numbers, `CGPoint` for places, `CGRect` for
/// rectangles, `CIColor`, `CIImage`, `CIVector` and `Data`.
@dynamicMemberLookup
public final class CIBuiltinFilter<Filter: PictureFilter>: CIFilter {
  override init() { super.init(Filter()) }

  private var settings: Filter {
    get { filter as? Filter ?? Filter() }
    set { filter = newValue }
  }

  /// The image.
  public var inputImage: CIImage? {
    get { value(forKey: kCIInputImageKey) as? CIImage }
    set { setValue(newValue, forKey: kCIInputImageKey) }
  }

  /// A number.
  public subscript(dynamicMember path: WritableKeyPath<Filter, Double>) -> Float {
    get { Float(settings[keyPath: path]) }
    // Numbers that are not finite change nothing, as by key.
    set { if newValue.isFinite { settings[keyPath: path] = Double(newValue) } }
  }
  /// A switch.
  public subscript(dynamicMember path: WritableKeyPath<Filter, Bool>) -> Bool {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }
  /// A place, or an offset.
  public subscript(dynamicMember path: WritableKeyPath<Filter, SIMD2<Double>>) -> CGPoint {
    get { CGPoint(x: settings[keyPath: path].x, y: settings[keyPath: path].y) }
    set { settings[keyPath: path] = SIMD2(Double(newValue.x), Double(newValue.y)) }
  }
  /// A pair of numbers, such as a white point.
  @_disfavoredOverload
  public subscript(dynamicMember path: WritableKeyPath<Filter, SIMD2<Double>>) -> CIVector {
    get { CIVector([settings[keyPath: path].x, settings[keyPath: path].y]) }
    set { settings[keyPath: path] = SIMD2(Double(newValue.x), Double(newValue.y)) }
  }
  /// Numbers.
  public subscript(dynamicMember path: WritableKeyPath<Filter, [Double]>) -> CIVector {
    get { CIVector(settings[keyPath: path]) }
    set { settings[keyPath: path] = newValue.numbers }
  }
  /// A rectangle.
  public subscript(dynamicMember path: WritableKeyPath<Filter, Rectangle?>) -> CGRect {
    get {
      settings[keyPath: path].map { CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        ?? .zero
    }
    set { settings[keyPath: path] = Rectangle(newValue) }
  }
  /// A colour.
  public subscript(dynamicMember path: WritableKeyPath<Filter, PictureColor>) -> CIColor {
    get { CIColor(settings[keyPath: path]) }
    set { settings[keyPath: path] = newValue.color }
  }
  /// An image.
  public subscript(dynamicMember path: WritableKeyPath<Filter, Picture?>) -> CIImage? {
    get { settings[keyPath: path].map { CIImage($0) } }
    set { settings[keyPath: path] = newValue?.picture }
  }
  /// A transform.
  public subscript(
    dynamicMember path: WritableKeyPath<Filter, TransformMatrix>
  ) -> CGAffineTransform {
    get {
      FilterValue.transform(settings[keyPath: path]).appleValue as? CGAffineTransform ?? .identity
    }
    set { settings[keyPath: path] = TransformMatrix(newValue) }
  }
  /// Bytes.
  public subscript(dynamicMember path: WritableKeyPath<Filter, [UInt8]>) -> Data {
    get { Data(settings[keyPath: path]) }
    set { settings[keyPath: path] = [UInt8](newValue) }
  }
  /// A text.
  public subscript(dynamicMember path: WritableKeyPath<Filter, String>) -> String {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }
  /// The meaning of numbers.
  public subscript(dynamicMember path: WritableKeyPath<Filter, ColorCoding?>) -> CGColorSpace? {
    get { settings[keyPath: path].map { CGColorSpace($0) } }
    set { settings[keyPath: path] = newValue.flatMap { ColorCoding($0) } }
  }

  /// A copy with the same settings.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CIBuiltinFilter<Filter>()
    copy.filter = filter
    return copy
  }
}
