// swift-tools-version: 6.3
import PackageDescription

/// Every target: no warnings, no hidden imports, no implicit existentials.
let common: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

/// Every target but those that speak to C: an unsafe construct must say so, and none should need to.
let safe = common + [.strictMemorySafety()]

let package = Package(
  name: "cutaway",
  products: [
    .library(name: "Cutaway", targets: ["Cutaway"]),
    .library(name: "BrowserPreview", targets: ["BrowserPreview"]),
    .library(name: "Composition", targets: ["Composition", "MediaTime"]),
    .library(name: "CompositionFile", targets: ["CompositionFile"]),
    .library(name: "ElementKit", targets: ["ElementKit"]),
    .library(name: "GStreamerBridge", targets: ["GStreamerBridge"]),
    .executable(name: "cutaway", targets: ["cutaway-cli"]),
    // The libraries that GStreamer loads: `libgstNAME.so`.
    .library(name: "gstramps", type: .dynamic, targets: ["RampsPlugin"]),
    .library(name: "gsttrack", type: .dynamic, targets: ["TrackPlugin"]),
    .library(name: "gsteffects", type: .dynamic, targets: ["EffectsPlugin"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // Exact time, ranges, mappings. Imports nothing.
    .target(name: "MediaTime", swiftSettings: safe),

    // How long to wait for what may hang.
    .target(name: "Waiting", swiftSettings: safe),

    // Finishing an MP4 or MOV file: header first, metadata, chapters, languages; MP3's first frame. No C.
    .target(name: "MovieFile", dependencies: ["MediaTime"], swiftSettings: safe),

    // What an element is: settings, properties, frames, samples. No C.
    .target(name: "ElementKit", swiftSettings: safe),

    // The model: assets, tracks, segments, instructions, ramps, mixes.
    .target(name: "Composition", dependencies: ["MediaTime"], swiftSettings: safe),

    // The file format: reading, writing, errors with positions, JSON Schema.
    .target(
      name: "CompositionFile", dependencies: ["Composition", "MediaTime", "Yams"],
      swiftSettings: safe),

    // A GStreamer graph as a value; printed as launch line, DOT, JSON.
    .target(name: "PipelineGraph", swiftSettings: safe),

    // Composition → PipelineGraph; one file a construct; pure.
    .target(
      name: "Translation", dependencies: ["Composition", "MediaTime", "PipelineGraph"],
      swiftSettings: safe),

    // GStreamer's headers, and the macros that Swift cannot import: the only C.
    .systemLibrary(
      name: "CGStreamer", pkgConfig: "gstreamer-app-1.0 gstreamer-video-1.0",
      providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),

    // The header of the library that measures loudness.
    .systemLibrary(
      name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),

    // Running a graph: pipelines, events, errors, seeking, probing media.
    .target(
      name: "GStreamer",
      dependencies: [
        "CEBUR128", "CGStreamer", "Composition", "MediaTime", "MovieFile", "PipelineGraph",
        "Waiting",
      ],
      swiftSettings: common),

    // An ElementKit value becomes a GObject class; plugins; decoding. All raw memory is here.
    .target(
      name: "GStreamerBridge",
      dependencies: ["CGStreamer", "ElementKit", "MediaTime", "MovieFile", "Waiting"],
      swiftSettings: common),

    // Elements: transform, opacity and volume that change over time.
    .target(
      name: "Ramps", dependencies: ["Composition", "ElementKit", "MediaTime"],
      path: "plugins/ramps/Ramps", swiftSettings: safe),
    .target(
      name: "RampsPlugin", dependencies: ["GStreamerBridge", "Ramps"],
      path: "plugins/ramps/RampsPlugin", swiftSettings: common),

    // Elements: from one kind of light to another.
    .target(
      name: "Color", dependencies: ["ElementKit"], path: "plugins/color/Color",
      swiftSettings: safe),

    // Elements: a track's segments as one stream, and what its sources need on the way.
    .target(
      name: "Track", dependencies: ["Composition", "ElementKit", "GStreamerBridge", "MediaTime"],
      path: "plugins/track/Track", swiftSettings: safe),
    .target(
      name: "TrackPlugin", dependencies: ["Color", "GStreamerBridge", "Track"],
      path: "plugins/track/TrackPlugin", swiftSettings: common),

    // Elements: effects that show how to write one.
    .target(
      name: "Effects", dependencies: ["ElementKit"], path: "plugins/effects/Effects",
      swiftSettings: safe),
    .target(
      name: "EffectsPlugin", dependencies: ["Effects", "GStreamerBridge"],
      path: "plugins/effects/EffectsPlugin", swiftSettings: common),

    // Headers of Cairo and Pango.
    .systemLibrary(
      name: "CCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),

    // Shapes and texts into pixels: Cairo and Pango behind a safe face.
    .target(name: "Cairo", dependencies: ["CCairo"], swiftSettings: common),

    // A composition as a drawing: the layout as a value, and its pictures.
    .target(
      name: "TimelineDrawing", dependencies: ["Cairo", "Composition", "MediaTime", "Translation"],
      swiftSettings: safe),

    // Plays, exports, takes stills: the library people import.
    .target(
      name: "Cutaway",
      dependencies: [
        "Composition", "CompositionFile", "EffectsPlugin", "ElementKit", "GStreamer",
        "GStreamerBridge", "MediaTime", "MovieFile", "PipelineGraph", "RampsPlugin",
        "TimelineDrawing", "Track", "TrackPlugin", "Translation",
      ], swiftSettings: safe),

    // A preview as a page in the browser: a small HTTP server over the library.
    .target(
      name: "BrowserPreview",
      dependencies: [
        "Composition", "Cutaway", "GStreamer", "MediaTime", "MovieFile", "PipelineGraph",
        "TimelineDrawing", "Translation",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ], resources: [.embedInCode("Resources/page.html")], swiftSettings: safe),

    // The command `cutaway`.
    .executableTarget(
      name: "cutaway-cli",
      dependencies: [
        "BrowserPreview", "Composition", "CompositionFile", "Cutaway", "GStreamer", "MediaTime",
        "PipelineGraph",
        "TimelineDrawing", "Translation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: safe),

    // Media that carries its own truth, and what reads it back.
    .target(
      name: "TestSupport", dependencies: ["MediaTime"], path: "Tests/TestSupport",
      swiftSettings: safe),

    .testTarget(name: "MediaTimeTests", dependencies: ["MediaTime"], swiftSettings: safe),
    .testTarget(
      name: "MovieFileTests", dependencies: ["MediaTime", "MovieFile", "TestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "CompositionTests", dependencies: ["Composition", "MediaTime"], swiftSettings: safe),
    .testTarget(
      name: "CompositionFileTests", dependencies: ["Composition", "CompositionFile", "MediaTime"],
      swiftSettings: safe),
    .testTarget(name: "ElementKitTests", dependencies: ["ElementKit"], swiftSettings: safe),
    .testTarget(
      name: "RampsTests",
      dependencies: ["Composition", "ElementKit", "MediaTime", "Ramps", "TestSupport"],
      swiftSettings: safe),
    .testTarget(name: "ColorTests", dependencies: ["Color", "ElementKit"], swiftSettings: safe),
    .testTarget(
      name: "EffectsTests", dependencies: ["Effects", "ElementKit"], swiftSettings: safe),
    .testTarget(
      name: "TimelineDrawingTests",
      dependencies: ["Composition", "MediaTime", "TimelineDrawing", "Translation"],
      swiftSettings: safe),
    .testTarget(
      name: "StillTests",
      dependencies: [
        "Composition", "Cutaway", "MediaTime", "TestSupport", "TimelineDrawing", "Translation",
      ], swiftSettings: safe),
    .testTarget(
      name: "BrowserPreviewTests",
      dependencies: [
        "BrowserPreview", "Composition", "Cutaway", "MediaTime", "TestSupport", "Translation",
        "cutaway-cli",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ], swiftSettings: safe),
    .testTarget(
      name: "CutawayTests",
      dependencies: [
        "Composition", "CompositionFile", "Cutaway", "GStreamer", "MediaTime", "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "RenderTests",
      dependencies: [
        "Composition", "CompositionFile", "Cutaway", "ElementKit", "GStreamer", "MediaTime",
        "PipelineGraph", "TestSupport", "Translation",
      ], swiftSettings: safe),
    .testTarget(
      name: "ExportTests",
      dependencies: [
        "Composition", "Cutaway", "ElementKit", "GStreamer", "GStreamerBridge", "MediaTime",
        "MovieFile", "TestSupport", "Translation", "cutaway-cli",
      ], swiftSettings: safe),
    .testTarget(
      name: "GStreamerBridgeTests",
      dependencies: [
        "ElementKit", "GStreamer", "GStreamerBridge", "MediaTime", "PipelineGraph", "TestSupport",
        "Waiting",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "CommandTests", dependencies: ["MediaTime", "TestSupport", "cutaway-cli"],
      swiftSettings: safe),
    .testTarget(
      name: "FaultTests", dependencies: ["TestSupport", "cutaway-cli"], swiftSettings: safe),
    .testTarget(
      name: "TestSupportTests", dependencies: ["MediaTime", "TestSupport"], swiftSettings: safe),
  ],
  swiftLanguageModes: [.v6]
)
