import ArgumentParser

/// A Swift package with one element, its test, and the library that GStreamer loads.
struct EffectPackage {
  /// The name of the element.
  let name: String
  /// The kind of element.
  let kind: Kind
  /// The author of the element, as `gst-inspect-1.0` prints it.
  let author: String
  /// The path of Cutaway's sources, relative to the package.
  let cutaway: String
  /// The name of the folder with Cutaway's sources.
  let folderName: String

  /// What the element of a package does.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case filter, transition, compositor, audio
  }

  /// The example of the kind.
  private var example: EffectExample {
    switch kind {
    case .filter: .filter(name: name, type: type)
    case .transition: .transition(name: name, type: type)
    case .compositor: .compositor(name: name, type: type)
    case .audio: .audio(name: name, type: type)
    }
  }

  /// The name of the element's type.
  private var type: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The package identity, which Swift Package Manager derives from the folder.
  private var dependency: String { folderName.lowercased() }

  /// The paths of the files in the package, and their contents.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/\(type)/\(type).swift", example.source),
      ("Sources/\(type)Plugin/Plugin.swift", plugin),
      ("Tests/\(type)Tests/\(type)Tests.swift", example.test),
      ("README.md", readme), (".gitignore", ".build/\nPackage.resolved\n"),
    ]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.3
    import PackageDescription

    let package = Package(
      name: "\(name)",
      // GStreamer loads libgst\(name).so.
      products: [.library(name: "gst\(name)", type: .dynamic, targets: ["\(type)Plugin"])],
      dependencies: [.package(path: "\(cutaway)", traits: [])],
      targets: [
        .target(name: "\(type)", dependencies: [.product(name: "CutawayElements", package: "\(dependency)")]),
        .target(
          name: "\(type)Plugin",
          dependencies: ["\(type)", .product(name: "CutawayElements", package: "\(dependency)")]),
        .testTarget(
          name: "\(type)Tests",
          dependencies: ["\(type)", .product(name: "CutawayElements", package: "\(dependency)")]),
      ])

    """
  }

  private var plugin: String {
    """
    import CutawayElements
    import \(type)

    /// GStreamer calls this function of libgst\(name).so; its name follows from the file's.
    @c(gst_plugin_\(name)_get_desc)
    public func \(name)Descriptor() -> UnsafeRawPointer {
      \(name)Plugin.descriptor
    }

    let \(name)Plugin = Plugin(
      "\(name)", "The element \(name)",
      // For gst-inspect-1.0 and the programs that ask. GStreamer knows LGPL, MIT/X11, Proprietary and some more.
      publisher: Publisher(
        author: \(author.debugDescription), license: "unknown", package: "\(name)", origin: "Unknown package origin",
        version: "0.1.0"),
      elements: .\(example.registration)(\(type).self))

    """
  }

  private var readme: String {
    """
    # \(name)

    A GStreamer element in Swift: `Sources/\(type)/\(type).swift` is the element,
    `Sources/\(type)Plugin` the library that GStreamer loads.

    ```
    swift build -c release
    swift test -c release
    export GST_PLUGIN_PATH=$PWD/.build/release
    gst-inspect-1.0 \(name)
    \(example.launchLine)
    ```

    \(example.usage)

    For more, see `docs/writing-an-effect.md` in Cutaway's sources, `\(cutaway)`.

    """
  }
}
