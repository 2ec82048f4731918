/// A Swift package with one effect, its test, and the library that GStreamer loads.
struct EffectPackage {
  /// The name of the element.
  let name: String
  /// The path of Cutaway's sources, relative to the package.
  let cutaway: String
  /// The name of the folder with Cutaway's sources.
  let folderName: String

  /// The name of the effect's type.
  private var type: String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The package identity, which Swift Package Manager derives from the folder.
  private var dependency: String { folderName.lowercased() }

  /// The paths of the files in the package, and their contents.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/\(type)/\(type).swift", effect),
      ("Sources/\(type)Plugin/Plugin.swift", plugin),
      ("Tests/\(type)Tests/\(type)Tests.swift", test),
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

  private var effect: String {
    """
    import CutawayElements

    /// Removes colour from frames.
    public struct \(type): VideoFilter, Codable, Hashable {
      public static let name = "\(name)"
      public static let summary = "Removes colour from frames"
      /// The order of the components of a pixel.
      public static let layouts: [PixelLayout] = [.bgra]

      @Property(in: 0...1, "How much colour to remove, from 0 to 1") public var amount = 1.0

      public init() {}

      /// Changes one frame in place.
      public func apply(to frame: inout VideoFrame) {
        let keep = UInt16((1 - amount) * 256), take = 256 - keep
        frame.mapPixels { pixel, _, _ in
          let grey = UInt8((UInt16(pixel.x) + 5 * UInt16(pixel.y) + 2 * UInt16(pixel.z)) / 8)
          // `scaled(by:)` keeps alpha, so only one of the two may have it.
          let bare = Pixel(grey, grey, grey, 0)
          return pixel.scaled(by: keep) &+ bare.scaled(by: take)
        }
      }
    }

    """
  }

  private var plugin: String {
    """
    import CutawayElements
    import \(type)

    /// GStreamer calls this function of libgst\(name).so; its name follows from the file's.
    @c(gst_plugin_\(name)_get_desc)
    public func \(name)Descriptor() -> UnsafeRawPointer {
      Plugin("\(name)", "The effect \(name)", elements: .filter(\(type).self)).descriptor
    }

    """
  }

  private var test: String {
    """
    import CutawayElements
    import \(type)
    import Testing

    @Test func `an amount of 0 changes nothing`() throws {
      let image = Image(width: 8, height: 8, filledWith: Pixel(10, 200, 90, 255))
      #expect(try image.filtered(by: \(type) { $0.amount = 0 }) == image)
    }

    @Test func `an amount of 1 removes all colour and keeps alpha`() throws {
      let image = Image(width: 8, height: 8, filledWith: Pixel(10, 200, 90, 255))
      let pixel = try image.filtered(by: \(type) { $0.amount = 1 })[3, 3]
      #expect(pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == 255)
    }

    """
  }

  private var readme: String {
    """
    # \(name)

    A GStreamer element in Swift: `Sources/\(type)/\(type).swift` is the effect,
    `Sources/\(type)Plugin` the library that GStreamer loads.

    ```
    swift build -c release
    swift test -c release
    export GST_PLUGIN_PATH=$PWD/.build/release
    gst-inspect-1.0 \(name)
    gst-launch-1.0 videotestsrc ! videoconvert ! \(name) amount=0.7 ! videoconvert ! autovideosink
    ```

    In a composition, on a layer, a track or the whole picture, with the same `GST_PLUGIN_PATH`:

    ```yaml
    effects:
      - {element: \(name), amount: 0.7}
    ```

    `cutaway effects \(name)` lists its properties. For more, see `docs/writing-an-effect.md` in
    Cutaway's sources, `\(cutaway)`.

    """
  }
}
