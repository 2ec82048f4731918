import Cutaway
import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayModel
import CutawayTime
import CutawayTranslation

/// Where an output of a reader gets its samples.
protocol SampleSource: Sendable {
  /// Waits for the next sample; `nil` after the last one.
  func next() throws(AVError) -> CMSampleBuffer?
  /// Makes a waiting ``next()`` return.
  func cancel()
}

/// The layout of frames in memory, and its caps.
struct FrameLayout: Sendable {
  let format: PixelFormat
  /// The caps, in GStreamer's notation.
  let caps: String
  /// Whether samples have more than 8 bits.
  let isDeep: Bool

  /// The layout of a code.
  ///
  /// - Throws: ``AVError`` if it is not supported.
  init(_ code: OSType) throws(AVError) {
    guard let format = PixelFormat.of(code), let name = Self.known[code] else {
      throw AVError(
        .unsupportedOutputSettings,
        "frames in memory are 32BGRA, 32RGBA, 32ARGB, 24RGB, 420v, 420f, y420, x420 or L008")
    }
    self.format = format
    caps = "video/x-raw,format=\(name)"
    isDeep = code == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
  }

  /// The formats in GStreamer's notation, with their colorimetry.
  private static let known: [OSType: String] = [
    kCVPixelFormatType_32BGRA: "BGRA", kCVPixelFormatType_32RGBA: "RGBA",
    kCVPixelFormatType_32ARGB: "ARGB", kCVPixelFormatType_24RGB: "RGB",
    kCVPixelFormatType_OneComponent8: "GRAY8",
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: "NV12,colorimetry=bt709",
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: "NV12,colorimetry=1:3:5:1",
    kCVPixelFormatType_420YpCbCr8Planar: "I420,colorimetry=bt709",
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: "P010_10LE,colorimetry=bt709",
  ]

  /// The layout that settings of video request; 420v if they request none.
  init(_ settings: [String: Any]?) throws(AVError) {
    let value = settings?[kCVPixelBufferPixelFormatTypeKey]
    let code =
      value as? OSType ?? (value as? Int).map { OSType(truncatingIfNeeded: $0) }
      ?? (value as? NSNumber).map { OSType(truncatingIfNeeded: $0.int64Value) }
    if value != nil, code == nil {
      throw AVError(.unsupportedOutputSettings, "the pixel format is not a number")
    }
    try self.init(code ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
  }
}

extension CVPixelBuffer {
  /// A copy of a decoded frame in the layout of its caps; `nil` if the sample is none.
  convenience init?(_ sample: MediaSample, _ format: PixelFormat) {
    guard let size = sample.pictureSize else { return nil }
    self.init(format, width: size.width, height: size.height)
    let isWhole = sample.withPlanes { planes in
      for (own, plane) in zip(self.planes, zip(planes, format.planes)) {
        for row in 0..<own.height {
          unsafe (memory + own.offset + row * own.bytesPerRow).copyMemory(
            from: plane.0.base + row * plane.0.stride, byteCount: own.width * plane.1.bytes)
        }
      }
      return planes.count == self.planes.count
    }
    guard isWhole == true else { return nil }
    CVBufferSetAttachment(
      self, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
    CVBufferSetAttachment(
      self, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2,
      .shouldPropagate)
    CVBufferSetAttachment(
      self, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2,
      .shouldPropagate)
  }
}

/// Frames or sound that the engine renders.
final class RenderedSamples: SampleSource {
  private let reader: SampleReader
  private let content: Content
  private let start: MediaTime
  private let compositing: CompositingSession?

  enum Content: Sendable {
    case frames(FrameLayout, duration: MediaTime)
    case sound(AudioStreamBasicDescription)
  }

  /// Starts to render a part of an edit.
  init(_ edit: Edit, _ content: Content, range: TimeRange?) {
    (self.content, compositing) = (content, edit.compositing)
    start = range?.start ?? .zero
    let format =
      switch content {
      case .frames(let layout, _):
        SampleReader.Format(
          .video, caps: layout.caps, picture: PictureFormat(bitDepth: layout.isDeep ? 10 : 8))
      case .sound(let sound):
        // Channels are separated afterwards.
        SampleReader.Format(
          .audio,
          caps: "audio/x-raw,layout=interleaved,format=\(sound.sampleFormat ?? "S16LE"),"
            + "rate=\(Int(sound.mSampleRate)),channels=\(sound.mChannelsPerFrame)")
      }
    reader = SampleReader(edit.composition, as: format, range: range)
  }

  func next() throws(AVError) -> CMSampleBuffer? {
    let sample: MediaSample?
    do throws(ExportError) {
      sample = try reader.next()
    } catch {
      throw compositing?.error ?? AVError(error, hasVideoComposition: true)
    }
    guard let sample else {
      if let error = compositing?.error { throw error }
      return nil
    }
    switch content {
    case .frames(let layout, let duration):
      let index = MediaTime(nanoseconds: sample.start + 1).floored(in: duration)
      return try frameSample(
        sample, layout, at: start + duration * Int(index), lasting: duration)
    case .sound(let format):
      let rate = Int64(format.mSampleRate)
      let first = MediaTime(nanoseconds: sample.start).rounded(in: MediaTime(1, over: rate))
      let offset = start.rounded(in: MediaTime(1, over: rate))
      return soundSample(sample, format, from: first + offset)
    }
  }

  func cancel() {
    reader.cancel()
    compositing?.finish()
  }
}

/// A frame as a sample.
func frameSample(
  _ sample: MediaSample, _ layout: FrameLayout, at time: MediaTime, lasting duration: MediaTime?
) throws(AVError) -> CMSampleBuffer {
  guard let image = CVPixelBuffer(sample, layout.format) else {
    throw AVError(.decodeFailed, "the frame at \(time.seconds) s has another layout than requested")
  }
  return CMSampleBuffer(
    image: image, format: CMFormatDescription(of: image), count: 1,
    timing: CMSampleTimingInfo(
      duration: duration.map { CMTime($0) } ?? .invalid, presentationTimeStamp: CMTime(time)),
    sizes: [])
}

/// A block of sound as a sample.
func soundSample(
  _ sample: MediaSample, _ format: AudioStreamBasicDescription, from first: Int64
) -> CMSampleBuffer {
  let channels = Int(format.mChannelsPerFrame), bytes = Int(format.mBitsPerChannel) / 8
  let count = sample.size / (channels * bytes)
  let data = CMBlockBuffer(length: count * channels * bytes)
  if format.isNonInterleaved, channels > 1 {
    let all = sample.bytes
    unsafe data.withUnsafeMutableBytes { target in
      for frame in 0..<count {
        for channel in 0..<channels {
          for byte in 0..<bytes {
            unsafe target[(channel * count + frame) * bytes + byte] =
              all[(frame * channels + channel) * bytes + byte]
          }
        }
      }
    }
  } else {
    unsafe data.withUnsafeMutableBytes { unsafe sample.copyBytes(to: $0) }
  }
  let rate = CMTimeScale(format.mSampleRate)
  return CMSampleBuffer(
    data: data, format: CMFormatDescription(sound: format), count: count,
    timing: CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: rate),
      presentationTimeStamp: CMTime(value: first, timescale: rate)),
    sizes: [Int(format.mBytesPerFrame)])
}
