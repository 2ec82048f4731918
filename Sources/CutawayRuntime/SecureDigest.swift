import CCutawayGStreamer

/// A SHA-256 digest, as GLib computes it.
///
/// One thread at a time may use it.
package final class SecureDigest {
  private let checksum: OpaquePointer

  /// Creates the digest of no bytes.
  package init() { checksum = g_checksum_new(G_CHECKSUM_SHA256) }

  deinit { g_checksum_free(checksum) }

  /// Appends bytes.
  package func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes(add) }

  /// Appends the UTF-8 form of a text.
  package func add(_ text: String) { add(Array(text.utf8)) }

  func add(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    g_checksum_update(checksum, base.assumingMemoryBound(to: guchar.self), bytes.count)
  }

  /// The digest as `sha256:` and 64 hexadecimal digits, after which no bytes can be added.
  package consuming func text() -> String {
    "sha256:" + String(cString: g_checksum_get_string(checksum))
  }
}
