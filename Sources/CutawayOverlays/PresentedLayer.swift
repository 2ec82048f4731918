package import CutawayTime

/// A layer at an instant: what it draws, where, and how opaque.
package struct PresentedLayer: Sendable, Hashable {
  /// The places of the layer and of those around it, from the outermost on.
  package var path: [Step]
  /// What the layer shows itself.
  package var content: LayerContent
  /// The width in pixels.
  package var width: Double
  /// The height in pixels.
  package var height: Double
  /// From the layer, whose top left corner is the origin, to the layer around it.
  package var matrix: TransformMatrix
  /// The point of the layer's coordinates at its top left corner, at which paths begin.
  package var origin: Point
  /// Whether the matrix turns the layer upside down, but for its image, its text or the picture.
  package var isFlipped: Bool
  /// The opacity of the layer with all layers in it, 0…1.
  package var opacity: Double
  /// How the colours of the layer with all layers in it are mixed with those below it.
  package var blending: ColorBlending
  /// The colour of the area behind the content.
  package var background: Color?
  /// The radius of the corners in pixels.
  package var cornerRadius: Double
  /// The line inside the edges, above the content and the layers.
  package var border: LayerBorder?
  /// The shadow below the layer.
  package var shadow: LayerShadow?
  /// Whether the layer clips its content and its layers to its area.
  package var masksToBounds: Bool
  /// The layer whose alpha is that of this layer; at most one.
  package var mask: [PresentedLayer]
  /// The visible layers in it, from the bottom to the top.
  package var layers: [PresentedLayer]

  /// The place of a layer in the layer around it.
  package struct Step: Sendable, Hashable {
    /// The index in the list of layers; -1 is the mask, and -2 - c are the particles of cell c.
    package var index: Int
    /// The number of the copy or of the particle; 0 is the original.
    package var copy: Int
  }
}

/// The size of a layer's content in pixels.
package struct LayerSize: Sendable, Hashable {
  /// The width.
  package var width: Double
  /// The height.
  package var height: Double

  /// Creates a size.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// Measures content that has a size of its own: text and images.
package protocol LayerMeasuring {
  /// The size of content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - width: The width in which text wraps; `nil` does not wrap.
  /// - Returns: The size; `nil` if the content fills the layer around.
  func size(of content: LayerContent, width: Double?) -> LayerSize?

  /// The frame of a moving image at a time.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - time: The time of the layer's clock.
  /// - Returns: A number that identifies the frame; 0 for stills.
  func frame(of image: LayerImage, at time: MediaTime) -> Int
}

extension LayerMeasuring {
  /// Images do not move.
  package func frame(of image: LayerImage, at time: MediaTime) -> Int { 0 }
}
