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
/// A truth value.
public typealias CFBoolean = Bool
/// A code of an error; 0 is success.
public typealias OSStatus = Int32
/// Success.
public let noErr: OSStatus = 0
/// Four characters as a number.
public typealias FourCharCode = UInt32
/// Four characters as a number.
public typealias OSType = FourCharCode

/// An allocator; only the default one exists.
public final class CFAllocator: Sendable {}
/// The default allocator.
public let kCFAllocatorDefault: CFAllocator? = nil
/// An allocator that does nothing, for memory that the caller frees.
public let kCFAllocatorNull: CFAllocator? = nil
// Apple's declarations: programs write `kCFBooleanTrue!`.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The value `true`.
public let kCFBooleanTrue: CFBoolean! = true
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The value `false`.
public let kCFBooleanFalse: CFBoolean! = false

/// No value.
public let kCFNull = NSNull()

/// The seconds since 2001-01-01.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// Four characters as a number.
package func fourCharacters(_ text: String) -> FourCharCode {
  text.utf8.reduce(0) { $0 << 8 | FourCharCode($1) }
}

/// A reference that Core Foundation's functions return.
public struct UnmanagedReference {
  private let value: CFTypeRef

  package init(_ value: CFTypeRef) { self.value = value }

  /// The value.
  public func takeUnretainedValue() -> CFTypeRef { value }
  /// The value.
  public func takeRetainedValue() -> CFTypeRef { value }
}
