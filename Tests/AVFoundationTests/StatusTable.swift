/// How a symbol of Apple's behaves here.
enum SymbolStatus: String {
  case same
  case differs
  case withoutEffect = "accepted without effect"
  case unavailable
}

/// A row of docs/avfoundation-status.md: symbols, how they behave, and what to know.
struct StatusRow {
  let symbols: String
  let status: SymbolStatus
  /// The rules of the references that apply.
  var rules = ""
  var note = ""
}

/// The rows by module, in the order of the page.
let statusTable: [(module: String, rows: [StatusRow])] = [
  (
    "CoreMedia",
    [
      StatusRow(symbols: "`CMTime`, its functions and operators", status: .same, rules: "1.8"),
      StatusRow(
        symbols: "`CMTimeRange`, `CMTimeMapping` and their functions", status: .same, rules: "1.8"),
      StatusRow(
        symbols: "`CMTimeMake(1, 30)`, `kCMTimeZero` and other old names", status: .same,
        note: "Deprecated."),
      StatusRow(
        symbols: "`NSValue(time:)`, `timeValue`, and those of ranges and mappings", status: .same),
      StatusRow(
        symbols: "`CMFormatDescription`, its extensions", status: .differs,
        note:
          "Kind, codec, size, the format of sound; of files the colours, the range, alpha, the bits and the light of HDR. "
          + "No fields and apertures."),
      StatusRow(
        symbols: "`CMReadySampleBuffer`, `CMReadOnlyDataBlockBuffer`", status: .differs,
        note:
          "Content is a frame, bytes or a marker: no tagged buffers, no references. Typed attachments and sample properties are "
          + "those of `withUnsafeSampleBuffer`."),
      StatusRow(
        symbols: "`CMSampleBuffer`, `CMBlockBuffer` and their functions", status: .differs,
        note: "Bytes are in one block. No `AudioBufferList`; samples of a buffer have one duration."
      ),
      StatusRow(
        symbols: "`CMTimebase`, `CMClock`", status: .unavailable,
        note: "They synchronise playback with a screen."),
    ]
  ),
  (
    "CoreGraphics",
    [
      StatusRow(symbols: "`CGAffineTransform` and its functions", status: .same),
      StatusRow(
        symbols: "`CGColor`, `CGColorSpace`", status: .differs,
        note: "Components are taken as sRGB, whatever the colour space."),
      StatusRow(symbols: "`CGPath`, `CGMutablePath`", status: .same),
      StatusRow(symbols: "`CGImage`", status: .differs, note: "8 bits for each component."),
      StatusRow(
        symbols: "`CGContext`", status: .differs,
        note:
          "Bitmaps of 8 bits, in memory of the caller or their own: paths, images, clips, masks, transforms, shadows, modes, layers, gradients. No patterns, no `plusDarker`. Texts by Core Text."
      ),
    ]
  ),
  (
    "CoreVideo",
    [
      StatusRow(
        symbols: "`CVPixelBuffer`, pools, attachments", status: .differs,
        note:
          "32BGRA, 32RGBA, 32ARGB, 64ARGB, 24RGB, L008, 420v, 420f, y420, 422v, 422f, 2vuy, yuvs, and with 10 bits x420, "
          + "xf20, x422, xf22. Locks do nothing."),
      StatusRow(
        symbols:
          "`CVReadOnlyPixelBuffer`, `CVMutablePixelBuffer`, `CVPixelBufferCreationAttributes`",
        status: .differs,
        note:
          "Without typed `attachments`: use `withUnsafeBuffer` and `CVBufferSetAttachment`. Frames are in memory with any "
          + "`backing`."),
      StatusRow(
        symbols: "`CVMetalTexture…`, `CVOpenGL…`, `IOSurface`", status: .unavailable,
        note: "There is no such layer on Linux."),
    ]
  ),
  (
    "CoreImage",
    [
      StatusRow(
        symbols: "`CIImage`, `CIColor`, `CIVector`", status: .same,
        note: "Extents are whole pixels. `ciImage` of `UIImage` is `nil`."),
      StatusRow(
        symbols: "`CIFilter`, by name, and with typed factories", status: .differs,
        note:
          "[core-image.md](core-image.md) lists the filters, and how near each is. Factories return `CIBuiltinFilter`, not "
          + "protocols such as `CISepiaTone`."),
      StatusRow(
        symbols: "`CIContext`", status: .differs,
        note:
          "Works on the processor, in linear sRGB with 32-bit numbers, or with `NSNull` in the numbers of the images. "
          + "Results of `createCGImage` and files have 8 bits and sRGB. PNG, JPEG and TIFF files; no HEIF."
      ),
      StatusRow(
        symbols: "`CIImageProcessorKernel`", status: .same, note: "Formats `RGBAf` and `BGRA8`."),
      StatusRow(
        symbols: "`CIKernel`, `CIColorKernel`, `CIWarpKernel`", status: .unavailable,
        note: "`init(source:)` gives `nil`. Write a `CIImageProcessorKernel` in Swift."),
      StatusRow(
        symbols: "`CIDetector`, `CIRAWFilter`, `CIBarcodeDescriptor`", status: .unavailable,
        note: "Detection, raw photos and codes are not part of these modules."),
    ]
  ),
  (
    "QuartzCore",
    [
      StatusRow(
        symbols: "`CALayer`: geometry, tree, contents, look", status: .same, rules: "Q5–Q20"),
      StatusRow(
        symbols: "`CALayer.transform` with perspective", status: .differs, rules: "Q23",
        note: "Drawn without perspective, with a warning."),
      StatusRow(
        symbols: "`compositingFilter`", status: .differs, rules: "Q21",
        note:
          "Names of separable blend modes, such as `multiplyBlendMode`. Others are not drawn, with a warning."
      ),
      StatusRow(
        symbols: "`filters`, `backgroundFilters`", status: .withoutEffect,
        rules: "Q21", note: "With a warning."),
      StatusRow(
        symbols: "`maskedCorners`, `cornerCurve`", status: .withoutEffect, rules: "Q12",
        note: "All corners are circles. With a warning."),
      StatusRow(
        symbols: "`shadowPath`", status: .withoutEffect, rules: "Q20",
        note: "The shadow is that of what the layer draws. With a warning."),
      StatusRow(
        symbols:
          "`isDoubleSided`, `allowsGroupOpacity`, `allowsEdgeAntialiasing`, `minificationFilter`, `anchorPointZ`",
        status: .withoutEffect, note: "With a warning."),
      StatusRow(
        symbols: "`CATextLayer`", status: .differs, rules: "Q52–Q58",
        note:
          "Pango draws; metrics differ from Core Text's. Text is sharp at every scale. What a subclass draws is a bitmap."
      ),
      StatusRow(symbols: "`CAShapeLayer`, `CAGradientLayer`", status: .same, rules: "Q59–Q64"),
      StatusRow(
        symbols: "`CAReplicatorLayer`", status: .differs, rules: "Q65",
        note: "At most 1,000 copies of different colours; images of their sublayers are copied."),
      StatusRow(
        symbols: "`CAEmitterLayer`, `CAEmitterCell`", status: .differs, rules: "Q66–Q68",
        note: "Particles are a function of time; frames are not Apple's."),
      StatusRow(
        symbols:
          "`CABasicAnimation`, `CAKeyframeAnimation`, `CASpringAnimation`, `CAAnimationGroup`",
        status: .same, rules: "Q26–Q48", note: "A begin time of 0 is time 0."),
      StatusRow(
        symbols: "`CATransition`, delegates of animations, actions", status: .withoutEffect,
        rules: "Q49, Q50", note: "With a warning."),
      StatusRow(
        symbols: "Animations of `birthRate`, `emitterCells.NAME.…` and `instanceDelay`",
        status: .withoutEffect, rules: "Q66", note: "With a warning."),
      StatusRow(
        symbols: "`CATransaction`", status: .differs, rules: "Q30, Q50",
        note: "Only the default duration and the completion block."),
      StatusRow(
        symbols: "`#keyPath(CALayer.opacity)`", status: .unavailable,
        note: "Needs Objective-C. Write the text `\"opacity\"`."),
    ]
  ),
  (
    "AVFoundation",
    [
      StatusRow(
        symbols:
          "`AVAsset`, `AVURLAsset`, `AVAssetTrack`: synchronous, callbacks, `load`, `loadTracks`",
        status: .same,
        note: "Tracks are numbered 1, 2, 3: video, sound, subtitles. Data rates are estimates."),
      StatusRow(
        symbols: "`AVMutableComposition`, `AVMutableCompositionTrack`, segments", status: .same,
        rules: "41–56", note: "Edits that cannot be made are warnings where Apple raises."),
      StatusRow(symbols: "`AVMutableAudioMix` and its parameters", status: .same, rules: "57–65"),
      StatusRow(
        symbols: "`MTAudioProcessingTap`", status: .differs, rules: "66",
        note:
          "Before the volume of the mix, also with `PostEffects` (with a warning, if the volume "
          + "changes anything). At most 4,096 frames a block, none in gaps; no flag at the end."),
      StatusRow(
        symbols: "`AVMutableVideoComposition`, instructions, layer instructions, ramps",
        status: .same,
        rules: "1–33", note: "What Apple's classes refuse by raising is error −11841 of the export."
      ),
      StatusRow(
        symbols: "`sourceTrackIDForFrameTiming`", status: .differs, rules: "38",
        note: "Frames have a constant duration: that of the video composition."),
      StatusRow(symbols: "`isValid(for:timeRange:validationDelegate:)`", status: .same, rules: "5"),
      StatusRow(
        symbols: "`Configuration` values of 2026", status: .differs,
        note: "Without spatial video and output buffer descriptions."),
      StatusRow(
        symbols: "`AVVideoCompositing`, requests, render contexts", status: .differs,
        rules: "36, 73, 74",
        note:
          "32BGRA, 420v, 420f, 422v, 422f, and with 10 bits x420, xf20, x422, xf22, the same for sources and output; HDR with "
          + "`supportsHDRSourceFrames`. One request at a time. The asset needs a video track."
      ),
      StatusRow(
        symbols: "`AVVideoCompositionCoreAnimationTool`", status: .same, rules: "67–72",
        note: "Also in previews and images."),
      StatusRow(
        symbols:
          "`init(asset:applyingCIFiltersWithHandler:)`, `videoComposition(with:applyingCIFiltersWithHandler:)`, "
          + "`AVAsynchronousCIImageFilteringRequest`", status: .same, rules: "35",
        note:
          "The output has a constant frame rate. Films of HDR and of more than 8 bits pass 10 bits in 4:2:0."
      ),
      StatusRow(
        symbols: "`AVAssetExportSession`", status: .same, rules: "75–84",
        note:
          "No HEVC with alpha and no spatial video: `init` returns `nil`. The passthrough preset encodes the frames "
          + "between an end of the range and the nearest key frame. The output has a constant frame rate."
      ),
      StatusRow(
        symbols: "`AVAssetImageGenerator`", status: .differs, rules: "85, 86",
        note: "Images are SDR (`dynamicRangePolicy`), and show the whole frame (`apertureMode`)."),
      StatusRow(
        symbols: "`AVPlayer`, `AVPlayerItem`", status: .differs, rules: "87–89",
        note: "A window where there is a display."),
      StatusRow(
        symbols: "`AVPlayerLayer`, `AVSynchronizedLayer`", status: .withoutEffect,
        note: "They keep their player. With a warning."),
      StatusRow(
        symbols: "`AVMetadataItem` and filters", status: .differs,
        note:
          "Title, artist, album, composer, genre, comment, description, copyright, date, location; of QuickTime's all texts. No "
          + "chapters and timed metadata."),
      StatusRow(
        symbols: "`AVAssetReader` and its outputs", status: .differs,
        note:
          "Tracks, video compositions, audio mixes; frames of seventeen formats, sound as PCM, packets "
          + "without settings. Frames of 8 bits are BT.709, with 10 bits those of HDR films HLG or PQ; "
          + "`AVVideoColorPropertiesKey` chooses. No random access, metadata and captions."),
      StatusRow(
        symbols:
          "`outputProvider(for:)`, `inputReceiver(for:)`, `inputPixelBufferReceiver(for:pixelBufferAttributes:)`, `start()`",
        status: .differs,
        note:
          "As readers and writers. No random access, several passes, captions, metadata and tagged buffers."
      ),
      StatusRow(
        symbols: "`AVAssetWriter`, `AVAssetWriterInput`, `…PixelBufferAdaptor`", status: .differs,
        note:
          "MP4, M4V, MOV, M4A and WAV with one video and one audio track: H.264, HEVC, ProRes 422 and 4444, "
          + "AAC, PCM, packets of a reader. Files are not fragmented; `init(contentType:)` makes segments. Appending waits for room. HDR and 10 bits are "
          + "those of `AVVideoColorPropertiesKey`, the profile Main 10 or the first frame. Other profiles, entropy modes and further "
          + "settings without effect are reported."),
      StatusRow(
        symbols: "`AVAssetWriterDelegate`, `AVAssetSegmentReport`, `flushSegment()`", status: .same,
        note:
          "Segments of MP4 for HTTP Live Streaming, with a key frame at each interval. Both profiles give the same."
      ),
      StatusRow(
        symbols: "`AVAudioFormat`, `AVAudioChannelLayout`, `AVAudioTime`", status: .same,
        note: "Sound has the usual layout of its number of channels. No magic cookies."),
      StatusRow(
        symbols: "`AVAudioPCMBuffer`, `AVAudioBuffer`", status: .differs,
        note:
          "Files and converters take little-endian integers of 16, 24 and 32 bits and floating-point numbers."
      ),
      StatusRow(
        symbols: "`AVAudioFile(forReading:)`: `length`, `framePosition`, `read`", status: .differs,
        note:
          "All that GStreamer decodes, also the first sound of films; positions are exact to the sample. Samples are decoded to "
          + "Float32. Errors are `AVError`. At the end there are no frames and no error."),
      StatusRow(
        symbols: "`AVAudioFile(forWriting:settings:)`, `write`, `close`", status: .differs,
        note:
          "WAV, M4A, MP4 and MOV, with PCM or AAC. The file appears under its name when it is closed. No CAF, AIFF, Apple "
          + "Lossless and FLAC."),
      StatusRow(
        symbols: "`AVAudioConverter`", status: .differs,
        note:
          "Uncompressed sound. Rates are always converted at the best quality, with `primeMethod` `normal`. No dither, no "
          + "compressed buffers."),
      StatusRow(
        symbols:
          "`AVAudioEngine`, `AVAudioPlayerNode`, `AVAudioMixerNode`: `enableManualRenderingMode(.offline, …)`",
        status: .differs,
        note:
          "Only offline: `start()` fails without manual rendering. `pan` makes the other side quieter, linearly. Handlers are "
          + "called by the thread that renders."),
      StatusRow(
        symbols: "`AVAudioEngine.inputNode`, `AVAudioNode.installTap`, `AVAudioUnit…`",
        status: .unavailable, note: "There are no devices and no audio units."),
      StatusRow(
        symbols:
          "`AVEncoderBitDepthHintKey`, `AVEncoderAudioQualityKey`, `AVSampleRateConverterAlgorithmKey`",
        status: .differs, note: "Reported, and without effect."),
      StatusRow(
        symbols: "`AVQueuePlayer`, `AVPlayerLooper`", status: .differs,
        note: "The next item starts after a short pause."),
      StatusRow(
        symbols: "`AVPlayerItemVideoOutput`", status: .unavailable,
        note: "Frames for a screen; read them by `AVAssetReaderVideoCompositionOutput`."),
      StatusRow(
        symbols: "Key-value observing (`observe(\\.status)`, `#keyPath`)", status: .unavailable,
        note: "Needs Objective-C. Use `states(updateInterval:)`, handlers and notifications."),
    ]
  ),
  (
    "Others",
    [
      StatusRow(
        symbols: "`Photos`: `performChanges`, `PHAssetChangeRequest`", status: .differs,
        note: "Saves into the video folder of the user."),
      StatusRow(
        symbols: "`UniformTypeIdentifiers`: `UTType`; `MobileCoreServices`: `kUTType…`",
        status: .differs, note: "Types of media."),
      StatusRow(
        symbols: "`ImageIO`", status: .differs,
        note:
          "Reads what GStreamer reads, with types, thumbnails, sizes and orientations; writes PNG and JPEG."
      ),
      StatusRow(
        symbols: "`VideoToolbox`", status: .differs,
        note:
          "Names of settings and profiles for `AVVideoCompressionPropertiesKey`; `VTPixelTransferSession` (linear interpolation), `VTCreateCGImageFromCVPixelBuffer`. No sessions that encode or decode: a writer encodes, a reader decodes."
      ),
      StatusRow(
        symbols: "`os`: `Logger`, `os_unfair_lock`", status: .unavailable,
        note:
          "A module of this name would break other packages, which ask `canImport(os)`: decision 0102. Write "
          + "`#if canImport(os)`; use swift-log, and `Mutex` of `Synchronization`."),
      StatusRow(
        symbols: "`CoreText`: `CTFont`, `CTLine`, `CTFramesetter`, `CTFrame`", status: .differs,
        note:
          "Pango draws; frames fill the bounds of their path. No runs, glyphs and matrices of fonts."
      ),
      StatusRow(
        symbols: "Submodules: `import AVFoundation.AVAsset`, `import UIKit.UIColor`",
        status: .differs,
        note: "The usual names of headers; each imports its whole module."),
      StatusRow(
        symbols: "`AVKit`", status: .differs, note: "Another name for AVFoundation; no views."),
      StatusRow(
        symbols: "`UIKit`, `AppKit`, `Cocoa` (product `AppleUI`)", status: .differs,
        note:
          "Colours, fonts, images with their orientation, Bézier paths, insets; `UIGraphicsImageRenderer` and the "
          + "`UIGraphics…` functions; texts with font, colour, alignment, outline and kerning; `NSBitmapImageRep`, `NSGraphicsContext`, `lockFocus()`. No views."
      ),
    ]
  ),
]
