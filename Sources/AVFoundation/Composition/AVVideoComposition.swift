import CutawayTime
import Synchronization

/// How the video tracks of an asset become one picture.
open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Only mutable ones change, which one thread at a time may do.
  fileprivate(set) var content = VideoCompositionContent()
  private let instance = Mutex<CompositorInstance?>(nil)

  /// The compositor of this copy, if it has a class for one.
  ///
  /// Sessions, items, generators and outputs have copies of their own, and thereby compositors of their own.
  ///
  /// - Throws: ``AVError`` if the class is no subclass of `NSObject`.
  func compositor() throws(AVError) -> CompositorInstance? {
    guard let type = customVideoCompositorClass else { return nil }
    let result = instance.withLock { instance -> Result<CompositorInstance, AVError> in
      if let instance, Swift.type(of: instance.compositor) == type { return .success(instance) }
      do throws(AVError) {
        let new = try CompositorInstance(type)
        instance = new
        return .success(new)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The same for properties, which have no errors; the work reports them.
  var knownCompositor: (any AVVideoCompositing)? { (try? compositor())?.compositor }

  /// The duration of an output frame.
  public fileprivate(set) var frameDuration: CMTime {
    get { content.frameDuration }
    set { content.frameDuration = newValue }
  }
  /// The size of the picture in pixels.
  public fileprivate(set) var renderSize: CGSize {
    get { content.renderSize }
    set { content.renderSize = newValue }
  }
  /// The factor of the size in previews; 1 for exports.
  public fileprivate(set) var renderScale: Float {
    get { content.renderScale }
    set { content.renderScale = newValue }
  }
  /// The instructions, in order of time, without gaps.
  public fileprivate(set) var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { content.instructions }
    set { content.instructions = newValue }
  }
  /// The layers of Core Animation.
  public fileprivate(set) var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { content.animationTool }
    set { content.animationTool = newValue }
  }
  /// A class that draws frames instead of the built-in one.
  public fileprivate(set) var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
    get { content.compositor }
    set { content.compositor = newValue }
  }
  /// The track whose frames determine the times of output frames; its frame duration is used.
  public fileprivate(set) var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    get { content.timingTrack }
    set { content.timingTrack = newValue }
  }
  /// The tracks whose samples a compositor needs besides frames.
  public fileprivate(set) var sourceSampleDataTrackIDs: [CMPersistentTrackID] {
    get { content.sampleTracks }
    set { content.sampleTracks = newValue }
  }
  /// The primaries of the picture; `nil` leaves the choice to the export.
  public fileprivate(set) var colorPrimaries: String? {
    get { content.primaries }
    set { content.primaries = newValue }
  }
  /// The matrix of the picture; `nil` leaves the choice to the export.
  public fileprivate(set) var colorYCbCrMatrix: String? {
    get { content.matrix }
    set { content.matrix = newValue }
  }
  /// The transfer function of the picture; `nil` leaves the choice to the export.
  public fileprivate(set) var colorTransferFunction: String? {
    get { content.transfer }
    set { content.transfer = newValue }
  }
  /// How metadata of HDR are made; they are those of the sources.
  public fileprivate(set) var perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy {
    get { content.policy }
    set { content.policy = newValue }
  }

  /// How metadata of HDR are made.
  public struct PerFrameHDRDisplayMetadataPolicy: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a policy.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Those of the sources.
    public static let propagate = PerFrameHDRDisplayMetadataPolicy(rawValue: "Propagate")
    /// Made for each frame; not done.
    public static let generate = PerFrameHDRDisplayMetadataPolicy(rawValue: "Generate")
  }

  /// Creates a video composition without size, frame duration and instructions.
  public override init() {}

  /// Creates a video composition from the tracks of an asset; it waits until they are known.
  ///
  /// Each time range between cuts has an instruction with the tracks that have frames then, in their
  /// order, each with its preferred transform.
  public convenience init(propertiesOf asset: AVAsset) {
    self.init()
    content = VideoCompositionContent(of: asset, prototype: nil)
  }

  /// Sets all values, for initializers.
  func set(_ content: VideoCompositionContent) { self.content = content }

  /// A copy that does not change, also of its instructions.
  public func copy(with zone: NSZone? = nil) -> Any { copied(as: AVVideoComposition()) }

  /// A copy that can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    copied(as: AVMutableVideoComposition())
  }

  private func copied(as copy: AVVideoComposition) -> AVVideoComposition {
    copy.content = content
    copy.content.instructions = content.instructions.map { instruction in
      let own = instruction as? AVVideoCompositionInstruction
      return own?.copy() as? AVVideoCompositionInstruction ?? instruction
    }
    return copy
  }
}

/// The values of a video composition.
struct VideoCompositionContent {
  var frameDuration = CMTime.zero
  var renderSize = CGSize.zero
  var renderScale: Float = 1
  var instructions: [any AVVideoCompositionInstructionProtocol] = []
  var animationTool: AVVideoCompositionCoreAnimationTool?
  var compositor: (any AVVideoCompositing.Type)?
  var timingTrack = kCMPersistentTrackID_Invalid
  var sampleTracks: [CMPersistentTrackID] = []
  var primaries: String?
  var matrix: String?
  var transfer: String?
  var policy = AVVideoComposition.PerFrameHDRDisplayMetadataPolicy.propagate
}

/// How the video tracks of an asset become one picture, which can be changed.
public final class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
  /// Creates a video composition from the tracks of an asset, with the background of a prototype.
  public convenience init(
    propertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction
  ) {
    self.init()
    content = VideoCompositionContent(of: asset, prototype: prototypeInstruction)
  }

  /// The duration of an output frame.
  public override var frameDuration: CMTime {
    get { super.frameDuration }
    set { content.frameDuration = newValue }
  }
  /// The size of the picture in pixels.
  public override var renderSize: CGSize {
    get { super.renderSize }
    set { content.renderSize = newValue }
  }
  /// The factor of the size in previews; 1 for exports.
  public override var renderScale: Float {
    get { super.renderScale }
    set { content.renderScale = newValue }
  }
  /// The instructions, in order of time, without gaps.
  public override var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { super.instructions }
    set { content.instructions = newValue }
  }
  /// The layers of Core Animation.
  public override var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { super.animationTool }
    set { content.animationTool = newValue }
  }
  /// A class that draws frames instead of the built-in one.
  public override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
    get { super.customVideoCompositorClass }
    set { content.compositor = newValue }
  }
  /// The track whose frames determine the times of output frames; its frame duration is used.
  public override var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    get { super.sourceTrackIDForFrameTiming }
    set { content.timingTrack = newValue }
  }
  /// The tracks whose samples a compositor needs besides frames.
  public override var sourceSampleDataTrackIDs: [CMPersistentTrackID] {
    get { super.sourceSampleDataTrackIDs }
    set { content.sampleTracks = newValue }
  }
  /// The primaries of the picture.
  public override var colorPrimaries: String? {
    get { super.colorPrimaries }
    set { content.primaries = newValue }
  }
  /// The matrix of the picture.
  public override var colorYCbCrMatrix: String? {
    get { super.colorYCbCrMatrix }
    set { content.matrix = newValue }
  }
  /// The transfer function of the picture.
  public override var colorTransferFunction: String? {
    get { super.colorTransferFunction }
    set { content.transfer = newValue }
  }
  /// How metadata of HDR are made.
  public override var perFrameHDRDisplayMetadataPolicy: PerFrameHDRDisplayMetadataPolicy {
    get { super.perFrameHDRDisplayMetadataPolicy }
    set { content.policy = newValue }
  }
}

/// Asks for a video composition whose class is that of the caller.
public protocol AVVideoCompositionProvider: AnyObject {}

extension AVVideoComposition: AVVideoCompositionProvider {}

extension AVVideoCompositionProvider where Self: AVVideoComposition {
  /// A video composition from the tracks of an asset, after they are loaded.
  public static func videoComposition(
    withPropertiesOf asset: AVAsset
  ) async throws -> AVVideoComposition {
    try await asset.prepare()
    return AVVideoComposition(propertiesOf: asset)
  }
}

extension AVVideoCompositionProvider where Self: AVMutableVideoComposition {
  /// A video composition from the tracks of an asset, after they are loaded.
  public static func videoComposition(
    withPropertiesOf asset: AVAsset
  ) async throws -> AVMutableVideoComposition {
    try await asset.prepare()
    return AVMutableVideoComposition(propertiesOf: asset)
  }

  /// A video composition from the tracks of an asset, with the background of a prototype.
  public static func videoComposition(
    withPropertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction
  ) async throws -> AVMutableVideoComposition {
    try await asset.prepare()
    return AVMutableVideoComposition(
      propertiesOf: asset, prototypeInstruction: prototypeInstruction)
  }
}

extension AVVideoComposition {
  /// A video composition from the tracks of an asset, after they are loaded.
  public class func videoComposition(
    withPropertiesOf asset: AVAsset,
    completionHandler: @escaping @Sendable (AVVideoComposition?, (any Error)?) -> Void
  ) {
    asset.finish(completionHandler) { AVVideoComposition(propertiesOf: $0) }
  }
}
