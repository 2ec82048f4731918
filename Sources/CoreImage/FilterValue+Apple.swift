import CutawayImaging
import CutawayKeyframes

extension FilterValue {
  /// A value of Apple's types; `nil` if there is none like it.
  init?(_ value: Any) {
    switch value {
    case let image as CIImage: self = .picture(image.picture)
    case let color as CIColor: self = .color(color.color)
    case let vector as CIVector: self = .vector(vector.numbers)
    // Swift's numbers and truth values are NSNumbers, too, but for CGFloat.
    case let number as CGFloat: self = .number(Double(number))
    case let number as NSNumber: self = .number(number.doubleValue)
    case let number as any BinaryInteger: self = .number(Double(number))
    case let point as CGPoint: self = .point(SIMD2(Double(point.x), Double(point.y)))
    case let rect as CGRect: self = .rectangle(Rectangle(rect))
    case let transform as CGAffineTransform: self = .transform(TransformMatrix(transform))
    case let data as Data: self = .data([UInt8](data))
    case let text as String: self = .text(text)
    case let space as CGColorSpace:
      guard let coding = ColorCoding(space) else { return nil }
      self = .coding(coding)
    case let value as NSValue:
      // On Apple's systems transforms are given in this form.
      guard let transform = (value as? BoxedValue<CGAffineTransform>)?.content else { return nil }
      self = .transform(TransformMatrix(transform))
    default: return nil
    }
  }

  /// The value in Apple's types.
  var appleValue: Any {
    switch self {
    case .number(let number): return NSNumber(value: number)
    case .flag(let flag): return NSNumber(value: flag)
    case .point(let point): return CIVector([point.x, point.y])
    case .vector(let numbers): return CIVector(numbers)
    case .rectangle(let r): return CIVector([r.x, r.y, r.width, r.height])
    case .color(let color): return CIColor(color)
    case .picture(let picture): return CIImage(picture)
    case .transform(let t):
      return CGAffineTransform(
        a: CGFloat(t.a), b: CGFloat(t.b), c: CGFloat(t.c), d: CGFloat(t.d), tx: CGFloat(t.tx),
        ty: CGFloat(t.ty))
    case .data(let bytes): return Data(bytes)
    case .text(let text): return text
    case .coding(let coding): return CGColorSpace(coding)
    }
  }
}

extension Rectangle {
  /// The same rectangle; its `y` is the lower edge.
  init(_ rect: CGRect) {
    let rect = rect.isInfinite ? CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9) : rect
    self.init(
      x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width),
      height: Double(rect.height))
  }
}
