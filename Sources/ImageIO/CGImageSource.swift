@_exported public import CoreGraphics
import Cutaway
import CutawayElementKit
import CutawayMedia
@_exported public import Foundation

/// An image file.
public final class CGImageSource: Sendable {
  private let location: String
  private let image: MovingImage

  init?(location: String) {
    self.location = location
    do {
      try registerElements()
      image = try MovingImage(at: location)
    } catch {
      // Apple's function has no error either.
      return nil
    }
  }

  /// The first image.
  var first: CGImage {
    let file = location.hasPrefix("data:") ? nil : URL(fileURLWithPath: location)
    return CGImage(
      width: image.first.width, height: image.first.height, pixels: image.first.pixels, file: file)
  }
}

/// Opens an image file; `nil` if it cannot be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  CGImageSource(location: url.isFileURL ? url.path : url.absoluteString)
}
/// Opens the bytes of an image file; `nil` if they cannot be read.
public func CGImageSourceCreateWithData(
  _ data: CFData, _ options: CFDictionary?
) -> CGImageSource? {
  CGImageSource(location: "data:application/octet-stream;base64,\(data.base64EncodedString())")
}
/// The number of images: 1; those after the first of an animation are not read.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { 1 }
/// An image; `nil` for another index than 0.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { index == 0 ? isrc.first : nil }
