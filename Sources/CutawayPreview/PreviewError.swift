import Glibc
import NIOCore

/// Why a preview cannot be served.
public struct PreviewError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is.
  ///
  /// New kinds may be added.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The address is in use, is not this machine's, or may not be used.
    public static let addressUnavailable = Code(name: "addressUnavailable")
    /// An element that makes what browsers play is not installed.
    public static let missingElement = Code(name: "missingElement")
  }

  public var code: Code
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  init(binding address: PreviewAddress, failed error: any Error) {
    let place = "\(PreviewAddress.urlHost(address.host)):\(address.port)"
    let reason =
      switch (error as? IOError)?.errnoCode {
      case EADDRINUSE: "it is in use; give another port, or 0 for any that is free"
      case EACCES: "there is no permission to; ports below 1024 are the system's"
      case EADDRNOTAVAIL: "it is not an address of this machine"
      default: error is SocketAddressError ? "there is no such host" : "\(error)"
      }
    self.init(.addressUnavailable, "cannot serve at \(place): \(reason)")
  }

  /// Lets a `catch` name the code: `catch let error as PreviewError where .missingElement ~= error`.
  public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}
