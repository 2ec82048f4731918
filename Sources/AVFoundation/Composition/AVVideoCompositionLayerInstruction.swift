import CutawayModel
import CutawayTime

/// How an instruction shows a track: transform, opacity and crop over time.
///
/// Times are those of the composition. Transforms have their origin at the top left, y downwards.
open class AVVideoCompositionLayerInstruction: NSObject, NSCopying, NSMutableCopying {
  fileprivate(set) var content = LayerInstructionContent()

  /// The number of the track.
  public fileprivate(set) var trackID: CMPersistentTrackID {
    get { content.trackID }
    set { content.trackID = newValue }
  }

  /// Creates an instruction for no track.
  public override init() {}

  /// The ramp of the transform at a time, or the first one after it.
  ///
  /// - Returns: Whether there is one. A hold is a ramp whose ends are equal.
  public func getTransformRamp(
    for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
    end endTransform: UnsafeMutablePointer<CGAffineTransform>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = content.transform.ramp(at: time) else { return false }
    unsafe startTransform?.pointee = CGAffineTransform(ramp.start)
    unsafe endTransform?.pointee = CGAffineTransform(ramp.end)
    unsafe timeRange?.pointee = ramp.range
    return true
  }

  /// The ramp of the opacity at a time, or the first one after it.
  ///
  /// - Returns: Whether there is one.
  public func getOpacityRamp(
    for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?,
    endOpacity: UnsafeMutablePointer<Float>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = content.opacity.ramp(at: time) else { return false }
    unsafe startOpacity?.pointee = Float(ramp.start)
    unsafe endOpacity?.pointee = Float(ramp.end)
    unsafe timeRange?.pointee = ramp.range
    return true
  }

  /// The ramp of the crop at a time, or the first one after it.
  ///
  /// - Returns: Whether there is one.
  public func getCropRectangleRamp(
    for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?,
    endCropRectangle: UnsafeMutablePointer<CGRect>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = content.crop.ramp(at: time) else { return false }
    unsafe startCropRectangle?.pointee = CGRect(ramp.start)
    unsafe endCropRectangle?.pointee = CGRect(ramp.end)
    unsafe timeRange?.pointee = ramp.range
    return true
  }

  /// Sets all values, for initializers.
  func set(_ content: LayerInstructionContent) { self.content = content }

  /// A copy that does not change.
  public func copy(with zone: NSZone? = nil) -> Any {
    copied(as: AVVideoCompositionLayerInstruction())
  }

  /// A copy that can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    copied(as: AVMutableVideoCompositionLayerInstruction())
  }

  fileprivate func copied(
    as copy: AVVideoCompositionLayerInstruction
  ) -> AVVideoCompositionLayerInstruction {
    copy.content = content
    return copy
  }
}

/// The values of a layer instruction.
struct LayerInstructionContent: Sendable {
  var trackID = kCMPersistentTrackID_Invalid
  var transform = RampList<TransformMatrix>("transform")
  var opacity = RampList<Double>("opacity")
  var crop = RampList<Rectangle>("crop rectangle")

  /// What could not be set.
  var faults: [String] { transform.faults + opacity.faults + crop.faults }
}

/// How an instruction shows a track, which can be changed.
public final class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction {
  /// Creates an instruction for a track of the composition.
  public convenience init(assetTrack track: AVAssetTrack) {
    self.init()
    trackID = track.trackID
  }

  /// The number of the track.
  public override var trackID: CMPersistentTrackID {
    get { content.trackID }
    set { content.trackID = newValue }
  }

  /// Sets the transform from a time on; the identity holds before the first one.
  public func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    content.transform.set(transform.matrix, at: time)
  }

  /// Changes the transform over a range, each component linearly; ramps must not overlap.
  public func setTransformRamp(
    fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform,
    timeRange: CMTimeRange
  ) {
    content.transform.ramp(from: startTransform.matrix, to: endTransform.matrix, over: timeRange)
  }

  /// Sets the opacity from a time on, 0…1; 1 holds before the first one.
  public func setOpacity(_ opacity: Float, at time: CMTime) {
    content.opacity.set(Double(min(max(opacity, 0), 1)), at: time)
  }

  /// Changes the opacity linearly over a range; ramps must not overlap.
  public func setOpacityRamp(
    fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange
  ) {
    content.opacity.ramp(
      from: Double(min(max(startOpacity, 0), 1)), to: Double(min(max(endOpacity, 0), 1)),
      over: timeRange)
  }

  /// Sets the visible part of the frame from a time on, in pixels of the frame from its top left.
  public func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    content.crop.set(Rectangle(cropRectangle), at: time)
  }

  /// Changes the visible part of the frame over a range; ramps must not overlap.
  public func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    content.crop.ramp(
      from: Rectangle(startCropRectangle), to: Rectangle(endCropRectangle), over: timeRange)
  }
}

extension CGRect {
  init(_ area: Rectangle) {
    self.init(x: area.x, y: area.y, width: area.width, height: area.height)
  }
}

extension Rectangle {
  /// The rectangle of the model; an infinite one is larger than any frame.
  init(_ rect: CGRect) {
    if rect.isInfinite || rect.isNull {
      self.init(x: -100_000, y: -100_000, width: 200_000, height: 200_000)
    } else {
      self.init(
        x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
        height: Double(rect.size.height))
    }
  }
}
