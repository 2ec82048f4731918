import CoreGraphics
import CutawayDrawing
import CutawayOverlays
import CutawayTypesetting
import Foundation
import QuartzCore

/// How a text is measured; texts with several lines are always measured as a whole.
public struct NSStringDrawingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The origin is that of the first line.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// The height includes the distances of lines.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  /// The height is that of the letters.
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 8)
  /// The last line has an ellipsis if text is left out.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

/// What a measurement may change; nothing is changed.
public final class NSStringDrawingContext: NSObject {}

/// A text in the current context of a thread, whose y grows downwards.
struct DrawnText {
  private let text: LayerText

  init(_ string: String, _ attributes: [NSAttributedString.Key: Any]?) {
    self.init(NSAttributedString(string: string, attributes: attributes ?? [:]))
  }

  init(_ string: NSAttributedString) {
    text = LayerText(
      string, font: LayerFont(families: ["Helvetica", "sans-serif"], size: 12), color: .black)
  }

  /// The size of the text, with lines as long as they are.
  var size: CGSize { size(width: nil) }

  /// The size of the text in a width.
  func size(width: CGFloat?) -> CGSize {
    // A width without limit is given as a large number.
    let limit = width.flatMap { $0 > 0 && $0 < 100_000 ? Double($0) : nil }
    let size = Typesetter.system.size(of: text.paragraphs(width: limit, height: nil))
    return CGSize(width: size.width, height: size.height)
  }

  func draw(at point: CGPoint) {
    draw(in: CGRect(origin: point, size: size), wrapping: false)
  }

  func draw(in rect: CGRect) { draw(in: rect, wrapping: true) }

  private func draw(in rect: CGRect, wrapping: Bool) {
    let width = wrapping ? Double(rect.width) : nil, height = wrapping ? Double(rect.height) : nil
    DrawingStack.draw { context in
      context.drawDown(from: rect, isFlipped: DrawingStack.last?.isFlipped != false) { canvas in
        text.draw(width: width, height: height, on: canvas)
      }
    }
  }
}

extension NSAttributedString {
  /// The size in points, with lines as long as they are.
  public func size() -> CGSize { DrawnText(self).size }
  /// The area of the text in a size; only its width counts.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext? = nil
  ) -> CGRect { CGRect(origin: .zero, size: DrawnText(self).size(width: size.width)) }
  /// Draws in the current context, with the upper left corner at a point.
  public func draw(at point: CGPoint) { DrawnText(self).draw(at: point) }
  /// Draws in the current context; lines wrap in the width of a rectangle.
  public func draw(in rect: CGRect) { DrawnText(self).draw(in: rect) }
  /// Draws in the current context; lines wrap in the width of a rectangle.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext? = nil
  ) { draw(in: rect) }
}

extension StringProtocol {
  /// The size in points, with lines as long as they are.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    DrawnText(String(self), attrs).size
  }
  /// The area of the text in a size; only its width counts.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext? = nil
  ) -> CGRect {
    CGRect(origin: .zero, size: DrawnText(String(self), attributes).size(width: size.width))
  }
  /// Draws in the current context, with the upper left corner at a point.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    DrawnText(String(self), attrs).draw(at: point)
  }
  /// Draws in the current context; lines wrap in the width of a rectangle.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    DrawnText(String(self), attrs).draw(in: rect)
  }
}

extension NSString {
  /// The size in points, with lines as long as they are.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    DrawnText(description, attrs).size
  }
  /// The area of the text in a size; only its width counts.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext? = nil
  ) -> CGRect {
    CGRect(origin: .zero, size: DrawnText(description, attributes).size(width: size.width))
  }
  /// Draws in the current context, with the upper left corner at a point.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    DrawnText(description, attrs).draw(at: point)
  }
  /// Draws in the current context; lines wrap in the width of a rectangle.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    DrawnText(description, attrs).draw(in: rect)
  }
}
