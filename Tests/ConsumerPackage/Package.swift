// swift-tools-version: 6.3
import PackageDescription

let cutaway = Target.Dependency.product(name: "Cutaway", package: "cutaway")
let elements = Target.Dependency.product(name: "CutawayElements", package: "cutaway")
let apple = Target.Dependency.product(
  name: "AVFoundation", package: "cutaway", condition: .when(platforms: [.linux]))
let photos = Target.Dependency.product(
  name: "Photos", package: "cutaway", condition: .when(platforms: [.linux]))
let preview = Target.Dependency.product(name: "CutawayPreview", package: "cutaway")

/// Programs and an effect of another author, which use only Cutaway's products.
let package = Package(
  name: "consumer",
  products: [.library(name: "gstsepia", type: .dynamic, targets: ["SepiaPlugin"])],
  dependencies: [.package(name: "cutaway", path: "../..")],
  targets: [
    .executableTarget(name: "fade", dependencies: [cutaway]),
    // The code of the documentation; scripts/check-consumer compares them.
    .executableTarget(name: "film", dependencies: [cutaway]),
    .executableTarget(name: "server", dependencies: [cutaway]),
    .target(name: "Guide", dependencies: [cutaway, preview]),
    // Code for Apple's platforms, as it is.
    .executableTarget(
      name: "applecallbacks", dependencies: [apple, photos],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "applefilm", dependencies: [apple]),
    .executableTarget(name: "applereadme", dependencies: [apple]),
    .target(name: "Sepia", dependencies: [elements]),
    .target(name: "SepiaPlugin", dependencies: ["Sepia", elements]),
    .testTarget(name: "SepiaTests", dependencies: ["Sepia", elements]),
  ]
)
