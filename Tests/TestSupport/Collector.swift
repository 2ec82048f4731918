import Synchronization

/// Collects what closures of any thread deliver.
public final class Collector<Element: Sendable>: Sendable {
  private let values = Mutex<[Element]>([])

  public init() {}

  /// What was added so far, in order.
  public var elements: [Element] { values.withLock { $0 } }

  /// Adds an element; serves as a closure.
  @Sendable public func add(_ element: Element) { values.withLock { $0.append(element) } }
}
