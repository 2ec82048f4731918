package import CutawayOverlays
import Foundation
import QuartzCore

extension NSAttributedString.Key {
  /// A font of UIKit, AppKit or Core Text.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// A colour of UIKit, AppKit or Core Graphics.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// A style of paragraphs; the first one of a text counts.
  public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
  /// The colour of an outline; the first one of a text counts.
  public static let strokeColor = NSAttributedString.Key(rawValue: "NSStrokeColor")
  /// The thickness of an outline in hundredths of the font size; the first one of a text counts, and letters are
  /// filled in any case.
  public static let strokeWidth = NSAttributedString.Key(rawValue: "NSStrokeWidth")
  /// The distance of letters in points; the first one of a text counts.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
}

/// Where lines lie.
public enum NSTextAlignment: Int, Sendable {
  /// The cases of UIKit.
  case left = 0, center, right, justified, natural
}

/// What becomes of lines that are too long.
public enum NSLineBreakMode: Int, Sendable {
  /// They wrap between words, or between letters, are cut, or have an ellipsis.
  case byWordWrapping = 0, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail
  /// They have an ellipsis in the middle.
  case byTruncatingMiddle
}

/// A style of paragraphs.
public class NSParagraphStyle: NSObject {
  /// Where lines lie.
  public fileprivate(set) var alignment = NSTextAlignment.natural
  /// What becomes of lines that are too long.
  public fileprivate(set) var lineBreakMode = NSLineBreakMode.byWordWrapping
  /// The factor of the height of lines; 0 is the usual height.
  public fileprivate(set) var lineHeightMultiple: CGFloat = 0
  /// The usual style.
  public static var `default`: NSParagraphStyle { NSParagraphStyle() }
}

/// A style of paragraphs that can be changed.
public final class NSMutableParagraphStyle: NSParagraphStyle {
  /// Where lines lie.
  public override var alignment: NSTextAlignment {
    get { super.alignment }
    set { super.alignment = newValue }
  }
  /// What becomes of lines that are too long.
  public override var lineBreakMode: NSLineBreakMode {
    get { super.lineBreakMode }
    set { super.lineBreakMode = newValue }
  }
  /// The factor of the height of lines; 0 is the usual height.
  public override var lineHeightMultiple: CGFloat {
    get { super.lineHeightMultiple }
    set { super.lineHeightMultiple = newValue }
  }
  /// Points between lines; not drawn.
  public var lineSpacing: CGFloat = 0
}

extension NSParagraphStyle: ParagraphStyling {
  package func apply(to text: inout LayerText) {
    text.alignment =
      switch alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      case .justified: .justified
      case .natural: .natural
      }
    if lineHeightMultiple > 0 { text.font.lineHeight = Double(lineHeightMultiple) }
    switch lineBreakMode {
    case .byWordWrapping, .byCharWrapping: break
    case .byClipping: text.wraps = false
    case .byTruncatingHead: (text.wraps, text.truncation) = (false, .start)
    case .byTruncatingTail: (text.wraps, text.truncation) = (false, .end)
    case .byTruncatingMiddle: (text.wraps, text.truncation) = (false, .middle)
    }
  }
}
