import Glibc
import NIOCore

/// The reason why a preview cannot be served.
public struct PreviewError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a ``PreviewError``.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable {
    private let name: String

    /// The address is in use, does not belong to this machine, or requires other permissions.
    public static let addressUnavailable = Code(name: "addressUnavailable")
    /// An element that encodes for browsers is not installed.
    public static let missingElement = Code(name: "missingElement")
  }

  /// The kind of failure, for programs.
  public var code: Code
  /// The failure in words, for people.
  public var message: String

  /// Creates an error from its kind and a message.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The text of ``message``.
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

  /// Matches a code in a `catch`: `catch let error as PreviewError where .missingElement ~= error`.
  public static func ~= (code: Code, error: Self) -> Bool { error.code == code }
}
