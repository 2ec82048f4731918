import CutawayDrawing
import CutawayOverlays
import CutawayTypesetting

/// Text.
///
/// The first line lies at the top of the bounds.
open class CATextLayer: CALayer {
  /// The text: a `String` or an `NSAttributedString`.
  open var string: Any?
  /// The font: a name, or a font of UIKit, AppKit or Core Text, whose size does not count.
  open var font: CFTypeRef?
  /// The size of the font.
  open var fontSize: CGFloat = 36
  /// The colour of the text.
  open var foregroundColor: CGColor? = .white
  /// Whether lines wrap in the width of the bounds.
  open var isWrapped = false
  /// Where an ellipsis stands for text that does not fit.
  open var truncationMode = CATextLayerTruncationMode.none
  /// Where lines lie in the width.
  open var alignmentMode = CATextLayerAlignmentMode.natural
  /// A hint.
  open var allowsFontSubpixelQuantization = false

  /// The size of the text in whole points; wrapped text has the width of the bounds.
  open override func preferredFrameSize() -> CGSize {
    guard let text else { return .zero }
    let width = isWrapped && bounds.width > 0 ? Double(bounds.width) : nil
    let size = Typesetter.system.size(of: text.paragraphs(width: width, height: nil))
    return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
  }

  /// Draws the text, with its first line at the top of the bounds.
  ///
  /// A subclass may move the context before it calls this. The context has its origin at the bottom
  /// left, or in a flipped tree at the top left.
  open override func draw(in ctx: CGContext) { drawText(in: ctx) }

  /// Draws the text as ``draw(in:)`` does in a layer of this class.
  package final func drawText(in ctx: CGContext) {
    guard let text else { return }
    ctx.drawDown(from: bounds, isFlipped: contentsAreFlipped()) { canvas in
      text.draw(width: Double(bounds.width), height: Double(bounds.height), on: canvas)
    }
  }
}

/// Where an ellipsis stands for text that does not fit.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a mode.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Nowhere.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// At the start.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// In the middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
  /// At the end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
}

/// Where lines lie in the width.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a mode.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// At the side of the script.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// At the left.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// At the right.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// In the middle.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// At both sides.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}
