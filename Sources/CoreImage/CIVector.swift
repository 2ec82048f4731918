/// Numbers for a filter: a point, a size, or any list.
public final class CIVector: NSObject, NSCopying, Sendable {
  let numbers: [Double]

  init(_ numbers: [Double]) {
    self.numbers = numbers
    super.init()
  }

  /// Creates a vector from numbers in memory.
  public convenience init(values: UnsafePointer<CGFloat>, count: Int) {
    self.init((0..<max(0, count)).map { unsafe Double(values[$0]) })
  }
  /// Creates a vector of one number.
  public convenience init(x: CGFloat) { self.init([Double(x)]) }
  /// Creates a vector of two numbers.
  public convenience init(x: CGFloat, y: CGFloat) { self.init([Double(x), Double(y)]) }
  /// Creates a vector of three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) {
    self.init([Double(x), Double(y), Double(z)])
  }
  /// Creates a vector of four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) {
    self.init([Double(x), Double(y), Double(z), Double(w)])
  }
  /// Creates a vector from a point.
  public convenience init(cgPoint p: CGPoint) { self.init(x: p.x, y: p.y) }
  /// Creates a vector of four numbers: origin and size.
  public convenience init(cgRect r: CGRect) {
    self.init(x: r.origin.x, y: r.origin.y, z: r.size.width, w: r.size.height)
  }
  /// Creates a vector of six numbers.
  public convenience init(cgAffineTransform t: CGAffineTransform) {
    self.init([t.a, t.b, t.c, t.d, t.tx, t.ty].map { Double($0) })
  }
  /// Creates a vector from a text such as `[1 2 3]`.
  public convenience init(string representation: String) {
    let parts = representation.split { "[], \t\n".contains($0) }
    // A part that is no number counts as 0, as in Apple's initializer.
    self.init(parts.map { Double($0) ?? 0 })
  }

  /// A number; 0 beyond the last one.
  public func value(at index: Int) -> CGFloat {
    numbers.indices.contains(index) ? CGFloat(numbers[index]) : 0
  }
  /// The count of numbers.
  public var count: Int { numbers.count }
  /// The first number.
  public var x: CGFloat { value(at: 0) }
  /// The second number.
  public var y: CGFloat { value(at: 1) }
  /// The third number.
  public var z: CGFloat { value(at: 2) }
  /// The fourth number.
  public var w: CGFloat { value(at: 3) }
  /// The first two numbers as a point.
  public var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
  /// The first four numbers as a rectangle.
  public var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }
  /// The first six numbers as a transform.
  public var cgAffineTransformValue: CGAffineTransform {
    CGAffineTransform(a: x, b: y, c: z, d: w, tx: value(at: 4), ty: value(at: 5))
  }
  /// The numbers as a text.
  public var stringRepresentation: String {
    "[" + numbers.map { "\($0)" }.joined(separator: " ") + "]"
  }
  /// The numbers as a text.
  public override var description: String { stringRepresentation }

  /// Whether all numbers are equal.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CIVector)?.numbers == numbers
  }
  /// Hashes the numbers.
  public override var hash: Int { numbers.hashValue }
  /// The vector itself, because vectors do not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
