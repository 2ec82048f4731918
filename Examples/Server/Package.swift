// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "filmserver",
  dependencies: [
    .package(name: "cutaway", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .executableTarget(
      name: "filmserver",
      dependencies: [
        .product(name: "AVFoundation", package: "cutaway", condition: .when(platforms: [.linux])),
        .product(name: "Hummingbird", package: "hummingbird"),
      ])
  ]
)
