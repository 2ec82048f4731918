import AVFoundation
import TestSupport
import Testing
import VideoToolbox

/// What formats state besides codec and size: colours, range, alpha, light.
@Suite struct FormatExtensionTests {
  struct Coding: Sendable, CustomTestStringConvertible {
    /// The primaries, the transfer function and the matrix, as ffmpeg calls them.
    var primaries, transfer, matrix: String
    /// Apple's values.
    var expected: [String]
    var testDescription: String { "\(primaries) \(transfer) \(matrix)" }
  }

  static let codings = [
    Coding(
      primaries: "bt709", transfer: "bt709", matrix: "bt709",
      expected: ["ITU_R_709_2", "ITU_R_709_2", "ITU_R_709_2"]),
    Coding(
      primaries: "bt2020", transfer: "arib-std-b67", matrix: "bt2020nc",
      expected: ["ITU_R_2020", "ITU_R_2100_HLG", "ITU_R_2020"]),
    Coding(
      primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc",
      expected: ["ITU_R_2020", "SMPTE_ST_2084_PQ", "ITU_R_2020"]),
    Coding(
      primaries: "smpte170m", transfer: "smpte170m", matrix: "smpte170m",
      expected: ["SMPTE_C", "ITU_R_709_2", "ITU_R_601_4"]),
    Coding(
      primaries: "smpte432", transfer: "iec61966-2-1", matrix: "bt709",
      expected: ["P3_D65", "IEC_sRGB", "ITU_R_709_2"]),
  ]

  @Test(arguments: codings, [false, true])
  func `a track states the colours of its file`(coding: Coding, isFull: Bool) async throws {
    let parameters =
      "colorprim=\(coding.primaries):transfer=\(coding.transfer):colormatrix=\(coding.matrix)"
      + ":fullrange=\(isFull ? "on" : "off")"
    let media = FFmpegMedia(
      "mkv", ["-c:v", "libx264", "-x264-params", parameters], video: .init(frameCount: 3))
    let track = try AVURLAsset(url: try await media.file()).video()
    let format = try #require(track.formatDescriptions.first as? CMFormatDescription)
    let keys = [
      kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
      kCMFormatDescriptionExtension_YCbCrMatrix,
    ]
    let colors = keys.map { CMFormatDescriptionGetExtension(format, extensionKey: $0) as? String }
    #expect(colors == coding.expected)
    #expect(format.extensions[.fullRangeVideo] == (isFull ? .flag(true) : nil))
    #expect(format.extensions[.bitsPerComponent] == .number(8))
    let all = CMFormatDescriptionGetExtensions(format)
    #expect(all?["CVImageBufferColorPrimaries"] as? String == coding.expected[0])
    #expect(all?["FullRangeVideo"] as? Bool == (isFull ? true : nil))
  }

  @Test func `the light of HDR is that of the messages in the stream`() async throws {
    let media = FFmpegMedia(
      "mkv",
      [
        "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params",
        "log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr10=1:"
          + "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):"
          + "max-cll=1000,400",
      ], video: .init(frameCount: 3))
    let track = try AVURLAsset(url: try await media.file()).video()
    let format = try #require(track.formatDescriptions.first as? CMFormatDescription)
    func bytes(_ numbers: [Int], _ size: Int) -> [UInt8] {
      numbers.flatMap { number in (0..<size).reversed().map { UInt8(number >> (8 * $0) & 255) } }
    }
    let display = format.extensions[.masteringDisplayColorVolume]?.propertyListRepresentation
    #expect(
      (display as? Data).map { Array($0) }
        == bytes([13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450], 2)
        + bytes([10_000_000, 50], 4))
    let light = format.extensions[.contentLightLevelInfo]?.propertyListRepresentation
    #expect((light as? Data).map { Array($0) } == bytes([1000, 400], 2))
    #expect(format.extensions[.bitsPerComponent] == .number(10))
  }

  @Test func `a transparent film says so`() async throws {
    let media = FFmpegMedia(
      "mov",
      [
        "-vf", "format=rgba,geq=r=p(X\\,Y):a=if(gt(X\\,30)\\,255\\,0)", "-c:v", "png", "-pix_fmt",
        "rgba",
      ], video: .init(width: 64, height: 64, frameCount: 2))
    let track = try AVURLAsset(url: try await media.file()).video()
    let format = try #require(track.formatDescriptions.first as? CMFormatDescription)
    #expect(format.extensions[.containsAlphaChannel] == .flag(true))
    #expect(format.extensions[.depth] == .number(32))
  }

  @Test func `a format keeps the extensions of a program`() throws {
    var format: CMVideoFormatDescription?
    let extensions: [String: Any] = [
      kCMFormatDescriptionExtension_ColorPrimaries: "P3_D65", "Depth": 24, "Own": Data([1, 2]),
      kCMFormatDescriptionExtension_FullRangeVideo: true,
      kCMFormatDescriptionExtension_PixelAspectRatio: [
        kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 4,
        kCVImageBufferPixelAspectRatioVerticalSpacingKey: 3,
      ],
    ]
    #expect(
      CMVideoFormatDescriptionCreate(
        allocator: nil, codecType: kCMVideoCodecType_HEVC, width: 64, height: 64,
        extensions: extensions, formatDescriptionOut: &format) == 0)
    let created = try #require(format)
    #expect(created.extensions[.colorPrimaries] == .text("P3_D65"))
    #expect(created.extensions[.fullRangeVideo] == .flag(true))
    #expect(created.extensions[.depth]?.propertyListRepresentation as? Int == 24)
    #expect(
      CMFormatDescriptionGetExtension(created, extensionKey: "Own") as? Data == Data([1, 2]))
    let ratio = created.extensions[.pixelAspectRatio]?.propertyListRepresentation
    #expect((ratio as? [String: Double])?["HorizontalSpacing"] == 4)
    #expect(Array(created.extensions).count == 5)
  }

  @Test func `the format of a frame has its attachments`() throws {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 16, 16, kCVPixelFormatType_32BGRA, nil, &buffer) == 0)
    let image = try #require(buffer)
    #expect(CVBufferCopyAttachments(image, .shouldPropagate) == nil)
    CVBufferSetAttachments(
      image,
      [
        kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_P3_D65,
        kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_sRGB, "Own": 1,
      ], .shouldPropagate)
    #expect(CVBufferHasAttachment(image, "Own"))
    #expect(CVBufferGetAttachment(image, "Own", nil)?.takeUnretainedValue() as? Int == 1)
    var format: CMVideoFormatDescription?
    #expect(
      CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: nil, imageBuffer: image, formatDescriptionOut: &format) == 0)
    let created = try #require(format)
    #expect(CMFormatDescriptionGetExtensions(created)?.count == 2)
    #expect(created.extensions[.transferFunction] == .text("IEC_sRGB"))
    CVBufferRemoveAllAttachments(image)
    #expect(!CVBufferHasAttachment(image, "Own"))
  }

  @Test func `a writer names the settings that it ignores`() {
    let settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 64,
      AVVideoScalingModeKey: AVVideoScalingModeResizeAspect,
      AVVideoColorPropertiesKey: [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_709_2,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
      ],
      AVVideoCompressionPropertiesKey: [
        AVVideoAverageBitRateKey: 1_000_000,
        kVTCompressionPropertyKey_ProfileLevel: kVTProfileLevel_H264_High_AutoLevel,
        AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC,
      ] as [String: Any],
    ]
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    #expect(
      input.ignoredSettings == ["H264EntropyMode", "ProfileLevel"])
    let plain = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: settings.filter { $0.key.hasSuffix("CodecKey") || $0.key.hasSuffix("htKey") })
    #expect(plain.ignoredSettings == [])
  }
}
