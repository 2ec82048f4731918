// swift-tools-version: 6.3
import PackageDescription

let cutaway = Target.Dependency.product(name: "Cutaway", package: "cutaway")
let elements = Target.Dependency.product(name: "CutawayElements", package: "cutaway")
let apple = Target.Dependency.product(
  name: "AVFoundation", package: "cutaway", condition: .when(platforms: [.linux]))
let photos = Target.Dependency.product(
  name: "Photos", package: "cutaway", condition: .when(platforms: [.linux]))
let mediaIO = Target.Dependency.product(name: "CutawayMediaIO", package: "cutaway")
let preview = Target.Dependency.product(name: "CutawayPreview", package: "cutaway")

/// Programs and an effect of another author, which use only Cutaway's products.
let package = Package(
  name: "consumer",
  products: [.library(name: "gstsepia", type: .dynamic, targets: ["SepiaPlugin"])],
  dependencies: [
    .package(name: "cutaway", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(name: "fade", dependencies: [cutaway]),
    // The code of the documentation; scripts/check-consumer compares them.
    .executableTarget(name: "film", dependencies: [cutaway]),
    .executableTarget(name: "server", dependencies: [cutaway]),
    .target(name: "Guide", dependencies: [cutaway, mediaIO, preview]),
    // Code for Apple's platforms, as it is.
    .executableTarget(
      name: "applecallbacks", dependencies: [apple, photos],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "applefilm", dependencies: [apple]),
    .executableTarget(name: "applereadme", dependencies: [apple]),
    // The programs of Examples.
    .executableTarget(
      name: "filmserver",
      dependencies: [apple, .product(name: "Hummingbird", package: "hummingbird")]),
    .executableTarget(
      name: "portrait",
      dependencies: [
        apple, .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(name: "Sepia", dependencies: [elements]),
    .target(name: "SepiaPlugin", dependencies: ["Sepia", elements]),
    .testTarget(name: "SepiaTests", dependencies: ["Sepia", elements]),
  ]
)
