import CutawayModel

/// The time 0 for animations and layers.
///
/// Apple's systems replace a begin time of 0 by now. Here, 0 is time 0, too.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// Layers of Core Animation over, under and around the picture, or as a track.
///
/// The tree is read when an export, a generator or a player starts. Times are those of the
/// composition. The origin is at the bottom left, unless the root is geometry-flipped.
public final class AVVideoCompositionCoreAnimationTool: NSObject {
  /// How the layers are used.
  enum Form {
    /// The picture is shown in the layers of a tree.
    case post(videoLayers: [CALayer], root: CALayer)
    /// The layer is a track.
    case track(CALayer, CMPersistentTrackID)
  }
  let form: Form

  private init(_ form: Form) { self.form = form }

  /// Shows the picture in one layer of a tree.
  public convenience init(
    postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer
  ) { self.init(.post(videoLayers: [videoLayer], root: animationLayer)) }

  /// Shows the picture in several layers of a tree.
  public convenience init(
    postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer
  ) { self.init(.post(videoLayers: videoLayers, root: animationLayer)) }

  /// Makes a layer a track, which layer instructions name.
  ///
  /// - Parameters:
  ///   - layer: The layer, in a transparent frame of the render size.
  ///   - trackID: A number that no track has, such as `unusedTrackID()`.
  public convenience init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
    self.init(.track(layer, trackID))
  }

  /// The number of the additional track.
  var trackID: CMPersistentTrackID? {
    if case .track(_, let id) = form { id } else { nil }
  }
}
