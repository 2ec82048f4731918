import CutawayDrawing
import CutawayOverlays
import CutawayTypesetting

/// Divides a text into lines.
public final class CTFramesetter: NSObject {
  fileprivate let string: NSAttributedString

  fileprivate init(_ string: NSAttributedString) { self.string = string }

  fileprivate func part(_ range: CFRange) -> (NSAttributedString, start: CFIndex) {
    let start = min(max(0, range.location), string.length)
    let rest = string.length - start
    let length = range.length > 0 ? min(range.length, rest) : rest
    return (string.attributedSubstring(from: NSRange(location: start, length: length)), start)
  }
}

/// Lines of a text in a rectangle.
public final class CTFrame: NSObject {
  fileprivate let path: CGPath
  private let text: LayerText
  private let string: NSAttributedString
  private let start: CFIndex
  fileprivate let metrics: [TextLine]

  fileprivate init(_ framesetter: CTFramesetter, _ range: CFRange, _ path: CGPath) {
    (string, start) = framesetter.part(range)
    self.path = path
    text = LayerText(coreText: string)
    let area = path.boundingBox
    metrics = Typesetter.system.lines(
      of: text.paragraphs(width: Double(area.width), height: nil)
    ).prefixWhile(withinHeight: Double(area.height))
  }

  fileprivate func draw(in context: CGContext) {
    let area = path.boundingBox
    context.saveGState()
    // Lines that do not fit are not drawn.
    let height = metrics.last.map { CGFloat($0.baseline + $0.descent) } ?? 0
    context.clip(
      to: CGRect(
        x: area.minX - area.width, y: area.maxY - height, width: 3 * area.width, height: height))
    context.drawDown(from: area, isFlipped: false) {
      text.draw(width: Double(area.width), height: nil, on: $0)
    }
    context.restoreGState()
  }

  fileprivate var lines: [CTLine] {
    let units = Array(string.string.utf8)
    return metrics.map { line in
      func place(_ byte: Int) -> Int {
        String(decoding: units.prefix(byte), as: UTF8.self).utf16.count
      }
      let first = place(line.bytes.lowerBound), last = place(line.bytes.upperBound)
      let part = NSRange(location: first, length: last - first)
      return CTLine(
        string.attributedSubstring(from: part),
        range: CFRange(location: start + first, length: part.length))
    }
  }

  fileprivate var visible: CFRange {
    let last = lines.last?.range
    return CFRange(location: start, length: last.map { $0.location + $0.length - start } ?? 0)
  }
}

extension [TextLine] {
  /// The lines before the first one that exceeds a height.
  fileprivate func prefixWhile(withinHeight height: Double) -> [TextLine] {
    Array(prefix { $0.baseline + $0.descent <= height + 0.5 })
  }
}

/// Creates what divides a text into lines.
public func CTFramesetterCreateWithAttributedString(
  _ attrString: CFAttributedString
) -> CTFramesetter { CTFramesetter(attrString) }

/// The size of a text in a width; a width without limit, or of 0, does not wrap.
///
/// - Parameters:
///   - framesetter: The text.
///   - stringRange: The part of the text; a length of 0 is everything from the location on.
///   - frameAttributes: Not used.
///   - constraints: The width, and a height that limits the number of lines; 0 is no limit.
///   - fitRange: Gets the part that fits.
/// - Returns: The size.
public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?,
  _ constraints: CGSize, _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  // A limit that is not stated is given as 0 or as a large number.
  let width = constraints.width > 0 ? min(constraints.width, 100_000) : 100_000
  let height = constraints.height > 0 ? min(constraints.height, 1_000_000) : 1_000_000
  let path = unsafe CGPath(
    rect: CGRect(x: 0, y: 0, width: width, height: height), transform: nil)
  let frame = CTFrame(framesetter, stringRange, path)
  if let fitRange = unsafe fitRange { unsafe fitRange.pointee = frame.visible }
  let left = frame.metrics.map(\.x).min() ?? 0
  let right = frame.metrics.map { $0.x + $0.width }.max() ?? 0
  return CGSize(
    width: right - left, height: frame.metrics.last.map { $0.baseline + $0.descent } ?? 0)
}

/// Creates lines in the bounds of a path; a length of 0 is everything from the location on.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath,
  _ frameAttributes: CFDictionary?
) -> CTFrame { CTFrame(framesetter, stringRange, path) }

/// Draws lines from the top of their path.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) { frame.draw(in: context) }

/// The lines: values of ``CTLine``.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { frame.lines }

/// The starts of the baselines of lines, from the bottom left corner of the path's bounds.
///
/// - Parameters:
///   - frame: The lines.
///   - range: The numbers of the lines; a length of 0 is all from the location on.
///   - origins: Gets a point for each line.
public func CTFrameGetLineOrigins(
  _ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>
) {
  let height = frame.path.boundingBox.height, rest = frame.metrics.dropFirst(range.location)
  for (index, line) in (range.length > 0 ? rest.prefix(range.length) : rest).enumerated() {
    unsafe origins[index] = CGPoint(x: CGFloat(line.x), y: height - CGFloat(line.baseline))
  }
}

/// The path of lines.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// The part of the text that fits.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange { frame.visible }

// MARK: Fonts

/// How far a font extends above the baseline.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { CGFloat(font.line.ascent) }
/// How far a font extends below the baseline.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { CGFloat(font.line.descent) }
/// The space between lines of a font besides ascent and descent: 0, for these contain it.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { 0 }

extension CTFont {
  fileprivate var line: TextLine {
    CTLine(
      NSAttributedString(
        string: "x",
        attributes: [NSAttributedString.Key(rawValue: kCTFontAttributeName): self])
    ).metrics
  }
}
