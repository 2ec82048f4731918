import CoreGraphics
import Cutaway
import CutawayApple
import CutawayMedia
import CutawayModel
import Dispatch
import Foundation
import Synchronization

/// A PNG, JPEG or TIFF file to write.
public final class CGImageDestination {
  private let type: CFString
  private let finish: (Data) -> Bool
  fileprivate var image: CGImage?
  /// The quality of a JPEG file, 0…1.
  fileprivate var quality = 0.9

  fileprivate init?(type: CFString, finish: @escaping (Data) -> Bool) {
    guard ["public.png", "public.jpeg", "public.tiff"].contains(type) else { return nil }
    (self.type, self.finish) = (type, finish)
  }

  fileprivate func write() -> Bool {
    guard let image else { return false }
    if type == "public.tiff" { return finish(image.tiff) }
    guard let bytes = type == "public.png" ? image.png : image.jpeg(quality) else { return false }
    return finish(Data(bytes))
  }
}

/// Creates a file; the types are `public.png`, `public.jpeg` and `public.tiff`, and there is one image.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(type: type) { data in
    // Apple's function has no error either.
    (try? data.write(to: url, options: .atomic)) != nil
  }
}
/// Creates a file in memory; the types are `public.png`, `public.jpeg` and `public.tiff`, and there is one image.
public func CGImageDestinationCreateWithData(
  _ data: NSMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(type: type) { bytes in
    data.append(bytes)
    return true
  }
}
/// Sets the image of a file; the last one counts.
///
/// Of the properties, ``kCGImageDestinationLossyCompressionQuality`` counts.
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  idst.image = image
  let quality = number(in: properties?[kCGImageDestinationLossyCompressionQuality])
  if let quality { idst.quality = min(max(quality, 0), 1) }
}
/// The key of the quality of a JPEG file, from 0 to 1.
public let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
/// Writes a file.
///
/// - Returns: Whether it was written.
@discardableResult
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.write() }

extension CGImage {
  /// The bytes of a JPEG file; `nil` if there is no encoder.
  fileprivate func jpeg(_ quality: Double) -> [UInt8]? {
    let still = StillImage(size: PixelSize(width: width, height: height), pixels: pixels)
    return waitForTask {
      // Without an encoder there is no file.
      try? await still.encoded(as: .jpeg(quality: Int((quality * 100).rounded())))
    }
  }
}
