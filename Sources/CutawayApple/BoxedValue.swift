package import Foundation

/// A value of Apple's modules in an `NSValue`.
package final class BoxedValue<Content: Hashable & Sendable>: NSValue, @unchecked Sendable {
  // NSValue is unchecked Sendable, and so is each subclass. This one never changes.
  package let content: Content
  private static var encoding: StaticString { "?" }

  package init(_ content: Content) {
    self.content = content
    super.init()
  }

  package required convenience init(
    bytes value: UnsafeRawPointer, objCType type: UnsafePointer<CChar>
  ) {
    unsafe self.init(value.load(as: Content.self))
  }

  package required init?(coder: NSCoder) { nil }

  package override var objCType: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(Self.encoding.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  package override func getValue(_ value: UnsafeMutableRawPointer) {
    unsafe value.storeBytes(of: content, as: Content.self)
  }

  package override var hash: Int { content.hashValue }

  package override func isEqual(_ value: Any?) -> Bool { (value as? Self)?.content == content }

  package override func copy(with zone: NSZone? = nil) -> Any { self }

  package override var description: String { "\(content)" }
}

extension NSValue: InstanceProvider {}
