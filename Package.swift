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
    // What a program needs that plays, exports or draws edits.
    .library(name: "Cutaway", targets: ["Cutaway"]),
    // What an element of one's own needs.
    .library(name: "CutawayElements", targets: ["CutawayElements"]),
    // Frames and sound in memory: of edits, and into files.
    .library(name: "CutawayMediaIO", targets: ["CutawayMediaIO"]),
    // A preview in the browser.
    .library(name: "CutawayPreview", targets: ["CutawayPreview"]),
    .executable(name: "cutaway", targets: ["CutawayCommand"]),
    // Apple's names for programs that import them on Apple's systems, too. Linux only.
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "CoreImage", targets: ["CoreImage"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "CoreVideo", targets: ["CoreVideo"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "AVKit", targets: ["AVKit"]),
    .library(name: "CoreText", targets: ["CoreText"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "Photos", targets: ["Photos"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "MediaToolbox", targets: ["MediaToolbox"]),
    .library(name: "MobileCoreServices", targets: ["MobileCoreServices"]),
    .library(name: "VideoToolbox", targets: ["VideoToolbox"]),
    // Values of UIKit and AppKit. A product of its own: `canImport(UIKit)` is true for who depends on it.
    .library(name: "AppleUI", targets: ["AppKit", "Cocoa", "UIKit"]),
    // The libraries that GStreamer loads: `libgstNAME.so`.
    .library(name: "gstcutawayramps", type: .dynamic, targets: ["CutawayRampsPlugin"]),
    .library(name: "gstcutawaytrack", type: .dynamic, targets: ["CutawayTrackPlugin"]),
    .library(name: "gstcutawayeffects", type: .dynamic, targets: ["CutawayEffectsPlugin"]),
    .library(name: "gstcutawaytransitions", type: .dynamic, targets: ["CutawayTransitionsPlugin"]),
    .library(name: "gstcutawaylayers", type: .dynamic, targets: ["CutawayLayersPlugin"]),
    .library(name: "gstcutawayimagefilter", type: .dynamic, targets: ["CutawayImageFilterPlugin"]),
    .library(name: "gstcutawayedit", type: .dynamic, targets: ["CutawayEditPlugin"]),
  ],
  // A program that only plays and exports clips needs none: `.package(…, traits: [])`. Edits with titles or other layers
  // need "Overlays", and those with filters of pictures "Filters".
  traits: [
    .trait(name: "Filters", description: "Filters of pictures as effects, such as sepiaTone."),
    .trait(name: "Overlays", description: "Layers over the picture, which Cairo and Pango draw."),
    .trait(name: "Timeline", description: "Pictures of the timeline, which Pango draws."),
    .trait(
      name: "Preview", description: "The preview in the browser.",
      enabledTraits: ["Timeline"]),
    .default(enabledTraits: ["Filters", "Overlays", "Preview", "Timeline"]),
  ],
  // Each range starts at the version that is tested, and ends before the next major version, which
  // may remove what is used here. Older versions are not tried. docs/packages.md has the table.
  dependencies: [
    // Arguments and help; `--experimental-dump-help`, from which the manual page is made.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Warnings of the modules with Apple's names. The command does not contain it.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // Composition files: nodes with line and column.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // Exact time, ranges, mappings. Imports nothing.
    .target(name: "CutawayTime", swiftSettings: safe),

    // The form of all errors and warnings.
    .target(name: "CutawayDiagnostics", dependencies: ["CutawayTime"], swiftSettings: safe),

    // The versions of GStreamer that need a work-around. Imports nothing.
    .target(name: "CutawayQuirks", swiftSettings: safe),

    // Values that change over time, and their text form: keyframes, windows, easings, transforms.
    .target(
      name: "CutawayKeyframes", dependencies: ["CutawayDiagnostics", "CutawayTime"],
      swiftSettings: safe),

    // What the others ask of the operating system: files, streams, terminals, signals; waiting. Linux only.
    .target(name: "CutawaySystem", dependencies: ["CCutawayProcess"], swiftSettings: safe),

    // Calls of Linux that Swift cannot import.
    .systemLibrary(name: "CCutawayProcess"),

    // Finishing an MP4 or MOV file: header first, metadata, chapters, languages; MP3's first frame. No C.
    .target(
      name: "CutawayContainers",
      dependencies: ["CutawayDiagnostics", "CutawayQuirks", "CutawaySystem", "CutawayTime"],
      swiftSettings: safe),

    // What an element is: settings, properties, frames, samples. No C.
    .target(
      name: "CutawayElementKit",
      dependencies: ["CutawayDiagnostics", "CutawayGraph", "CutawayKeyframes", "CutawayTime"],
      swiftSettings: safe),

    // Layers over a picture: a tree of values, and its appearance at any time.
    .target(
      name: "CutawayOverlays",
      dependencies: ["CutawayDiagnostics", "CutawayKeyframes", "CutawayTime"],
      swiftSettings: safe),

    // A pipeline as a value, printed as launch line, DOT and JSON.
    .target(
      name: "CutawayGraph", dependencies: ["CutawayDiagnostics", "CutawayKeyframes"],
      swiftSettings: safe),

    // What segments play: files, series of images, generated pictures, nested edits; their descriptions.
    .target(
      name: "CutawaySources",
      dependencies: [
        "CutawayDiagnostics", "CutawayGraph", "CutawayKeyframes", "CutawayOverlays", "CutawayTime",
      ], swiftSettings: safe),

    // The model: assets, tracks, segments, instructions, ramps, mixes, overlays.
    .target(
      name: "CutawayModel",
      dependencies: [
        "CutawayGraph", "CutawayKeyframes", "CutawayOverlays", "CutawaySources", "CutawayTime",
      ],
      swiftSettings: safe),

    // The file format: reading, writing, errors with positions, JSON Schema.
    .target(
      name: "CutawayFile",
      dependencies: ["CutawayModel", "CutawayOverlays", "CutawayTime", "Yams"],
      swiftSettings: safe),

    // Timelines of other programs: OpenTimelineIO to the model and back.
    .target(
      name: "CutawayInterchange", dependencies: ["CutawayFile", "CutawayModel", "CutawayTime"],
      swiftSettings: safe),

    // Composition → graph, one file a construct; plans of smart rendering; warnings.
    .target(
      name: "CutawayTranslation",
      dependencies: [
        "CutawayContainers", "CutawayDiagnostics", "CutawayGraph", "CutawayKeyframes",
        "CutawayModel", "CutawayOverlays", "CutawayQuirks", "CutawaySources", "CutawayTime",
      ], swiftSettings: safe),

    // GStreamer's headers, and the macros that Swift cannot import: the only C.
    .systemLibrary(
      name: "CCutawayGStreamer", pkgConfig: "gstreamer-app-1.0 gstreamer-video-1.0",
      providers: [.apt(["libgstreamer1.0-dev", "libgstreamer-plugins-base1.0-dev"])]),

    // The header of the library that measures loudness.
    .systemLibrary(
      name: "CCutawayEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),

    // Running a graph: pipelines, events, errors, seeking.
    .target(
      name: "CutawayRuntime",
      dependencies: [
        "CCutawayEBUR128", "CCutawayGStreamer", "CutawayDiagnostics", "CutawayElementBridge",
        "CutawayElementKit", "CutawayGraph", "CutawayKeyframes", "CutawayMedia", "CutawaySystem",
        "CutawayTime",
      ],
      swiftSettings: common),

    // An ElementKit value becomes a GObject class; plugins.
    .target(
      name: "CutawayElementBridge",
      dependencies: [
        "CCutawayGStreamer", "CutawayDiagnostics", "CutawayElementKit", "CutawayGraph",
        "CutawayKeyframes", "CutawayQuirks", "CutawayTime",
      ],
      swiftSettings: common),

    // The header of the library for ICC profiles.
    .systemLibrary(
      name: "CCutawayLCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),

    // ICC profiles: Little CMS behind a safe face.
    .target(
      name: "CutawayColorProfiles",
      dependencies: ["CCutawayLCMS", "CutawayDiagnostics", "CutawayKeyframes"],
      swiftSettings: common),

    // Reading media: probing, decoding chains, and work-arounds for GStreamer.
    .target(
      name: "CutawayMedia",
      dependencies: [
        "CCutawayGStreamer", "CutawayColorProfiles", "CutawayContainers", "CutawayDiagnostics",
        "CutawayElementBridge", "CutawayElementKit", "CutawayGraph", "CutawayKeyframes",
        "CutawayOverlays", "CutawayQuirks", "CutawaySources", "CutawaySystem", "CutawayTime",
      ],
      swiftSettings: common),

    // The types of the library for HEIC and AVIF, which is loaded at run time.
    .systemLibrary(name: "CCutawayHEIF"),

    // Elements: photos, and the colours of their profiles.
    .target(
      name: "CutawayPhotos",
      dependencies: [
        "CCutawayHEIF", "CutawayColorProfiles", "CutawayElementKit", "CutawayKeyframes",
      ],
      path: "plugins/photos/CutawayPhotos", swiftSettings: common),

    // Both of them under one name, for elements of others.
    .target(
      name: "CutawayElements", dependencies: ["CutawayElementBridge", "CutawayElementKit"],
      swiftSettings: common),

    // Elements: transform, opacity and volume that change over time.
    .target(
      name: "CutawayRamps", dependencies: ["CutawayElementKit", "CutawayKeyframes", "CutawayTime"],
      path: "plugins/ramps/CutawayRamps", swiftSettings: safe),
    .target(
      name: "CutawayRampsPlugin", dependencies: ["CutawayElementBridge", "CutawayRamps"],
      path: "plugins/ramps/CutawayRampsPlugin", swiftSettings: common),

    // Elements: from one kind of light to another.
    .target(
      name: "CutawayColor", dependencies: ["CutawayElementKit"], path: "plugins/color/CutawayColor",
      swiftSettings: safe),

    // Elements: a track's segments as one stream, and what its sources need on the way.
    .target(
      name: "CutawayTrack",
      dependencies: [
        "CutawayDiagnostics", "CutawayElementBridge", "CutawayElementKit", "CutawayKeyframes",
        "CutawayMedia", "CutawaySources", "CutawayTime",
      ],
      path: "plugins/track/CutawayTrack", swiftSettings: safe),
    .target(
      name: "CutawayTrackPlugin",
      dependencies: ["CutawayColor", "CutawayElementBridge", "CutawayPhotos", "CutawayTrack"],
      path: "plugins/track/CutawayTrackPlugin", swiftSettings: common),

    // Elements: video effects.
    .target(
      name: "CutawayEffects", dependencies: ["CutawayElementKit", "CutawaySystem"],
      path: "plugins/effects/CutawayEffects",
      swiftSettings: safe),
    .target(
      name: "CutawayEffectsPlugin", dependencies: ["CutawayEffects", "CutawayElementBridge"],
      path: "plugins/effects/CutawayEffectsPlugin", swiftSettings: common),

    // Elements: transitions from one picture to another.
    .target(
      name: "CutawayTransitions",
      dependencies: [
        "CutawayElementKit", "CutawayKeyframes", "CutawayMedia", "CutawayRamps",
      ],
      path: "plugins/transitions/CutawayTransitions", swiftSettings: safe),
    .target(
      name: "CutawayTransitionsPlugin",
      dependencies: ["CutawayElementBridge", "CutawayTransitions"],
      path: "plugins/transitions/CutawayTransitionsPlugin", swiftSettings: common),

    // Elements: layers over a picture.
    .target(
      name: "CutawayLayers",
      dependencies: [
        "CutawayColor", "CutawayDrawing", "CutawayElementKit", "CutawayKeyframes", "CutawayMedia",
        "CutawayOverlays", "CutawayRamps", "CutawaySystem", "CutawayTime", "CutawayTypesetting",
      ],
      path: "plugins/layers/CutawayLayers", swiftSettings: safe),
    .target(
      name: "CutawayLayersPlugin", dependencies: ["CutawayElementBridge", "CutawayLayers"],
      path: "plugins/layers/CutawayLayersPlugin", swiftSettings: common),

    // Headers of Cairo and Pango.
    .systemLibrary(
      name: "CCutawayCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),

    // The header of the library that makes QR codes.
    .systemLibrary(
      name: "CCutawayQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

    // Shapes, texts and codes into pixels: Cairo, Pango and libqrencode behind a safe face.
    .target(
      name: "CutawayDrawing", dependencies: ["CCutawayCairo", "CCutawayQRCode"],
      swiftSettings: common),

    // The texts of layers for the typesetter.
    .target(
      name: "CutawayTypesetting",
      dependencies: ["CutawayDrawing", "CutawayKeyframes", "CutawayOverlays"], swiftSettings: safe),

    // A composition as a drawing: the layout as a value, and its pictures.
    .target(
      name: "CutawayTimeline",
      dependencies: [
        "CutawayDiagnostics", "CutawayDrawing", "CutawayModel", "CutawayOverlays", "CutawayTime",
        "CutawayTranslation",
      ],
      swiftSettings: safe),

    // Plays, exports, takes stills: the library people import.
    .target(
      name: "Cutaway",
      dependencies: [
        "CutawayContainers", "CutawayDiagnostics", "CutawayEffectsPlugin", "CutawayElementBridge",
        "CutawayElementKit", "CutawayFile", "CutawayGraph", "CutawayMedia", "CutawayModel",
        "CutawayOverlays", "CutawayPhotos", "CutawayQuirks", "CutawayRampsPlugin", "CutawayRuntime",
        "CutawaySources",
        "CutawaySystem",
        "CutawayTime", "CutawayTrack", "CutawayTrackPlugin", "CutawayTransitionsPlugin",
        "CutawayTranslation",
        .target(name: "CutawayImageFilterPlugin", condition: .when(traits: ["Filters"])),
        .target(name: "CutawayImaging", condition: .when(traits: ["Filters"])),
        .target(name: "CutawayLayers", condition: .when(traits: ["Overlays"])),
        .target(name: "CutawayLayersPlugin", condition: .when(traits: ["Overlays"])),
        .target(name: "CutawayTimeline", condition: .when(traits: ["Timeline"])),
      ], swiftSettings: safe),

    // Frames and sound in memory: of edits, and into files.
    .target(
      name: "CutawayMediaIO",
      dependencies: [
        "Cutaway", "CutawayDiagnostics", "CutawayElementBridge", "CutawayMedia", "CutawayRuntime",
      ], swiftSettings: safe),

    // Pictures as recipes: filters that work in linear light, fused and on all cores.
    .target(
      name: "CutawayImaging",
      dependencies: [
        "CutawayColor", "CutawayDrawing", "CutawayEffects", "CutawayElementKit", "CutawayKeyframes",
        "CutawayTime",
      ], swiftSettings: safe),

    // Elements: filters of pictures.
    .target(
      name: "CutawayImageFilter",
      dependencies: ["CutawayElementKit", "CutawayImaging", "CutawayKeyframes"],
      path: "plugins/imaging/CutawayImageFilter", swiftSettings: safe),
    .target(
      name: "CutawayImageFilterPlugin",
      dependencies: ["CutawayElementBridge", "CutawayImageFilter"],
      path: "plugins/imaging/CutawayImageFilterPlugin", swiftSettings: common),

    // Elements: a composition as a media file.
    .target(
      name: "CutawayEdit",
      dependencies: [
        "Cutaway", "CutawayDiagnostics", "CutawayElementBridge", "CutawayElementKit", "CutawayFile",
        "CutawayMedia", "CutawayModel", "CutawaySources", "CutawaySystem",
      ], path: "plugins/edit/CutawayEdit", swiftSettings: safe),
    .target(
      name: "CutawayEditPlugin", dependencies: ["CutawayEdit", "CutawayElementBridge"],
      path: "plugins/edit/CutawayEditPlugin", swiftSettings: common),

    // A preview as a page in the browser: a small HTTP server over the library.
    .target(
      name: "CutawayPreview",
      dependencies: [
        "Cutaway", "CutawayContainers", "CutawayDiagnostics", "CutawayElementBridge",
        "CutawayMedia", "CutawayModel", "CutawayRuntime", "CutawaySystem", "CutawayTime",
        "CutawayTimeline", "CutawayTranslation",
      ], resources: [.embedInCode("Resources/page.html")], swiftSettings: safe),

    // Names of Apple's headers: `import AVFoundation.AVAsset` finds a module of Clang, and with it ours.
    .systemLibrary(name: "CAppleNames"),
    .systemLibrary(name: "CUIKitNames"),
    .systemLibrary(name: "CAppKitNames"),

    // Apple's names over Cutaway: what Core Foundation and Foundation lack on Linux.
    .target(
      name: "CutawayApple",
      dependencies: ["CAppleNames", .product(name: "Logging", package: "swift-log")],
      swiftSettings: safe),

    // Apple's CoreMedia: times with flags and epochs, ranges, mappings, samples.
    .target(
      name: "CoreMedia", dependencies: ["CoreVideo", "CutawayApple", "CutawayTime"],
      swiftSettings: safe),

    // Modules that Swift Testing expects beside those of Apple's names. Empty.
    .target(name: "_Testing_CoreGraphics", swiftSettings: safe),
    .target(name: "_Testing_CoreImage", swiftSettings: safe),
    .target(name: "_Testing_UIKit", swiftSettings: safe),
    .target(name: "_Testing_AppKit", swiftSettings: safe),

    // Apple's CoreGraphics: transforms, colours, paths, images, drawing into memory.
    .target(
      name: "CoreGraphics",
      dependencies: ["CutawayApple", "CutawayDrawing", "_Testing_CoreGraphics"],
      swiftSettings: safe),

    // Apple's QuartzCore: layers and animations over the model's layer tree.
    .target(
      name: "QuartzCore",
      dependencies: [
        "CoreGraphics", "CutawayApple", "CutawayDrawing", "CutawayKeyframes", "CutawayOverlays",
        "CutawayTime", "CutawayTypesetting",
      ],
      swiftSettings: safe),

    // Apple's CoreVideo: frames in memory.
    .target(name: "CoreVideo", dependencies: ["CutawayApple"], swiftSettings: safe),

    // Apple's Core Image: filters and contexts over recipes for pictures.
    .target(
      name: "CoreImage",
      dependencies: [
        "CoreGraphics", "CoreVideo", "CutawayApple", "CutawayImaging", "CutawayKeyframes",
        "ImageIO",
        "_Testing_CoreImage",
      ], swiftSettings: safe),

    // Apple's AVFoundation: a thin face over Cutaway's values.
    .target(
      name: "AVFoundation",
      dependencies: [
        "CoreGraphics", "CoreImage", "CoreMedia", "CoreVideo", "Cutaway", "CutawayApple",
        "CutawayDiagnostics", "CutawayElementBridge", "CutawayElementKit", "CutawayKeyframes",
        "CutawayMedia",
        "CutawayModel", "CutawayOverlays", "CutawayRuntime", "CutawaySources",
        "CutawaySystem", "CutawayTime",
        "CutawayTranslation", "ImageIO", "MediaToolbox", "QuartzCore", "UniformTypeIdentifiers",
      ], swiftSettings: safe),

    // What exporters spell besides: fonts, image files, types of files, the video library.
    .target(
      name: "CoreText",
      dependencies: [
        "CoreGraphics", "CutawayDrawing", "CutawayOverlays", "CutawayTypesetting", "QuartzCore",
      ], swiftSettings: safe),
    .target(
      name: "ImageIO",
      dependencies: [
        "CoreGraphics", "Cutaway", "CutawayApple", "CutawayElementKit", "CutawayMedia",
        "CutawayModel", "CutawaySystem",
      ],
      swiftSettings: safe),
    .target(name: "UniformTypeIdentifiers", swiftSettings: safe),
    .target(
      name: "MobileCoreServices", dependencies: ["UniformTypeIdentifiers"], swiftSettings: safe),
    .target(name: "MediaToolbox", dependencies: ["CoreMedia"], swiftSettings: safe),
    .target(
      name: "VideoToolbox",
      dependencies: ["CoreGraphics", "CoreImage", "CoreMedia", "CoreVideo", "CutawayApple"],
      swiftSettings: safe),
    .target(
      name: "Photos", dependencies: ["Cutaway", "CutawayDiagnostics"], swiftSettings: safe),
    .target(name: "AVKit", dependencies: ["AVFoundation"], swiftSettings: safe),

    // Values of UIKit and AppKit: colours, fonts, images, paths.
    .target(
      name: "CutawayAppleUI",
      dependencies: [
        "CoreGraphics", "CoreImage", "CutawayApple", "CutawayDrawing", "CutawayOverlays",
        "CutawayTypesetting",
        "ImageIO",
        "QuartzCore",
      ], swiftSettings: safe),
    .target(
      name: "UIKit",
      dependencies: [
        "AVFoundation", "CUIKitNames", "CoreText", "CutawayAppleUI", "_Testing_UIKit",
      ],
      swiftSettings: safe),
    .target(
      name: "AppKit",
      dependencies: [
        "AVFoundation", "CAppKitNames", "CoreImage", "CoreText", "CutawayApple", "CutawayAppleUI",
        "_Testing_AppKit",
      ],
      swiftSettings: safe),
    .target(name: "Cocoa", dependencies: ["AppKit"], swiftSettings: safe),

    // The command `cutaway`.
    .executableTarget(
      name: "CutawayCommand",
      dependencies: [
        "Cutaway", "CutawayDiagnostics", "CutawayFile", "CutawayImaging", "CutawayInterchange",
        "CutawayMedia", "CutawayModel", "CutawayPreview", "CutawayRuntime", "CutawaySystem",
        "CutawayTime",
        "CutawayTimeline", "CutawayTranslation",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: safe),

    // Media that carries its own truth, and what reads it back.
    .target(
      name: "TestSupport",
      dependencies: [
        "CutawayElementBridge", "CutawayMedia", "CutawayModel", "CutawayQuirks", "CutawayTime",
      ], path: "Tests/TestSupport",
      swiftSettings: safe),

    .testTarget(
      name: "QuirkTests",
      dependencies: [
        "Cutaway", "CutawayContainers", "CutawayElementBridge", "CutawayMedia", "CutawayQuirks",
        "CutawayTranslation",
      ], swiftSettings: safe),
    .testTarget(
      name: "CoreMediaTests", dependencies: ["CoreMedia", "CutawayTime"], swiftSettings: common),
    .testTarget(
      name: "CoreGraphicsTests", dependencies: ["CoreGraphics"], swiftSettings: common),
    .testTarget(
      name: "CoreImageTests", dependencies: ["CoreImage", "CutawayImaging", "CutawayKeyframes"],
      swiftSettings: common),
    .testTarget(
      name: "QuartzCoreTests", dependencies: ["AVFoundation", "QuartzCore", "TestSupport"],
      swiftSettings: common),
    .testTarget(name: "AppKitTests", dependencies: ["AppKit"], swiftSettings: common),
    .testTarget(name: "CoreTextTests", dependencies: ["CoreText"], swiftSettings: common),
    .testTarget(
      name: "UIKitTests", dependencies: ["TestSupport", "UIKit"], swiftSettings: common),
    .testTarget(
      name: "AVFoundationTests",
      dependencies: [
        "AVFoundation", "CoreImage", "Cutaway", "CutawayApple", "CutawayImaging",
        "CutawayKeyframes", "CutawayModel", "CutawayTime", "CutawayTranslation", "MediaToolbox",
        "TestSupport", "VideoToolbox",
      ], swiftSettings: common),
    // Programs in the spellings of 2017, 2021 and 2025, as they would be on a Mac.
    .target(
      name: "Program2017", dependencies: ["AVFoundation"], path: "Examples/Spellings/Program2017",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "Program2021", dependencies: ["AVFoundation"], path: "Examples/Spellings/Program2021",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "Program2025", dependencies: ["AVFoundation"], path: "Examples/Spellings/Program2025"),
    // The editing guide's film in four spellings.
    .target(
      name: "ProgramGuide", dependencies: ["AVFoundation"], path: "Examples/Guide",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // Ten things that programs do, each in one file.
    .target(
      name: "ProgramPatterns",
      dependencies: ["AVFoundation", "ImageIO", "UIKit", "UniformTypeIdentifiers"],
      path: "Examples/Patterns"),
    .testTarget(
      name: "AppleProgramTests",
      dependencies: [
        "AVFoundation", "CutawayTime", "ImageIO", "Program2017", "Program2021", "Program2025",
        "ProgramGuide", "ProgramPatterns", "TestSupport", "UIKit",
      ], swiftSettings: common),
    .testTarget(
      name: "MediaIOTests", dependencies: ["CutawayMediaIO", "TestSupport"], swiftSettings: safe),
    .testTarget(name: "TimeTests", dependencies: ["CutawayTime"], swiftSettings: safe),
    .testTarget(
      name: "SystemTests", dependencies: ["CutawaySystem", "TestSupport"], swiftSettings: safe),
    .testTarget(
      name: "ContainerTests",
      dependencies: [
        "CutawayContainers", "CutawayDiagnostics", "CutawayTime", "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "ModelTests", dependencies: ["CutawayKeyframes", "CutawayModel", "CutawayTime"],
      swiftSettings: safe),
    .testTarget(
      name: "OverlayTests", dependencies: ["CutawayOverlays", "CutawayTime", "TestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "FileTests",
      dependencies: ["CutawayFile", "CutawayImaging", "CutawayModel", "CutawayTime"],
      swiftSettings: safe),
    .testTarget(
      name: "InterchangeTests",
      dependencies: [
        "CutawayFile", "CutawayInterchange", "CutawayModel", "CutawayTime", "TestSupport",
      ], exclude: ["Timelines"], swiftSettings: safe),
    .testTarget(
      name: "GraphTests",
      dependencies: [
        "CutawayContainers", "CutawayDiagnostics", "CutawayModel", "CutawaySources", "CutawayTime",
        "CutawayTranslation", "TestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "ElementTests", dependencies: ["CutawayElementKit", "TestSupport"], swiftSettings: safe),
    .testTarget(
      name: "TrackTests",
      dependencies: [
        "CutawayContainers", "CutawayElementBridge", "CutawayElementKit", "CutawayKeyframes",
        "CutawayMedia", "CutawaySources", "CutawayTime", "CutawayTrack", "TestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "RampsTests",
      dependencies: [
        "CutawayElementKit", "CutawayKeyframes", "CutawayModel", "CutawayRamps", "CutawayTime",
        "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "ConductTests",
      dependencies: [
        "CCutawayGStreamer", "Cutaway", "CutawayDiagnostics", "CutawayEffects",
        "CutawayEffectsPlugin", "CutawayElementBridge", "CutawayElementKit",
        "CutawayImageFilterPlugin", "CutawayKeyframes",
        "CutawayLayersPlugin", "CutawayMedia", "CutawayModel", "CutawayRampsPlugin",
        "CutawaySources", "CutawayTime",
        "CutawayTrackPlugin", "CutawayTransitionsPlugin", "TestSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "ColorTests",
      dependencies: [
        "CutawayColor", "CutawayColorProfiles", "CutawayDiagnostics", "CutawayElementKit",
        "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "ImagingTests",
      dependencies: ["CutawayElementKit", "CutawayImaging", "CutawayKeyframes", "CutawayTime"],
      swiftSettings: safe),
    .testTarget(
      name: "EffectsTests", dependencies: ["CutawayEffects", "CutawayElementKit", "TestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "LayersTests",
      dependencies: [
        "CutawayColor", "CutawayDrawing", "CutawayElementKit", "CutawayFile", "CutawayLayers",
        "CutawayMedia", "CutawayModel", "CutawayOverlays", "CutawayTime", "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "TransitionTests",
      dependencies: ["CutawayElementKit", "CutawayTransitions", "TestSupport"],
      swiftSettings: safe),
    .testTarget(
      name: "TimelineTests",
      dependencies: [
        "CutawayDiagnostics", "CutawayModel", "CutawayTime", "CutawayTimeline",
        "CutawayTranslation", "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "StillTests",
      dependencies: [
        "Cutaway", "CutawayDiagnostics", "CutawayModel", "CutawayTime", "CutawayTimeline",
        "CutawayTranslation", "TestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "PreviewTests",
      dependencies: [
        "Cutaway", "CutawayCommand", "CutawayDiagnostics", "CutawayModel", "CutawayPreview",
        "CutawayTime", "CutawayTranslation", "TestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "CutawayTests",
      dependencies: [
        "Cutaway", "CutawayContainers", "CutawayDiagnostics", "CutawayFile", "CutawayGraph",
        "CutawayMedia", "CutawayModel", "CutawayRuntime", "CutawayTime", "CutawayTranslation",
        "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "RenderTests",
      dependencies: [
        "Cutaway", "CutawayContainers", "CutawayDiagnostics", "CutawayEditPlugin",
        "CutawayElementBridge", "CutawayElementKit", "CutawayFile", "CutawayGraph",
        "CutawayMedia", "CutawayModel", "CutawayOverlays", "CutawayRuntime", "CutawayTime",
        "CutawayTranslation", "TestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "ExportTests",
      dependencies: [
        "Cutaway", "CutawayCommand", "CutawayContainers", "CutawayDiagnostics",
        "CutawayElementBridge", "CutawayElementKit", "CutawayFile", "CutawayMedia", "CutawayModel",
        "CutawayRuntime", "CutawayTime", "CutawayTranslation", "TestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "BridgeTests",
      dependencies: [
        "CutawayDiagnostics", "CutawayElementBridge", "CutawayElementKit", "CutawayGraph",
        "CutawayKeyframes", "CutawayMedia", "CutawayRuntime", "CutawaySources", "CutawaySystem",
        "CutawayTime", "CutawayTranslation", "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "CutawayCommand", "CutawayTime", "TestSupport",
      ],
      swiftSettings: safe),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "CutawayCommand", "TestSupport",
      ], swiftSettings: safe),
    .testTarget(
      name: "TestSupportTests", dependencies: ["CutawayTime", "TestSupport"], swiftSettings: safe),
  ],
  swiftLanguageModes: [.v6]
)

// SwiftPM compiles a target again only if a module among its dependencies has changed. A module that passes the types of
// another one on keeps its bytes while their layout changes, and programs of old and new objects crash. So each target
// depends on all that its dependencies need. `scripts/check` asks for the list as it is written above.
if Context.environment["CUTAWAY_WRITTEN_DEPENDENCIES"] == nil {
  for target in package.targets { target.dependencies = allDependencies(of: target) }
}

/// The dependencies of a target and theirs, each once, those without a condition first.
@MainActor func allDependencies(of target: Target) -> [Target.Dependency] {
  var all: [Target.Dependency] = []
  func add(_ dependencies: [Target.Dependency], where condition: TargetDependencyCondition?) {
    for dependency in dependencies where !all.contains(where: { $0.name == dependency.name }) {
      let condition = dependency.condition ?? condition
      all.append(dependency.when(condition))
      let needed = package.targets.first { $0.name == dependency.name }
      add(needed?.dependencies ?? [], where: condition)
    }
  }
  add(target.dependencies.filter { $0.condition == nil }, where: nil)
  add(target.dependencies, where: nil)
  return all
}

extension Target.Dependency {
  var name: String {
    switch self {
    case .targetItem(let name, _), .productItem(let name, _, _, _), .byNameItem(let name, _): name
    @unknown default: ""
    }
  }

  var condition: TargetDependencyCondition? {
    switch self {
    case .targetItem(_, let condition), .productItem(_, _, _, let condition),
      .byNameItem(_, let condition):
      condition
    @unknown default: nil
    }
  }

  func when(_ condition: TargetDependencyCondition?) -> Target.Dependency {
    switch self {
    case .targetItem(let name, _): .targetItem(name: name, condition: condition)
    case .productItem(let name, let package, let aliases, _):
      .productItem(name: name, package: package, moduleAliases: aliases, condition: condition)
    case .byNameItem(let name, _): .byNameItem(name: name, condition: condition)
    @unknown default: self
    }
  }
}
