package import CutawayModel
import CutawayTime

extension LayerTransform {
  /// The matrix for the frames of a video, in the coordinate system of the render size.
  package func matrix(
    for video: MediaDescription.Video, in renderSize: PixelSize
  ) -> TransformMatrix {
    base.matrix(for: video, in: renderSize).concatenating(matrix)
  }
}

extension LayerTransform.Base {
  fileprivate func matrix(
    for video: MediaDescription.Video, in renderSize: PixelSize
  ) -> TransformMatrix {
    let upright = video.preferredTransform, size = video.uprightSize
    let (sx, sy) = (
      Double(renderSize.width) / Double(size.width),
      Double(renderSize.height) / Double(size.height)
    )
    switch self {
    case .identity: return .identity
    case .preferred: return upright
    case .fit: return upright.concatenating(centred(size, scale: min(sx, sy), in: renderSize))
    case .fill: return upright.concatenating(centred(size, scale: max(sx, sy), in: renderSize))
    case .stretch: return upright.concatenating(.scale(x: sx, y: sy))
    }
  }
}

/// Scales a picture of `size`, and centres it in the render size.
private func centred(_ size: PixelSize, scale: Double, in renderSize: PixelSize) -> TransformMatrix
{
  TransformMatrix.scale(x: scale, y: scale).concatenating(
    .translation(
      x: (Double(renderSize.width) - Double(size.width) * scale) / 2,
      y: (Double(renderSize.height) - Double(size.height) * scale) / 2))
}

extension AnimatedValue where Value == LayerTransform {
  /// The same animation as matrices for the frames of a video, followed by `scale`.
  func matrices(
    for video: MediaDescription.Video, in renderSize: PixelSize, scale: TransformMatrix
  ) -> AnimatedValue<TransformMatrix> {
    func matrix(_ value: LayerTransform) -> TransformMatrix {
      value.matrix(for: video, in: renderSize).concatenating(scale)
    }
    guard !entries.isEmpty else {
      return scale == .identity
        ? AnimatedValue<TransformMatrix>() : AnimatedValue<TransformMatrix>(scale)
    }
    let matrices = map(matrix)
    // Before the first entry the layer has the identity, but the output is still scaled.
    guard scale != .identity, let first = entries.first, first.span.start > .zero else {
      return matrices
    }
    return AnimatedValue<TransformMatrix>(
      inSuccession: [.instant(at: .zero, value: scale)] + matrices.entries)
  }
}

extension ResolvedComposition {
  /// The scale from the render size to the output size.
  var outputScale: TransformMatrix {
    renderSize == outputSize
      ? .identity
      : .scale(
        x: Double(outputSize.width) / Double(renderSize.width),
        y: Double(outputSize.height) / Double(renderSize.height))
  }
}
