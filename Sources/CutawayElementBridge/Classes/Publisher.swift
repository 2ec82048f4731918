/// Who publishes a plugin, and under which terms, for `gst-inspect-1.0` and the programs that ask.
///
///     let publisher = Publisher(
///       author: "Jo Doe <jo@example.com>", license: "MIT/X11", package: "Jo's effects",
///       origin: "https://example.com/effects", version: "1.0.0")
public struct Publisher: Sendable, Hashable {
  /// The author of the elements: a name and an address, as in `Jo Doe <jo@example.com>`.
  public var author: String

  /// The license of the plugin.
  ///
  /// GStreamer knows `LGPL`, `GPL`, `QPL`, `GPL/QPL`, `MPL`, `BSD`, `MIT/X11`, `0BSD`, `Proprietary`
  /// and `unknown` by these names, and takes any other for `unknown`.
  public var license: String

  /// The name of the package that contains the plugin.
  public var package: String

  /// The place where the package can be found, usually a web address.
  public var origin: String

  /// The version of the plugin.
  public var version: String

  /// Describes a publisher.
  public init(author: String, license: String, package: String, origin: String, version: String) {
    self.author = author
    self.license = license
    self.package = package
    self.origin = origin
    self.version = version
  }

  /// A publisher who is not stated; the words are those of GStreamer.
  public static let unknown = Publisher(
    author: "Unknown author", license: "unknown", package: "Unknown package",
    origin: "Unknown package origin", version: "0.0.0")

  /// The publisher of Cutaway's own plugins.
  package static let cutaway = Publisher(
    author: "The Cutaway authors", license: "MIT/X11", package: "Cutaway",
    origin: unknown.origin, version: libraryVersion)
}
