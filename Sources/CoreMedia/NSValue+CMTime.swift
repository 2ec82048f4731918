/// A value of this module in an `NSValue`.
final class MediaValue<Content: Hashable & Sendable>: NSValue, @unchecked Sendable {
  // NSValue is unchecked Sendable, and so is each subclass. This one never changes.
  let content: Content
  private static var encoding: StaticString { "?" }

  init(_ content: Content) {
    self.content = content
    super.init()
  }

  required convenience init(
    bytes value: UnsafeRawPointer, objCType type: UnsafePointer<CChar>
  ) {
    unsafe self.init(value.load(as: Content.self))
  }

  required init?(coder: NSCoder) { nil }

  override var objCType: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(Self.encoding.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  override func getValue(_ value: UnsafeMutableRawPointer) {
    unsafe value.storeBytes(of: content, as: Content.self)
  }

  override var hash: Int { content.hashValue }

  override func isEqual(_ value: Any?) -> Bool { (value as? Self)?.content == content }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override var description: String { "\(content)" }
}

extension NSValue: InstanceProvider {
  /// Creates a value that holds a time.
  public convenience init(time: CMTime) {
    self.init(providing: { sameInstance(MediaValue(time)) })
  }
  /// Creates a value that holds a range.
  public convenience init(timeRange: CMTimeRange) {
    self.init(providing: { sameInstance(MediaValue(timeRange)) })
  }
  /// Creates a value that holds a mapping.
  public convenience init(timeMapping: CMTimeMapping) {
    self.init(providing: { sameInstance(MediaValue(timeMapping)) })
  }
  /// The time in the value; invalid if it holds something else.
  public var timeValue: CMTime { (self as? MediaValue<CMTime>)?.content ?? .invalid }
  /// The range in the value; invalid if it holds something else.
  public var timeRangeValue: CMTimeRange {
    (self as? MediaValue<CMTimeRange>)?.content ?? .invalid
  }
  /// The mapping in the value; invalid if it holds something else.
  public var timeMappingValue: CMTimeMapping {
    (self as? MediaValue<CMTimeMapping>)?.content ?? .invalid
  }
}
