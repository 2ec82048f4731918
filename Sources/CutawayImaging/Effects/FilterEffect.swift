import CutawayKeyframes

/// A filter as an effect on the frames of a film.
///
/// Its picture is the frame, and the result has the place of the frame. Settings are numbers in the terms of a composition:
/// places, offsets, rectangles and transforms are in pixels from the top left corner, with y pointing down; angles
/// are in degrees, clockwise on screen; colours have red, green, blue and alpha from 0 to 255. A centre is by default
/// the middle of the frame, a corner that of the frame, and a rectangle the frame.
public struct FilterEffect: Sendable {
  let type: any PictureFilter.Type
  /// The settings.
  public let settings: [Setting]

  /// The name, that of the Swift function: `cmykHalftone` for Core Image's `CICMYKHalftone`.
  public var name: String { Self.swiftName(type.name) }
  /// What it does, in a sentence.
  public var summary: String { type.summary }
  /// Whether opaque frames may become transparent.
  public var changesAlpha: Bool { type.changesAlpha }

  /// A setting of an effect.
  public struct Setting: Sendable {
    /// The name, that of the Swift property: `ev` for Core Image's `inputEV`.
    public let name: String
    /// The name in the filter.
    let key: String
    /// The type.
    public let kind: FilterInputKind
    /// The useful range of a number, in degrees for angles.
    public let range: ClosedRange<Double>?
    /// The default; `nil` if it is ``part``, and without a default.
    public let value: [Double]?
    /// The part of the frame that is the default.
    public let part: FramePart?
    /// The number of its numbers.
    public let counts: ClosedRange<Int>
  }

  /// A part of the frame.
  public enum FramePart: Sendable, Hashable {
    /// A place, in units of the frame's size.
    case place(SIMD2<Double>)
    /// The width and the height.
    case size
    /// The whole frame.
    case all
  }

  /// The filters with one picture, all of whose other settings are numbers, in alphabetical order.
  public static let all: [FilterEffect] = FilterList.all.compactMap { FilterEffect($0) }
    .sorted { $0.name < $1.name }

  private static let byName: [String: FilterEffect] = Dictionary(
    all.map { ($0.name, $0) }
  ) { first, _ in first }

  /// The effect with a name.
  public static func named(_ name: String) -> FilterEffect? { byName[name] }

  private init?(_ type: any PictureFilter.Type) {
    let inputs = type.inputDescriptions
    guard inputs.filter({ $0.kind == .picture }).map(\.name) == ["image"],
      !type.categories.contains(.reduction)
    else { return nil }
    var settings: [Setting] = []
    for input in inputs where input.kind != .picture {
      guard let setting = Setting(input) else { return nil }
      settings.append(setting)
    }
    (self.type, self.settings) = (type, settings)
  }

  /// A name without upper-case letters at its start: `ev` for `EV`, `rVector` for `RVector`.
  fileprivate static func swiftName(_ key: String) -> String {
    let run = key.prefix(while: \.isUppercase)
    let isWord = run.count == key.count || run.count < 2
    let head = isWord ? run : run.dropLast()
    return head.lowercased() + key[head.endIndex...]
  }

  /// The setting with a name.
  public func setting(named name: String) -> Setting? { settings.first { $0.name == name } }
}

extension FilterEffect.Setting {
  fileprivate init?(_ input: FilterInputDescription) {
    let degrees = [.angle, .hue].contains(input.kind) ? 180 / Double.pi : 1
    var counts = 1...1
    var value: [Double]?
    var part: FilterEffect.FramePart?
    switch input.value {
    case .number(let number): value = [number * degrees]
    case .flag(let flag): value = [flag ? 1 : 0]
    case .point(let point):
      counts = 2...2
      switch input.kind {
      case .position:
        // A place without a meaning in every frame would be at another height in each.
        guard let place = Self.places[input.name] else { return nil }
        part = .place(place)
      case .size: part = .size
      default: value = [point.x, input.kind == .offset ? -point.y : point.y]
      }
    case .vector(let numbers):
      value = numbers
      counts = numbers.isEmpty ? 1...1_024 : numbers.count...numbers.count
    case .color(let color):
      counts = 4...4
      value = color.bytes
    case .transform(let matrix):
      counts = 6...6
      value = [matrix.a, -matrix.b, -matrix.c, matrix.d, matrix.tx, -matrix.ty]
    case .rectangle, nil:
      guard input.kind == .rectangle else { return nil }
      counts = 4...4
      part = .all
    case .picture, .data, .text, .coding: return nil
    }
    let range = input.range.map { $0.lowerBound * degrees...$0.upperBound * degrees }
    self.init(
      name: FilterEffect.swiftName(input.name), key: input.name, kind: input.kind, range: range,
      value: value, part: part, counts: counts)
  }

  /// The defaults of places, in units of the frame's size.
  private static let places: [String: SIMD2<Double>] = [
    "center": SIMD2(0.5, 0.5), "topLeft": SIMD2(0, 0), "topRight": SIMD2(1, 0),
    "bottomLeft": SIMD2(0, 1), "bottomRight": SIMD2(1, 1), "point": SIMD2(0.5, 0.5),
    "point0": SIMD2(0.3, 0.5), "point1": SIMD2(0.7, 0.5),
  ]

  /// Whether the value can change over time.
  public var canBeAnimated: Bool {
    switch kind {
    case .scalar, .distance, .angle, .hue, .time, .count, .position, .offset, .size, .pair, .color:
      true
    default: false
    }
  }
}

extension PictureColor {
  /// Red, green, blue and alpha from 0 to 255.
  fileprivate var bytes: [Double] { [red, green, blue, alpha].map { $0 * 255 } }

  fileprivate init(bytes: [Double]) {
    self.init(bytes[0] / 255, bytes[1] / 255, bytes[2] / 255, bytes[3] / 255)
  }
}

/// How the coordinates of an effect lie in a frame.
struct FrameGeometry: Sendable, Hashable {
  /// The size of the frame.
  var width: Int, height: Int
  /// The pixels of the frame for a pixel of the settings.
  var scale: Double

  /// A part of the frame, in pixels.
  func value(of part: FilterEffect.FramePart) -> FilterValue {
    let size = SIMD2(Double(width), Double(height))
    switch part {
    case .place(let place): return .point(size * SIMD2(place.x, 1 - place.y))
    case .size: return .point(size)
    case .all: return .rectangle(Rectangle(x: 0, y: 0, width: size.x, height: size.y))
    }
  }
  /// The frame.
  var region: Region { Region(width: width, height: height) }

  /// The value of a setting; its kind determines the meaning of the numbers.
  ///
  /// - Parameters:
  ///   - numbers: As many as the kind needs.
  ///   - kind: The kind.
  /// - Returns: The value; `nil` for kinds without numbers.
  func value(_ numbers: [Double], _ kind: FilterInputKind) -> FilterValue? {
    let height = Double(height)
    func number(_ index: Int) -> Double { numbers[index] }
    switch kind {
    case .scalar, .time: return .number(number(0))
    case .count: return .number(number(0).rounded())
    case .distance: return .number(number(0) * scale)
    case .angle: return .number(-number(0) * .pi / 180)
    case .hue: return .number(number(0) * .pi / 180)
    case .flag: return .flag(number(0) != 0)
    case .position: return .point(SIMD2(number(0) * scale, height - number(1) * scale))
    case .offset: return .point(SIMD2(number(0), -number(1)) * scale)
    case .size: return .point(SIMD2(number(0), number(1)) * scale)
    case .pair: return .point(SIMD2(number(0), number(1)))
    case .vector: return .vector(numbers)
    case .rectangle:
      return .rectangle(
        Rectangle(
          x: number(0) * scale, y: height - (number(1) + number(3)) * scale,
          width: number(2) * scale, height: number(3) * scale))
    case .color: return .color(PictureColor(bytes: numbers))
    case .transform:
      // The y axis of the frame points down, that of pictures up.
      let down = TransformMatrix(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: number(4) * scale,
        ty: number(5) * scale)
      let flip = TransformMatrix(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
      return .transform(flip.concatenating(down).concatenating(flip))
    case .picture, .data, .text, .coding: return nil
    }
  }
}
