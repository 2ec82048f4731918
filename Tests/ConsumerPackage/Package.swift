// swift-tools-version: 6.3
import PackageDescription

/// A program and an effect of another author, which use only Cutaway's products.
let package = Package(
  name: "consumer",
  products: [.library(name: "gstsepia", type: .dynamic, targets: ["SepiaPlugin"])],
  dependencies: [.package(name: "cutaway", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "fade", dependencies: [.product(name: "Cutaway", package: "cutaway")]),
    .target(name: "Guide", dependencies: [.product(name: "Cutaway", package: "cutaway")]),
    .target(name: "Sepia", dependencies: [.product(name: "CutawayElements", package: "cutaway")]),
    .target(
      name: "SepiaPlugin",
      dependencies: ["Sepia", .product(name: "CutawayElements", package: "cutaway")]),
  ]
)
