import Synchronization

/// The times of a sample.
public struct CMSampleTimingInfo: Sendable, Hashable {
  /// How long it is presented.
  public var duration: CMTime
  /// When it is presented.
  public var presentationTimeStamp: CMTime
  /// When it must be decoded; invalid if samples are presented in their order.
  public var decodeTimeStamp: CMTime

  /// Creates times, all invalid by default.
  public init(
    duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid,
    decodeTimeStamp: CMTime = .invalid
  ) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// Times that are not known.
  public static let invalid = CMSampleTimingInfo()
}

/// Times that are not known.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid

/// A frame, encoded packets or a block of sound, with its times and its format.
///
/// It never changes, except for its attachments and its time in an output.
public final class CMSampleBuffer: @unchecked Sendable {
  // The image is the caller's to synchronise. Attachments are in a `Mutex`.

  /// A frame in memory; `nil` for other samples.
  public let imageBuffer: CVImageBuffer?
  /// The bytes of packets or sound; `nil` for frames in memory.
  public let dataBuffer: CMBlockBuffer?
  /// The format.
  public let formatDescription: CMFormatDescription?
  /// The number of samples; sound has one for each frame of its channels.
  public let numSamples: CMItemCount
  /// The times of the first sample.
  let timing: CMSampleTimingInfo
  /// The bytes of each sample; one number if all are alike.
  let sizes: [Int]
  private let attachments = Mutex<Attachments>(Attachments())

  private struct Attachments: @unchecked Sendable {
    // Values are the caller's.
    var ofBuffer: [String: Any] = [:]
    var outputTime: CMTime?
    var ofSamples: [[CMSampleBuffer.PerSampleAttachmentsDictionary.Key: Any]] = []
  }

  package init(
    image: CVImageBuffer? = nil, data: CMBlockBuffer? = nil, format: CMFormatDescription?,
    count: Int, timing: CMSampleTimingInfo, sizes: [Int]
  ) {
    (imageBuffer, dataBuffer, formatDescription) = (image, data, format)
    (numSamples, self.timing, self.sizes) = (count, timing, sizes)
  }

  /// Creates a sample of a frame in memory.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo
  ) throws {
    self.init(
      image: imageBuffer, format: formatDescription, count: 1, timing: sampleTiming, sizes: [])
  }

  /// Creates samples of bytes.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
  ) throws {
    self.init(
      data: dataBuffer, format: formatDescription, count: numSamples,
      timing: sampleTimings.first ?? .invalid, sizes: sampleSizes)
  }

  /// Creates a copy with other times.
  public convenience init(
    copying other: CMSampleBuffer, withNewTiming timing: [CMSampleTimingInfo]
  ) throws {
    self.init(
      image: other.imageBuffer, data: other.dataBuffer, format: other.formatDescription,
      count: other.numSamples, timing: timing.first ?? other.timing, sizes: other.sizes)
    let values = other.attachments.withLock { $0 }
    attachments.withLock { $0 = values }
    outputTime = nil
  }

  /// When the first sample is presented.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// When the first sample must be decoded; invalid if samples are presented in their order.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
  /// How long all samples are presented.
  public var duration: CMTime {
    numSamples == 1
      ? timing.duration : CMTimeMultiply(timing.duration, multiplier: Int32(numSamples))
  }
  /// When the first sample is presented in the output; its own time unless a program states another.
  public var outputPresentationTimeStamp: CMTime { outputTime ?? presentationTimeStamp }
  /// When the first sample must be decoded.
  public var outputDecodeTimeStamp: CMTime { decodeTimeStamp }
  /// How long all samples are presented.
  public var outputDuration: CMTime { duration }
  /// The bytes of all samples; 0 for frames in memory.
  public var totalSampleSize: Int { dataBuffer?.dataLength ?? 0 }
  /// Always `true`.
  public var isValid: Bool { true }
  /// Always `true`: the bytes are in memory.
  public var dataReadiness: DataReadiness { .ready }

  /// Whether bytes are in memory.
  public enum DataReadiness: Sendable {
    /// They are.
    case ready
  }

  /// What is known of a sample.
  public struct PerSampleAttachmentsDictionary: Sendable {
    /// The name of a property.
    public struct Key: RawRepresentable, Sendable, Hashable {
      /// The name.
      public let rawValue: String
      /// Creates a key.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Whether it cannot be decoded without others.
      public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
      /// Whether it depends on others.
      public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
    }
  }

  /// Whether the first sample can be decoded without others.
  package var isSync: Bool {
    attachments.withLock { $0.ofSamples.first?[.notSync] as? Bool } != true
  }

  /// Marks samples that cannot be decoded without others.
  package func markDependent() {
    attachments.withLock {
      $0.ofSamples = Array(repeating: [.notSync: true], count: max(1, numSamples))
    }
  }

  /// The properties of each sample, by their names.
  package var sampleAttachments: [[String: Any]] {
    let values = attachments.withLock { $0.ofSamples }
    return values.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.rawValue, $1) }) }
  }

  /// When the first sample is presented in the output, if a program states it.
  var outputTime: CMTime? {
    get { attachments.withLock { $0.outputTime } }
    set { attachments.withLock { $0.outputTime = newValue } }
  }

  func withAttachments<Result>(_ body: (inout [String: Any]) -> Result) -> Result {
    attachments.withLock { body(&$0.ofBuffer) }
  }
}

extension CMSampleBuffer: Hashable {
  /// Whether two names are of one buffer.
  public static func == (a: CMSampleBuffer, b: CMSampleBuffer) -> Bool { a === b }
  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Whether a sample cannot be decoded without others.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Whether a sample depends on others.
public let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// What is known of a buffer.
public typealias CMAttachmentBearer = CMSampleBuffer
