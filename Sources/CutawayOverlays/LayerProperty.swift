/// A property of a layer that an animation can change.
public enum LayerProperty: String, Sendable, Hashable, Codable, CaseIterable {
  /// The place of the anchor point in the layer around, in pixels; a point.
  case position
  /// The horizontal place of the anchor point, in pixels.
  case positionX = "position.x"
  /// The vertical place of the anchor point, in pixels.
  case positionY = "position.y"
  /// The point of the layer at its position, 0…1; a point.
  case anchorPoint
  /// The order among siblings.
  case zPosition
  /// The width in pixels.
  case width
  /// The height in pixels.
  case height
  /// The displacement in pixels; a point.
  case offset
  /// The horizontal displacement in pixels.
  case offsetX = "offset.x"
  /// The vertical displacement in pixels.
  case offsetY = "offset.y"
  /// The scale of both axes; a point.
  case scale
  /// The horizontal scale.
  case scaleX = "scale.x"
  /// The vertical scale.
  case scaleY = "scale.y"
  /// Degrees clockwise.
  case rotation
  /// The opacity, 0…1.
  case opacity
  /// The colour behind the content.
  case background
  /// The radius of the corners in pixels.
  case cornerRadius
  /// The thickness of the border in pixels.
  case borderWidth
  /// The colour of the border.
  case borderColor
  /// The displacement of the shadow in pixels; a point.
  case shadowOffset
  /// The standard deviation of the shadow in pixels.
  case shadowRadius
  /// The opacity of the shadow, 0…1.
  case shadowOpacity
  /// The colour of the shadow.
  case shadowColor
  /// The colour of a text.
  case color
  /// The size of a text in pixels.
  case fontSize
  /// The inside of a shape.
  case fill
  /// The colour of a shape's line.
  case strokeColor
  /// The thickness of a shape's line in pixels.
  case lineWidth
  /// The part of the path at which its line starts, 0…1.
  case strokeStart
  /// The part of the path at which its line ends, 0…1.
  case strokeEnd
  /// The start of a gradient in the layer, 0…1; a point.
  case startPoint
  /// The end of a gradient in the layer, 0…1; a point.
  case endPoint
  /// The matrix about the anchor point; a matrix.
  ///
  /// Translation, rotation by the shortest way, scale and shear change on their own.
  case transform
  /// The matrix of the layers in the layer; a matrix.
  case sublayerTransform
  /// The point of the layer's coordinates at its corner, which scrolls the layers in it; a point.
  case origin
  /// The horizontal coordinate of the corner.
  case originX = "origin.x"
  /// The vertical coordinate of the corner.
  case originY = "origin.y"
  /// Whether the layer is invisible; `true` or `false`, which change at the end of a cycle.
  case hidden
  /// The image that the layer shows; names of assets, which change at the end of a cycle or of a
  /// keyframe.
  case contents
  /// The visible part of an image, 0…1; a rectangle.
  case contentsRect
  /// The left edge of the visible part of an image, 0…1.
  case contentsRectX = "contentsRect.x"
  /// The top edge of the visible part of an image, 0…1.
  case contentsRectY = "contentsRect.y"
  /// The width of the visible part of an image, 0…1.
  case contentsRectWidth = "contentsRect.width"
  /// The height of the visible part of an image, 0…1.
  case contentsRectHeight = "contentsRect.height"
  /// The outline of a shape; SVG data, whose points move if the steps are the same.
  case path
  /// The place in the dashes at which a shape's line starts, in pixels.
  case lineDashPhase
  /// The colours of a gradient, which change in pairs.
  case colors
  /// The places of the colours of a gradient, 0…1; numbers.
  case locations

  /// The kind of the property's values.
  public var kind: LayerValue.Kind {
    switch self {
    case .position, .anchorPoint, .offset, .scale, .shadowOffset, .startPoint, .endPoint, .origin:
      .point
    case .background, .borderColor, .shadowColor, .color, .fill, .strokeColor: .color
    case .transform, .sublayerTransform: .matrix
    case .contentsRect: .rectangle
    case .hidden: .flag
    case .path: .path
    case .contents: .image
    case .colors: .colors
    case .locations: .numbers
    default: .number
    }
  }
}
