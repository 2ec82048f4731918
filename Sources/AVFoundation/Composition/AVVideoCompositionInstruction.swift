import CutawayKeyframes
import CutawayTime

/// What a video composition shows during a time range.
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
  /// When the instruction applies, in the time of the composition.
  var timeRange: CMTimeRange { get }
  /// Whether the layers of an animation tool are drawn.
  var enablePostProcessing: Bool { get }
  /// Whether the result changes although the sources do not.
  var containsTweening: Bool { get }
  /// The numbers of the tracks that a compositor needs; `nil` is all.
  var requiredSourceTrackIDs: [NSValue]? { get }
  /// The number of a track that is shown unchanged; else `kCMPersistentTrackID_Invalid`.
  var passthroughTrackID: CMPersistentTrackID { get }
  /// The numbers of the tracks whose samples a compositor needs besides frames.
  var requiredSourceSampleDataTrackIDs: [NSNumber] { get }
}

extension AVVideoCompositionInstructionProtocol {
  /// None.
  public var requiredSourceSampleDataTrackIDs: [NSNumber] { [] }
}

/// The layers and the background during a time range.
open class AVVideoCompositionInstruction: NSObject, NSCopying, NSMutableCopying,
  AVVideoCompositionInstructionProtocol
{
  fileprivate struct Content {
    var range = CMTimeRange.invalid
    var background: CGColor?
    var layers: [AVVideoCompositionLayerInstruction] = []
    var showsOverlays = true
  }
  fileprivate var content = Content()

  /// When the instruction applies, in the time of the composition.
  public fileprivate(set) var timeRange: CMTimeRange {
    get { content.range }
    set { content.range = newValue }
  }
  /// The colour where no layer is visible; `nil` is opaque black.
  public fileprivate(set) var backgroundColor: CGColor? {
    get { content.background }
    set { content.background = newValue }
  }
  /// The layers, the topmost first.
  public fileprivate(set) var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { content.layers }
    set { content.layers = newValue }
  }
  /// Whether the layers of an animation tool are drawn; `true` by default.
  public fileprivate(set) var enablePostProcessing: Bool {
    get { content.showsOverlays }
    set { content.showsOverlays = newValue }
  }
  /// Whether a ramp changes a layer in the range.
  open var containsTweening: Bool {
    content.layers.contains { layer in
      let ramps = layer.content
      return [
        ramps.transform.value.entries.map(\.span), ramps.opacity.value.entries.map(\.span),
        ramps.crop.value.entries.map(\.span),
      ].contains { spans in
        spans.contains { !$0.isEmpty && !CMTimeRange($0).intersection(content.range).isEmpty }
      }
    }
  }
  /// The numbers of the tracks of the layers.
  open var requiredSourceTrackIDs: [NSValue]? {
    content.layers.map { NSNumber(value: $0.trackID) }
  }
  /// The track of the only layer, if nothing changes it.
  ///
  /// Rendering does not need it: the mixer finds by itself which frames pass unchanged.
  open var passthroughTrackID: CMPersistentTrackID {
    guard content.layers.count == 1, let layer = content.layers.first?.content,
      layer.transform.value.entries.isEmpty, layer.opacity.value.entries.isEmpty,
      layer.crop.value.entries.isEmpty
    else { return kCMPersistentTrackID_Invalid }
    return layer.trackID
  }

  /// Creates an instruction with an invalid range.
  public override init() {}

  /// Sets all values, for initializers.
  func set(
    range: CMTimeRange, background: CGColor?, layers: [AVVideoCompositionLayerInstruction],
    showsOverlays: Bool
  ) {
    content = Content(
      range: range, background: background, layers: layers, showsOverlays: showsOverlays)
  }

  /// A copy that does not change, also of its layers.
  public func copy(with zone: NSZone? = nil) -> Any { copied(as: AVVideoCompositionInstruction()) }

  /// A copy that can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    copied(as: AVMutableVideoCompositionInstruction())
  }

  private func copied(as copy: AVVideoCompositionInstruction) -> AVVideoCompositionInstruction {
    copy.content = content
    copy.content.layers = content.layers.map {
      $0.copy() as? AVVideoCompositionLayerInstruction ?? $0
    }
    return copy
  }
}

/// The layers and the background during a time range, which can be changed.
public final class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
  /// When the instruction applies, in the time of the composition.
  public override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { content.range = newValue }
  }
  /// The colour where no layer is visible; `nil` is opaque black.
  public override var backgroundColor: CGColor? {
    get { super.backgroundColor }
    set { content.background = newValue }
  }
  /// The layers, the topmost first.
  public override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { super.layerInstructions }
    set { content.layers = newValue }
  }
  /// Whether the layers of an animation tool are drawn.
  public override var enablePostProcessing: Bool {
    get { super.enablePostProcessing }
    set { content.showsOverlays = newValue }
  }
}
