public import Foundation

/// The package that the tests belong to: its sources, and the products of the same build.
public enum TestedPackage {
  /// The folder of the sources.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the test bundle, where SwiftPM also puts the command and the plugins.
  ///
  /// It depends on the configuration and on `--scratch-path`. On Linux the bundle is the running
  /// program.
  public static let products = (Bundle.main.executableURL ?? root).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The path of the command `cutaway`.
  public static let command = products.appendingPathComponent("cutaway").path

  /// The environment in which GStreamer finds the plugins of this build.
  ///
  /// - Parameter registry: A file for GStreamer's list of plugins, for this build alone.
  /// - Returns: The variables of a process to start.
  public static func pluginEnvironment(registry: URL) -> [String: String?] {
    ["GST_PLUGIN_PATH": products.path, "GST_REGISTRY": registry.path]
  }
}
