/// A class whose initializers may return an instance of a subclass, or one that exists.
///
/// Apple's class clusters do so: `AVAsset(url:)` returns an `AVURLAsset`. Swift has no such
/// initializers for classes, but initializers of protocols may assign `self`.
public protocol InstanceProvider {}

extension InstanceProvider {
  /// Creates an instance by a function.
  public init(providing instance: () -> Self) { self = instance() }
}

/// An instance as one of the class `Result`.
///
/// - Precondition: The instance is one of `Result` or of its subclasses.
public func sameInstance<Result: AnyObject>(_ instance: AnyObject) -> Result {
  guard let result = instance as? Result else {
    preconditionFailure("\(type(of: instance)) is no \(Result.self)")
  }
  return result
}
