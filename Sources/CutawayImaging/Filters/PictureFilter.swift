public import CutawayKeyframes

/// A filter: settings, and the recipe that follows from them.
///
/// Names are those of Core Image without their prefixes: `sepiaTone` is `CISepiaTone`, and its `intensity` is
/// `inputIntensity`. Coordinates are those of ``Picture``: in pixels, with the y axis upwards.
public protocol PictureFilter: Sendable {
  /// The name.
  static var name: String { get }
  /// What it does, in a sentence.
  static var summary: String { get }
  /// The kinds of filters to which it belongs.
  static var categories: [FilterCategory] { get }
  /// The settings, in the order of the documentation.
  static var inputs: [FilterInput<Self>] { get }
  /// How near it is to the filter of that name in Core Image.
  static var fidelity: FilterFidelity { get }
  /// Whether, as an effect on frames, it gets a frame whose edges are repeated: what looks at surroundings does.
  static var repeatsEdges: Bool { get }
  /// Whether the result for an opaque picture may have transparent pixels inside of the picture.
  static var changesAlpha: Bool { get }
  /// Whether transforms of the result show the nearest pixel, so that the modules of a code have sharp edges.
  static var samplesNearest: Bool { get }

  /// Creates a filter with the defaults, without pictures.
  init()

  /// The result; `nil` without the pictures that it needs.
  var output: Picture? { get }
}

extension PictureFilter {
  /// So do blurs, and what sharpens, stylizes and distorts.
  public static var repeatsEdges: Bool {
    categories.contains { [.blur, .sharpen, .stylize, .distortionEffect].contains($0) }
  }
  /// No.
  public static var samplesNearest: Bool { false }
  /// So do filters that move the picture, and tiles that reach beyond it.
  public static var changesAlpha: Bool {
    categories.contains { [.geometryAdjustment, .tileEffect].contains($0) }
  }
}

/// How near a filter is to that of Core Image.
public enum FilterFidelity: Sendable, Hashable {
  /// The formula is documented, or follows from a standard.
  case same
  /// Apple states no formula, or this one differs: why.
  case differs(String)
}

/// A kind of filters.
public enum FilterCategory: String, Sendable, Hashable, CaseIterable {
  /// The categories of Core Image, without their prefix.
  case colorAdjustment, colorEffect, blur, compositeOperation, distortionEffect, generator,
    geometryAdjustment,
    gradient, halftoneEffect, reduction, sharpen, stylize, tileEffect, transition
}

/// The value of a setting.
public enum FilterValue: Sendable {
  /// A number.
  case number(Double)
  /// A switch.
  case flag(Bool)
  /// A point.
  case point(SIMD2<Double>)
  /// Numbers.
  case vector([Double])
  /// A rectangle, whose `y` is its lower edge.
  case rectangle(Rectangle)
  /// A colour.
  case color(PictureColor)
  /// A picture.
  case picture(Picture)
  /// A transform.
  case transform(TransformMatrix)
  /// Bytes.
  case data([UInt8])
  /// A text.
  case text(String)
  /// The meaning of numbers.
  case coding(ColorCoding)
}

/// A setting of a filter.
public struct FilterInput<Filter>: Sendable {
  /// The name of the property.
  public let name: String
  /// The type.
  public let kind: FilterInputKind
  /// The useful range of a number, and of each component of a point.
  public let range: ClosedRange<Double>?
  /// The value; `nil` if there is none.
  let read: @Sendable (Filter) -> FilterValue?
  /// Changes the value; `false` if it has another type.
  let write: @Sendable (inout Filter, FilterValue?) -> Bool

  private init(
    _ name: String, _ kind: FilterInputKind, _ range: ClosedRange<Double>?,
    _ read: @escaping @Sendable (Filter) -> FilterValue?,
    _ write: @escaping @Sendable (inout Filter, FilterValue?) -> Bool
  ) {
    (self.name, self.kind, self.range, self.read, self.write) = (name, kind, range, read, write)
  }
}

/// The type of a setting.
public enum FilterInputKind: Sendable, Hashable {
  /// Numbers: without a unit, in pixels, in radians, in 0…1 from the begin to the end of a transition, and whole.
  case scalar, distance, angle, time, count
  /// An angle in the circle of colours, in radians.
  case hue
  /// A switch.
  case flag
  /// A place, an offset, a width and a height, and two numbers that are none of these.
  case position, offset, size, pair
  /// Numbers.
  case vector
  /// A rectangle.
  case rectangle
  /// A colour.
  case color
  /// A picture.
  case picture
  /// A transform.
  case transform
  /// Bytes, a text, and the meaning of numbers.
  case data, text, coding
}

extension FilterInput {
  /// A path to a property.
  public typealias Path<Value> = any WritableKeyPath<Filter, Value> & Sendable

  /// A picture.
  public static func picture(_ name: String, _ path: Path<Picture?>) -> Self {
    Self(name, .picture, nil, { $0[keyPath: path].map { .picture($0) } }) { filter, value in
      guard let value else {
        filter[keyPath: path] = nil
        return true
      }
      guard case .picture(let picture) = value else { return false }
      filter[keyPath: path] = picture
      return true
    }
  }

  /// A number.
  public static func number(
    _ name: String, _ path: Path<Double>, _ range: ClosedRange<Double>? = nil,
    _ kind: FilterInputKind = .scalar
  ) -> Self {
    Self(name, kind, range, { .number($0[keyPath: path]) }) { filter, value in
      guard case .number(let number) = value, number.isFinite else { return false }
      filter[keyPath: path] = number
      return true
    }
  }

  /// A switch.
  public static func flag(_ name: String, _ path: Path<Bool>) -> Self {
    Self(name, .flag, nil, { .flag($0[keyPath: path]) }) { filter, value in
      switch value {
      case .flag(let flag): filter[keyPath: path] = flag
      case .number(let number): filter[keyPath: path] = number != 0
      default: return false
      }
      return true
    }
  }

  /// A place, or an offset.
  public static func point(
    _ name: String, _ path: Path<SIMD2<Double>>, _ kind: FilterInputKind = .position
  ) -> Self {
    Self(name, kind, nil, { .point($0[keyPath: path]) }) { filter, value in
      switch value {
      case .point(let point): filter[keyPath: path] = point
      case .vector(let numbers) where numbers.count == 2:
        filter[keyPath: path] = SIMD2(numbers[0], numbers[1])
      default: return false
      }
      return true
    }
  }

  /// Numbers.
  public static func vector(_ name: String, _ path: Path<[Double]>) -> Self {
    Self(name, .vector, nil, { .vector($0[keyPath: path]) }) { filter, value in
      switch value {
      case .vector(let numbers): filter[keyPath: path] = numbers
      case .point(let point): filter[keyPath: path] = [point.x, point.y]
      default: return false
      }
      return true
    }
  }

  /// A rectangle.
  public static func rectangle(_ name: String, _ path: Path<Rectangle?>) -> Self {
    Self(name, .rectangle, nil, { $0[keyPath: path].map { .rectangle($0) } }) { filter, value in
      switch value {
      case nil: filter[keyPath: path] = nil
      case .rectangle(let rectangle): filter[keyPath: path] = rectangle
      case .vector(let numbers) where numbers.count == 4:
        filter[keyPath: path] = Rectangle(
          x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      default: return false
      }
      return true
    }
  }

  /// A colour.
  public static func color(_ name: String, _ path: Path<PictureColor>) -> Self {
    Self(name, .color, nil, { .color($0[keyPath: path]) }) { filter, value in
      guard case .color(let color) = value else { return false }
      filter[keyPath: path] = color
      return true
    }
  }

  /// A transform.
  public static func transform(_ name: String, _ path: Path<TransformMatrix>) -> Self {
    Self(name, .transform, nil, { .transform($0[keyPath: path]) }) { filter, value in
      guard case .transform(let transform) = value else { return false }
      filter[keyPath: path] = transform
      return true
    }
  }

  /// Bytes.
  public static func data(_ name: String, _ path: Path<[UInt8]>) -> Self {
    Self(name, .data, nil, { .data($0[keyPath: path]) }) { filter, value in
      guard case .data(let data) = value else { return false }
      filter[keyPath: path] = data
      return true
    }
  }

  /// A text.
  public static func text(_ name: String, _ path: Path<String>) -> Self {
    Self(name, .text, nil, { .text($0[keyPath: path]) }) { filter, value in
      guard case .text(let text) = value else { return false }
      filter[keyPath: path] = text
      return true
    }
  }

  /// The meaning of numbers; `nil` is that of the working space.
  public static func coding(_ name: String, _ path: Path<ColorCoding?>) -> Self {
    Self(name, .coding, nil, { $0[keyPath: path].map { .coding($0) } }) { filter, value in
      switch value {
      case nil: filter[keyPath: path] = nil
      case .coding(let coding): filter[keyPath: path] = coding
      default: return false
      }
      return true
    }
  }
}

/// A setting, without the type of its filter.
public struct FilterInputDescription: Sendable {
  /// The name of the property.
  public let name: String
  /// The type.
  public let kind: FilterInputKind
  /// The useful range.
  public let range: ClosedRange<Double>?
  /// The default.
  public let value: FilterValue?
}

/// What became of a value for a setting.
public enum FilterChange: Sendable, Hashable {
  /// It was set.
  case done
  /// The filter has no such setting.
  case unknownName
  /// The setting has another type.
  case wrongType
}

extension PictureFilter {
  /// The settings and their defaults.
  public static var inputDescriptions: [FilterInputDescription] {
    let defaults = Self()
    return inputs.map { input in
      FilterInputDescription(
        name: input.name, kind: input.kind, range: input.range, value: input.read(defaults))
    }
  }

  /// Changes a setting; `nil` removes a picture.
  public mutating func set(_ value: FilterValue?, for name: String) -> FilterChange {
    guard let input = Self.inputs.first(where: { $0.name == name }) else { return .unknownName }
    return input.write(&self, value) ? .done : .wrongType
  }

  /// The value of a setting.
  public func value(for name: String) -> FilterValue? {
    Self.inputs.first { $0.name == name }?.read(self)
  }
}
