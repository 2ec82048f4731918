public import Foundation

// What programs for Apple's systems use of Foundation, and Foundation for Linux does not have.

/// Runs a closure; without Objective-C, nothing waits for the end of a pool.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// A pointer through which a function returns an error: pass `&error` of an `NSError?`, or `nil`.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

extension URL {
  /// The documents folder of the user.
  public static var documentsDirectory: URL {
    let known = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
    return known.map { URL(fileURLWithPath: $0.path, isDirectory: true) }
      ?? homeDirectory.appendingPathComponent("Documents", isDirectory: true)
  }
  /// The cache folder of the user.
  public static var cachesDirectory: URL {
    let known = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    return known.map { URL(fileURLWithPath: $0.path, isDirectory: true) }
      ?? homeDirectory.appendingPathComponent(".cache", isDirectory: true)
  }
  /// The folder of the user.
  public static var homeDirectory: URL {
    URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
  }
}

extension ProcessInfo: InstanceProvider {
  /// The information about this process; the argument is for Swift only.
  public convenience init(_ nothing: Void = ()) {
    self.init(providing: { sameInstance(ProcessInfo.processInfo) })
  }
}

/// Nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
