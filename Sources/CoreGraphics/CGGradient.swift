import CutawayDrawing

/// Colours along a line, or from one circle to another.
public final class CGGradient: Sendable {
  private let stops: [Canvas.Paint.Stop]

  /// Creates a gradient; `nil` without colours.
  ///
  /// - Parameters:
  ///   - space: The space of the colours; they are mixed in sRGB, whatever it is.
  ///   - colors: Values of ``CGColor``.
  ///   - locations: The place of each colour, 0…1; `nil` distributes them evenly.
  public init?(
    colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?
  ) {
    let inks = colors.compactMap { ($0 as? CGColor)?.ink }
    guard !inks.isEmpty, inks.count == colors.count else { return nil }
    stops = inks.indices.map { index in
      let even = inks.count > 1 ? CGFloat(index) / CGFloat(inks.count - 1) : 0
      return Canvas.Paint.Stop(Double(unsafe locations?[index] ?? even), inks[index])
    }
  }

  /// Creates a gradient; `nil` without colours.
  ///
  /// - Parameters:
  ///   - space: The space of the components.
  ///   - components: The components of all colours, each with alpha.
  ///   - locations: The place of each colour, 0…1; `nil` distributes them evenly.
  ///   - count: The number of colours.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    let size = space.numberOfComponents + 1
    let colors = (0..<max(0, count)).compactMap { index in
      unsafe CGColor(colorSpace: space, components: components + index * size)
    }
    unsafe self.init(colorsSpace: space, colors: colors, locations: locations)
  }

  /// The colours, with nothing before and after them unless the options say so.
  func stops(_ options: CGGradientDrawingOptions) -> [Canvas.Paint.Stop] {
    let sorted = stops.enumerated().sorted { a, b in
      (a.element.place, a.offset) < (b.element.place, b.offset)
    }.map(\.element)
    guard let first = sorted.first, let last = sorted.last else { return [] }
    let none = Canvas.Ink(red: 0, green: 0, blue: 0, alpha: 0)
    var all = [Canvas.Paint.Stop(0, first.ink)] + sorted + [Canvas.Paint.Stop(1, last.ink)]
    if !options.contains(.drawsBeforeStartLocation) { all.insert(.init(0, none), at: 0) }
    if !options.contains(.drawsAfterEndLocation) { all.append(.init(1, none)) }
    return all
  }
}

/// Whether a gradient goes on beyond its ends.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates options from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The first colour goes on.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// The last colour goes on.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

extension CGContext {
  /// Fills the clip with colours along a line.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    guard start != end else { return }
    fill(
      .axial(
        from: (Double(start.x), Double(start.y)), to: (Double(end.x), Double(end.y)),
        gradient.stops(options)))
  }

  /// Fills the clip with colours from one circle to another.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
    endRadius: CGFloat, options: CGGradientDrawingOptions
  ) {
    fill(
      .circles(
        from: .init(
          x: Double(startCenter.x), y: Double(startCenter.y), radius: Double(startRadius)),
        to: .init(x: Double(endCenter.x), y: Double(endCenter.y), radius: Double(endRadius)),
        gradient.stops(options)))
  }
}

extension CGColor {
  /// The colour for a canvas.
  var ink: Canvas.Ink {
    let (red, green, blue, alpha) = rgba
    return Canvas.Ink(red: red, green: green, blue: blue, alpha: alpha)
  }
}

extension CGImage {
  /// The image with its luma as alpha, if it is opaque.
  var asMask: CGImage {
    guard !stride(from: 3, to: pixels.count, by: 4).contains(where: { pixels[$0] < 255 }) else {
      return self
    }
    var mask = pixels
    for place in stride(from: 0, to: mask.count, by: 4) {
      // Luma of BT.601, as Core Graphics computes greys.
      let luma =
        Int(mask[place]) * 19_595 + Int(mask[place + 1]) * 38_470 + Int(mask[place + 2]) * 7_471
      mask[place + 3] = UInt8((luma + 0x8000) >> 16)
    }
    return CGImage(width: width, height: height, pixels: mask)
  }
}
