public import Foundation

// Core Foundation has no Swift interface on Linux. Its types are names of Foundation's, so that
// `"Helvetica" as CFTypeRef` and `key as String` compile.

/// Any value.
public typealias CFTypeRef = Any
/// A value of a property list.
public typealias CFPropertyList = Any
/// A string.
public typealias CFString = String
/// A dictionary with strings as keys.
public typealias CFDictionary = [String: Any]
/// An array.
public typealias CFArray = [Any]
/// A number.
public typealias CFNumber = NSNumber
/// Bytes.
public typealias CFData = Data
/// A location.
public typealias CFURL = URL
/// A count or an index.
public typealias CFIndex = Int
/// Seconds.
public typealias CFTimeInterval = Double
/// Seconds since 2001-01-01.
public typealias CFAbsoluteTime = Double
/// A code of an error; 0 is success.
public typealias OSStatus = Int32
/// Four characters as a number.
public typealias FourCharCode = UInt32
/// Four characters as a number.
public typealias OSType = FourCharCode

/// An allocator; only the default one exists.
public final class CFAllocator: Sendable {}
/// The default allocator.
public let kCFAllocatorDefault: CFAllocator? = nil
/// The value `true`.
public let kCFBooleanTrue = true
/// The value `false`.
public let kCFBooleanFalse = false

/// The seconds since 2001-01-01.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// Four characters as a number.
package func fourCharacters(_ text: String) -> FourCharCode {
  text.utf8.reduce(0) { $0 << 8 | FourCharCode($1) }
}
