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
  ///
  /// - Parameters:
  ///   - video: The video.
  ///   - size: The size of the frames, if they are read smaller than they are stored.
  ///   - renderSize: The size of the coordinate system.
  ///   - scale: The scale from it to the output.
  /// - Returns: The transforms from the frames to the output.
  func matrices(
    for video: MediaDescription.Video, readIn size: PixelSize? = nil, in renderSize: PixelSize,
    scale: TransformMatrix
  ) -> AnimatedValue<TransformMatrix> {
    let enlarging = size.map { TransformMatrix.scale(from: $0, to: video.size) } ?? .identity
    func matrix(_ value: LayerTransform) -> TransformMatrix {
      enlarging.concatenating(value.matrix(for: video, in: renderSize)).concatenating(scale)
    }
    let unplaced = enlarging.concatenating(scale)
    guard !entries.isEmpty else {
      return unplaced == .identity
        ? AnimatedValue<TransformMatrix>() : AnimatedValue<TransformMatrix>(unplaced)
    }
    let matrices = map(matrix)
    // Before the first entry the layer has the identity, but the frames and the output are still scaled.
    guard unplaced != .identity, let first = entries.first, first.span.start > .zero else {
      return matrices
    }
    return AnimatedValue<TransformMatrix>(
      inSuccession: [.instant(at: .zero, value: unplaced)] + matrices.entries)
  }
}

extension ResolvedComposition {
  /// The scale from the render size to the output size.
  var outputScale: TransformMatrix {
    renderSize == outputSize
      ? .identity
      : .scale(from: renderSize, to: outputSize)
  }
}

extension TransformMatrix {
  /// The scale from one size to another.
  static func scale(from size: PixelSize, to other: PixelSize) -> TransformMatrix {
    .scale(
      x: Double(other.width) / Double(size.width), y: Double(other.height) / Double(size.height))
  }
}

extension AnimatedValue<Rectangle> {
  /// The same rectangles for frames that are read in another size than they are stored; `nil` is the same.
  func scaled(from size: PixelSize, to other: PixelSize?) -> Self {
    guard let other else { return self }
    let scale = TransformMatrix.scale(from: size, to: other)
    return map { area in
      Rectangle(
        x: area.x * scale.a, y: area.y * scale.d, width: area.width * scale.a,
        height: area.height * scale.d)
    }
  }
}
