import CutawayKeyframes
import CutawayOverlays

extension LayerShape {
  /// The outline in a layer, in pixels from its top left corner.
  ///
  /// - Throws: `CompositionError` if SVG data cannot be read.
  func path(in layer: PresentedLayer) throws(CompositionError) -> LayerPath {
    let path = try LayerPath(outline, width: layer.width, height: layer.height)
    guard case .path = outline, layer.origin != Point(x: 0, y: 0) else { return path }
    return path.applying(.translation(x: -layer.origin.x, y: -layer.origin.y))
  }

  /// The area of the path with its line, in pixels of the layer.
  func drawnArea(in layer: PresentedLayer) -> Rectangle {
    // The file reader has checked the path; without one, nothing is drawn.
    guard let path = try? path(in: layer) else { return layer.bounds }
    guard let stroke else { return path.bounds }
    return path.bounds.outset(
      by: stroke.width * (stroke.join == .miter ? max(1, stroke.miterLimit / 2) : 1))
  }
}
