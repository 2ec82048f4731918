import CutawayDrawing
import CutawayOverlays
import CutawayTypesetting
import QuartzCore

/// A text with attributes.
public typealias CFAttributedString = NSAttributedString

/// A part of a text, in units of UTF-16.
public struct CFRange: Hashable, Sendable {
  /// The first unit, and the number of units.
  public var location: CFIndex, length: CFIndex
  /// Creates a part.
  public init(location: CFIndex, length: CFIndex) {
    (self.location, self.length) = (location, length)
  }
}

/// Creates a part of a text; a length of 0 is everything from the location on.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
  CFRange(location: loc, length: len)
}

/// A text in one line.
public final class CTLine: NSObject {
  let string: NSAttributedString
  /// The part of the text that the line was made of.
  let range: CFRange
  private let paragraphs: Paragraphs
  private let text: LayerText
  let metrics: TextLine

  init(_ string: NSAttributedString, range: CFRange? = nil) {
    self.string = string
    self.range = range ?? CFRange(location: 0, length: string.length)
    text = LayerText(coreText: string)
    paragraphs = text.paragraphs(width: nil, height: nil)
    metrics = Typesetter.system.lines(of: paragraphs).first ?? .empty
  }

  /// The distance of a unit of the text from the start of the line.
  func offset(of index: CFIndex) -> CGFloat {
    let place = min(max(0, index - range.location), string.length)
    let bytes = String(string.string.utf16.prefix(place))?.utf8.count ?? 0
    return CGFloat(Typesetter.system.distance(ofByte: bytes, in: paragraphs))
  }

  func draw(in context: CGContext) {
    context.saveGState()
    let place = context.textPosition
    context.translateBy(x: place.x, y: place.y)
    var matrix = context.textMatrix
    (matrix.tx, matrix.ty) = (0, 0)
    context.concatenate(matrix)
    let ascent = CGFloat(metrics.baseline)
    context.drawDown(from: CGRect(x: 0, y: ascent, width: 0, height: 0), isFlipped: false) {
      text.draw(width: nil, height: nil, on: $0)
    }
    context.restoreGState()
    context.textPosition.x += CGFloat(metrics.width)
  }
}

/// Creates a line of a text, without wrapping.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
  CTLine(attrString)
}

/// Draws a line whose baseline begins at the text position, which moves to its end.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) { line.draw(in: context) }

/// The length of a line, and how far its font extends above and below the baseline; there is no leading.
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?, _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  if let ascent = unsafe ascent { unsafe ascent.pointee = CGFloat(line.metrics.ascent) }
  if let descent = unsafe descent { unsafe descent.pointee = CGFloat(line.metrics.descent) }
  if let leading = unsafe leading { unsafe leading.pointee = 0 }
  return line.metrics.width
}

/// What the bounds of a line contain.
public struct CTLineBoundsOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The letters themselves.
  public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 8)
}

/// The area of a line around the start of its baseline, y upwards: that of the font, or that of the letters.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
  let metrics = line.metrics
  if options.contains(.useGlyphPathBounds) {
    return CGRect(
      x: metrics.ink.x, y: metrics.baseline - metrics.ink.y - metrics.ink.height,
      width: metrics.ink.width, height: metrics.ink.height)
  }
  return CGRect(
    x: 0, y: -metrics.descent, width: metrics.width, height: metrics.ascent + metrics.descent)
}

/// The area of the letters, at the text position of a context.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
  let place = context?.textPosition ?? .zero
  return CTLineGetBoundsWithOptions(line, .useGlyphPathBounds).offsetBy(dx: place.x, dy: place.y)
}

/// The part of the text that a line was made of.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange { line.range }

/// The distance of a unit of the text from the start of the line; there is no second one.
@discardableResult
public func CTLineGetOffsetForStringIndex(
  _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
  let offset = line.offset(of: charIndex)
  if let second = unsafe secondaryOffset { unsafe second.pointee = offset }
  return offset
}

extension LayerText {
  /// A text in Core Text's default font.
  init(coreText string: NSAttributedString) {
    self.init(
      string, font: LayerFont(families: ["Helvetica", "sans-serif"], size: 12), color: .black)
  }
}
