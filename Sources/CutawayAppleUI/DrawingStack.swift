package import CoreGraphics
import Foundation
import Synchronization

/// The contexts of a thread that `fill()` of a path and its relatives draw into; the last one counts.
package enum DrawingStack {
  /// A context of the stack.
  package struct Entry {
    package let context: CGContext
    /// The pixels of a point, for an image of the context; `nil` if the program owns the context.
    package let scale: CGFloat?
    /// Whether y grows downwards, as UIKit assumes it of all contexts.
    package let isFlipped: Bool

    package init(context: CGContext, scale: CGFloat?, isFlipped: Bool = true) {
      (self.context, self.scale, self.isFlipped) = (context, scale, isFlipped)
    }
  }

  private static let key = "org.cutaway.DrawingStack"
  private static let hasReported = Atomic(false)

  package static var last: Entry? { entries.last }

  package static func push(_ entry: Entry) { entries.append(entry) }

  package static func pop() { entries = entries.dropLast() }

  /// Replaces the last context; `nil` removes it.
  package static func replaceLast(by entry: Entry?) {
    entries = entries.dropLast() + [entry].compactMap(\.self)
  }

  /// Keeps the last context and its state.
  package static func save() {
    last?.context.saveGState()
    saved.append([last].compactMap(\.self))
  }

  /// Returns to the context and the state that were kept last.
  package static func restore() {
    guard let kept = saved.popLast() else { return }
    replaceLast(by: kept.first)
    kept.first?.context.restoreGState()
  }

  /// The contexts that were kept; an empty list stands for none.
  private static var saved: [[Entry]] {
    get { Thread.current.threadDictionary[key + ".saved"] as? [[Entry]] ?? [] }
    set { Thread.current.threadDictionary[key + ".saved"] = newValue }
  }

  /// Draws into the last context; reports once that there is none.
  static func draw(_ body: (CGContext) -> Void) {
    if let context = last?.context { return body(context) }
    if !hasReported.exchange(true, ordering: .relaxed) {
      NSLog("nothing is drawn: there is no current graphics context")
    }
  }

  /// Creates a context for an image, whose origin is at the top left.
  ///
  /// - Parameters:
  ///   - size: The size in points.
  ///   - scale: The pixels of a point.
  /// - Returns: The context; `nil` if the size is empty, or too large.
  package static func makeContext(_ size: CGSize, scale: CGFloat) -> CGContext? {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard width >= 1, height >= 1, width * height <= 0x1000_0000 else { return nil }
    let context = unsafe CGContext(
      data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    context?.translateBy(x: 0, y: height)
    context?.scaleBy(x: scale, y: -scale)
    context?.useUnitsForShadows()
    return context
  }

  private static var entries: [Entry] {
    get { Thread.current.threadDictionary[key] as? [Entry] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }
}

extension InterfaceColor {
  /// Sets the colour of insides and lines in the current context.
  public func set() {
    setFill()
    setStroke()
  }
  /// Sets the colour of insides in the current context.
  public func setFill() { DrawingStack.draw { $0.setFillColor(cgColor) } }
  /// Sets the colour of lines in the current context.
  public func setStroke() { DrawingStack.draw { $0.setStrokeColor(cgColor) } }
}

extension InterfacePath {
  /// Fills the path in the current context.
  public func fill() {
    DrawingStack.draw { context in
      context.beginPath()
      context.addPath(cgPath)
      context.fillPath()
    }
  }
  /// Draws the lines of the path in the current context.
  public func stroke() {
    DrawingStack.draw { context in
      context.saveGState()
      context.setLineWidth(lineWidth)
      context.beginPath()
      context.addPath(cgPath)
      context.strokePath()
      context.restoreGState()
    }
  }
  /// Clips what is drawn from now on in the current context.
  public func addClip() {
    DrawingStack.draw { context in
      context.beginPath()
      context.addPath(cgPath)
      context.clip()
    }
  }
}

extension InterfaceImage {
  /// Draws the image in the current context, turned upright, into a rectangle.
  public func draw(in rect: CGRect) {
    DrawingStack.draw { context in
      context.saveGState()
      defer { context.restoreGState() }
      guard DrawingStack.last?.isFlipped != false else { return context.draw(upright, in: rect) }
      // Core Graphics draws images upside down where y grows downwards.
      context.translateBy(x: rect.minX, y: rect.maxY)
      context.scaleBy(x: 1, y: -1)
      context.draw(upright, in: CGRect(origin: .zero, size: rect.size))
    }
  }
  /// Draws the image in the current context at its own size.
  public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }
}
