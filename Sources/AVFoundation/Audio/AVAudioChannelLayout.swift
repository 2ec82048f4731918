/// The places of channels.
@safe
public class AVAudioChannelLayout: NSObject, NSSecureCoding, @unchecked Sendable {
  // Nothing changes after the initializer.

  /// The kind of layout.
  public let layoutTag: AudioChannelLayoutTag
  /// The number of channels.
  public let channelCount: AVAudioChannelCount
  /// The layout in memory that lives as long as this object.
  public let layout: UnsafePointer<AudioChannelLayout>

  /// Creates a layout; `nil` for kinds that do not state a number of channels.
  public init?(layoutTag: AudioChannelLayoutTag) {
    let count = layoutTag & 0xFFFF
    guard count > 0 else { return nil }
    var value = AudioChannelLayout()
    value.mChannelLayoutTag = layoutTag
    (self.layoutTag, channelCount) = (layoutTag, count)
    unsafe layout = Self.memory(value)
  }

  /// Copies a layout, of whose descriptions only the first one is kept.
  public init(layout: UnsafePointer<AudioChannelLayout>) {
    let value = unsafe layout.pointee
    layoutTag = value.mChannelLayoutTag
    // Descriptions of the channels, and bits for them.
    channelCount =
      switch value.mChannelLayoutTag {
      case 0: value.mNumberChannelDescriptions
      case 1 << 16: UInt32(value.mChannelBitmap.nonzeroBitCount)
      default: value.mChannelLayoutTag & 0xFFFF
      }
    unsafe self.layout = Self.memory(value)
  }

  /// Restores a layout of a kind.
  public required convenience init?(coder: NSCoder) {
    self.init(layoutTag: AudioChannelLayoutTag(coder.decodeInt32(forKey: "tag")))
  }

  deinit { unsafe layout.deallocate() }

  private static func memory(_ value: AudioChannelLayout) -> UnsafePointer<AudioChannelLayout> {
    let memory = UnsafeMutablePointer<AudioChannelLayout>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    return unsafe UnsafePointer(memory)
  }

  /// The usual layout of a number of channels.
  static func usual(_ channels: AVAudioChannelCount) -> AVAudioChannelLayout? {
    switch channels {
    case 1: AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Mono)
    case 2: AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo)
    case 6: AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A)
    // Channels in order.
    default: AVAudioChannelLayout(layoutTag: 147 << 16 | channels)
    }
  }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Stores the kind of the layout.
  public func encode(with coder: NSCoder) {
    coder.encode(Int32(bitPattern: layoutTag), forKey: "tag")
  }

  /// Whether two layouts are of the same kind, with the same number of channels.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioChannelLayout else { return false }
    return layoutTag == other.layoutTag && channelCount == other.channelCount
  }

  /// A hash of the kind.
  public override var hash: Int { layoutTag.hashValue }
}
