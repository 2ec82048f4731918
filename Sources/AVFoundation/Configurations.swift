import CutawayKeyframes
import CutawayTime

// The values of the SDKs of 2026, beside the classes that they replace there.

extension AVVideoComposition {
  /// The values of a video composition.
  public struct Configuration: @unchecked Sendable {
    // Instructions and the tool are the program's own.

    /// The layers of Core Animation.
    public var animationTool: AVVideoCompositionCoreAnimationTool?
    /// The primaries of the picture.
    public var colorPrimaries: String?
    /// The transfer function of the picture.
    public var colorTransferFunction: String?
    /// The matrix of the picture.
    public var colorYCbCrMatrix: String?
    /// A class that draws frames instead of the built-in one.
    public var customVideoCompositorClass: (any AVVideoCompositing.Type)?
    /// The duration of an output frame.
    public var frameDuration = CMTime.zero
    /// The instructions, in order of time.
    public var instructions: [any AVVideoCompositionInstructionProtocol] = []
    /// How metadata of HDR are made.
    public var perFrameHDRDisplayMetadataPolicy = PerFrameHDRDisplayMetadataPolicy.propagate
    /// The factor of the size in previews.
    public var renderScale: Float = 1
    /// The size of the picture in pixels.
    public var renderSize = CGSize.zero
    /// The tracks whose samples a compositor needs besides frames.
    public var sourceSampleDataTrackIDs: [CMPersistentTrackID] = []
    /// The track whose frames determine the times of output frames.
    public var sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid

    /// Creates a configuration without size, frame duration and instructions.
    public init() {}

    /// Creates a configuration from the tracks of an asset, after they are loaded.
    ///
    /// - Throws: ``AVError`` if the media cannot be read.
    public init(
      for asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction? = nil
    ) async throws {
      try await asset.prepare()
      let content = VideoCompositionContent(of: asset, prototype: prototypeInstruction)
      frameDuration = content.frameDuration
      instructions = content.instructions
      renderSize = content.renderSize
      sourceTrackIDForFrameTiming = content.timingTrack
    }
  }

  /// Creates a video composition from values.
  public convenience init(configuration: Configuration) {
    self.init()
    var content = VideoCompositionContent()
    content.animationTool = configuration.animationTool
    content.primaries = configuration.colorPrimaries
    content.transfer = configuration.colorTransferFunction
    content.matrix = configuration.colorYCbCrMatrix
    content.compositor = configuration.customVideoCompositorClass
    content.frameDuration = configuration.frameDuration
    content.instructions = configuration.instructions
    content.policy = configuration.perFrameHDRDisplayMetadataPolicy
    content.renderScale = configuration.renderScale
    content.renderSize = configuration.renderSize
    content.sampleTracks = configuration.sourceSampleDataTrackIDs
    content.timingTrack = configuration.sourceTrackIDForFrameTiming
    set(content)
  }
}

extension AVVideoCompositionInstruction {
  /// The values of an instruction.
  public struct Configuration: @unchecked Sendable {
    // Layer instructions do not change.

    /// The colour where no layer is visible.
    public var backgroundColor: CGColor?
    /// Whether the layers of an animation tool are drawn.
    public var enablePostProcessing: Bool
    /// The layers, the topmost first.
    public var layerInstructions: [AVVideoCompositionLayerInstruction]
    /// The tracks whose samples a compositor needs besides frames.
    public var requiredSourceSampleDataTrackIDs: [CMPersistentTrackID]
    /// When the instruction applies.
    public var timeRange: CMTimeRange

    /// Creates values.
    public init(
      backgroundColor: CGColor? = nil, enablePostProcessing: Bool = true,
      layerInstructions: [AVVideoCompositionLayerInstruction] = [],
      requiredSourceSampleDataTrackIDs: [CMPersistentTrackID] = [],
      timeRange: CMTimeRange = .invalid
    ) {
      self.backgroundColor = backgroundColor
      self.enablePostProcessing = enablePostProcessing
      self.layerInstructions = layerInstructions
      self.requiredSourceSampleDataTrackIDs = requiredSourceSampleDataTrackIDs
      self.timeRange = timeRange
    }
  }

  /// Creates an instruction from values.
  public convenience init(configuration: Configuration) {
    self.init()
    set(
      range: configuration.timeRange, background: configuration.backgroundColor,
      layers: configuration.layerInstructions, showsOverlays: configuration.enablePostProcessing)
  }
}

extension AVVideoCompositionLayerInstruction {
  /// A change of the opacity.
  public struct OpacityRamp: Sendable {
    /// When it changes.
    public var timeRange: CMTimeRange
    /// The opacities at its ends.
    public var start, end: Float
    /// Creates a ramp.
    public init(timeRange: CMTimeRange, start: Float, end: Float) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// A change of the transform.
  public struct TransformRamp: Sendable {
    /// When it changes.
    public var timeRange: CMTimeRange
    /// The transforms at its ends.
    public var start, end: CGAffineTransform
    /// Creates a ramp.
    public init(timeRange: CMTimeRange, start: CGAffineTransform, end: CGAffineTransform) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// A change of the crop.
  public struct CropRectangleRamp: Sendable {
    /// When it changes.
    public var timeRange: CMTimeRange
    /// The rectangles at its ends.
    public var start, end: CGRect
    /// Creates a ramp.
    public init(timeRange: CMTimeRange, start: CGRect, end: CGRect) {
      (self.timeRange, self.start, self.end) = (timeRange, start, end)
    }
  }

  /// The values of a layer instruction.
  public struct Configuration: Sendable {
    var content = LayerInstructionContent()

    /// Creates values for a track with a number.
    public init(trackID: CMPersistentTrackID = kCMPersistentTrackID_Invalid) {
      content.trackID = trackID
    }
    /// Creates values for a track.
    public init(assetTrack track: AVAssetTrack) { content.trackID = track.trackID }

    /// The number of the track.
    public var trackID: CMPersistentTrackID {
      get { content.trackID }
      set { content.trackID = newValue }
    }

    /// Sets the opacity from a time on.
    public mutating func setOpacity(_ opacity: Float, at time: CMTime) {
      content.opacity.set(Double(min(max(opacity, 0), 1)), at: time)
    }
    /// Adds a change of the opacity.
    public mutating func addOpacityRamp(_ ramp: OpacityRamp) {
      content.opacity.ramp(
        from: Double(min(max(ramp.start, 0), 1)), to: Double(min(max(ramp.end, 0), 1)),
        over: ramp.timeRange)
    }
    /// Sets the transform from a time on.
    public mutating func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
      content.transform.set(transform.matrix, at: time)
    }
    /// Adds a change of the transform.
    public mutating func addTransformRamp(_ ramp: TransformRamp) {
      content.transform.ramp(from: ramp.start.matrix, to: ramp.end.matrix, over: ramp.timeRange)
    }
    /// Sets the crop from a time on.
    public mutating func setCropRectangle(_ rectangle: CGRect, at time: CMTime) {
      content.crop.set(Rectangle(rectangle), at: time)
    }
    /// Adds a change of the crop.
    public mutating func addCropRectangleRamp(_ ramp: CropRectangleRamp) {
      content.crop.ramp(
        from: Rectangle(ramp.start), to: Rectangle(ramp.end), over: ramp.timeRange)
    }
    /// The change of the opacity at a time, or the first one after it.
    public func opacityRamp(at time: CMTime) -> OpacityRamp? {
      content.opacity.ramp(at: time).map {
        OpacityRamp(timeRange: $0.range, start: Float($0.start), end: Float($0.end))
      }
    }
    /// The change of the transform at a time, or the first one after it.
    public func transformRamp(at time: CMTime) -> TransformRamp? {
      content.transform.ramp(at: time).map {
        TransformRamp(
          timeRange: $0.range, start: CGAffineTransform($0.start), end: CGAffineTransform($0.end))
      }
    }
    /// The change of the crop at a time, or the first one after it.
    public func cropRectangleRamp(at time: CMTime) -> CropRectangleRamp? {
      content.crop.ramp(at: time).map {
        CropRectangleRamp(timeRange: $0.range, start: CGRect($0.start), end: CGRect($0.end))
      }
    }
  }

  /// Creates a layer instruction from values.
  public convenience init(configuration: Configuration) {
    self.init()
    set(configuration.content)
  }
}

extension AVVideoCompositionCoreAnimationTool {
  /// The values of a tool that shows the picture in layers.
  public struct Configuration {
    let videoLayers: [CALayer]
    let containingLayer: CALayer

    /// Creates values with one layer for the picture.
    public init(postProcessingAsVideoLayer videoLayer: CALayer, containingLayer: CALayer) {
      (videoLayers, self.containingLayer) = ([videoLayer], containingLayer)
    }
    /// Creates values with several layers for the picture.
    public init(postProcessingAsVideoLayers videoLayers: [CALayer], containingLayer: CALayer) {
      (self.videoLayers, self.containingLayer) = (videoLayers, containingLayer)
    }
  }

  /// Creates a tool from values.
  public convenience init(configuration: Configuration) {
    self.init(
      postProcessingAsVideoLayers: configuration.videoLayers, in: configuration.containingLayer)
  }
}
