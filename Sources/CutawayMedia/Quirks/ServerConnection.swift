import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// If a connection to a server fails, souphttpsrc reports only "Internal data stream error".
  ///
  /// So the probe connects once more, and reports why that fails.
  package static let serverConnection = Quirk(
    "souphttpsrc does not report why a connection failed",
    versions: [.all],
    test: "a server with a self-signed certificate is not trusted")
}

/// Tries to connect to the server of a web resource.
///
/// No request is sent, because it would go to a server whose identity is not verified.
///
/// - Parameters:
///   - location: A path or a URI.
///   - seconds: The time limit.
/// - Returns: The reason of the failure; `nil` if there was none, or the location is not on the
///   web.
func connectionFailure(of location: String, seconds: Int) -> String? {
  let isEncrypted = location.hasPrefix("https:")
  guard Quirk.serverConnection.applies, isEncrypted || location.hasPrefix("http:") else {
    return nil
  }
  let client = g_socket_client_new()!
  defer { g_object_unref(client) }
  g_socket_client_set_tls(client, isEncrypted ? 1 : 0)
  g_socket_client_set_timeout(client, guint(seconds))
  var error: UnsafeMutablePointer<GError>?
  let port: guint16 = isEncrypted ? 443 : 80
  if let connection = g_socket_client_connect_to_uri(client, location, port, nil, &error) {
    g_object_unref(connection)
    return nil
  }
  defer { g_clear_error(&error) }
  guard let error else { return nil }
  if error.pointee.domain == g_tls_error_quark(),
    error.pointee.code == gint(G_TLS_ERROR_BAD_CERTIFICATE.rawValue)
  {
    return "this system does not trust the certificate of its server"
  }
  return String(cString: error.pointee.message)
}
