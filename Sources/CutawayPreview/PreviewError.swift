public import CutawayDiagnostics
import CutawaySystem

/// The reason why a preview cannot be served.
public typealias PreviewError = CutawayError<PreviewErrorCode>

/// The kind of ``PreviewError``.
public struct PreviewErrorCode: CutawayErrorCode {
  /// The name of the code.
  public let name: String

  /// The address is in use, does not belong to this machine, or requires other permissions.
  public static let addressUnavailable = Self(name: "addressUnavailable")
  /// An element that encodes for browsers is not installed.
  public static let missingElement = Self(name: "missingElement")
}

extension PreviewError {
  /// The error for an address; without a reason, no host has its name.
  init(binding address: PreviewAddress, failed error: SystemError?) {
    let place = "\(PreviewAddress.urlHost(address.host)):\(address.port)"
    let reason =
      switch error {
      case nil: "there is no such host"
      case .addressInUse?: "the port is in use; choose another, or 0 for any free port"
      case .permissionDenied?: "permission denied; ports below 1024 are reserved for the system"
      case .addressNotAvailable?: "this machine does not have that address"
      case let error?: error.message
      }
    self.init(.addressUnavailable, "cannot serve at \(place): \(reason)")
  }
}
