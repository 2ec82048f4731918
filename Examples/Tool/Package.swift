// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "portrait",
  dependencies: [
    .package(name: "cutaway", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "portrait",
      dependencies: [
        .product(name: "AVFoundation", package: "cutaway", condition: .when(platforms: [.linux])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ])
  ]
)
