@_exported public import CoreGraphics
import Cutaway
import CutawayApple
import CutawayElementKit
import CutawayMedia
import CutawayModel
import CutawaySystem
@_exported public import Foundation

/// An image file.
public final class CGImageSource: Sendable {
  private let location: String
  /// The file of bytes in memory; `nil` if the image has a file of its own.
  private let memory: OpenFile?
  private let image: MovingImage
  /// How the image is turned upright.
  let orientation: CGImagePropertyOrientation

  convenience init?(location: String) { self.init(location, memory: nil) }

  convenience init?(_ data: Data) {
    // Apple's function has no error either.
    guard let memory = try? OpenFile.inMemory([UInt8](data)) else { return nil }
    let path = memory.path
    self.init(path, memory: memory)
  }

  private init?(_ location: String, memory: consuming OpenFile?) {
    self.location = location
    self.memory = memory
    do {
      try registerElements()
      image = try MovingImage(at: location, turnsUpright: false)
      times = try image.frameTimes()
    } catch {
      // Apple's function has no error either.
      return nil
    }
    orientation = CGImagePropertyOrientation(statedOrientation(of: location) ?? .identity)
  }

  /// The uniform type identifier that the first bytes show.
  var type: CFString? {
    // Other places than files have no known bytes, and thus no known type.
    guard let bytes = try? OpenFile(location, for: .reading).read(48, at: 0) else { return nil }
    func has(_ text: String, at place: Int = 0) -> Bool {
      bytes.dropFirst(place).starts(with: Array(text.utf8))
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "public.png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "public.jpeg" }
    if has("GIF8") { return "com.compuserve.gif" }
    if has("RIFF"), has("WEBP", at: 8) { return "org.webmproject.webp" }
    if has("BM") { return "com.microsoft.bmp" }
    if has("II*") || has("MM\0*") { return "public.tiff" }
    if has("ftyphei", at: 4) || has("ftypmif1", at: 4) { return "public.heic" }
    if has("ftypavif", at: 4) { return "public.avif" }
    return nil
  }

  /// The first image.
  var first: CGImage { CGImage(image.first, file: file) }

  /// The file of a still image that is stored upright: a layer that shows an animated file would play it, and another
  /// one would turn it.
  private var file: URL? {
    memory == nil && image.isStill && orientation == .up ? URL(fileURLWithPath: location) : nil
  }

  /// The starts and the durations of the images of an animation, in nanoseconds.
  let times: [(start: Int64, duration: Int64)]

  /// An image; `nil` if there is none with this number.
  func image(at index: Int) -> CGImage? {
    guard times.indices.contains(index) else { return nil }
    if index == 0 { return first }
    // Apple's function has no error either.
    let pixels = try? image.pixels(
      of: image.frame(at: MediaTime(nanoseconds: times[index].start), loops: false))
    return pixels.map { CGImage($0, file: nil) }
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
  CGImageSource(data)
}
/// The type of an image file, such as `public.png`; `nil` if it is not known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.type }
/// The number of images: those of an animation, or 1.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.times.count }
/// An image; `nil` if there is none with this index.
public func CGImageSourceCreateImageAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { isrc.image(at: index) }

// MARK: Thumbnails and properties

/// The key of the longer side of a thumbnail in pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// The key that makes a thumbnail from the image; that is always done.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// The key that makes a thumbnail from the image if the file has none; that is always done.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// The key that turns a thumbnail upright.
public let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"
/// The key that keeps decoded images; they are always kept.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// The key that decodes at once; that is always done.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"

/// The key of a width in pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The key of a height in pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The key of the bits of a component.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The key of the model of colours.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The colours are red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The key of a number of ``CGImagePropertyOrientation``.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// The key of the properties of an image of a GIF.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The key of how long an image of a GIF is shown, in seconds, at least a twentieth.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The key of how long an image of a GIF is shown, in seconds, as the file states it.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The key that states whether there are transparent pixels.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"

/// A smaller image; `nil` if there is none with this index.
///
/// It is not larger than the image. Without ``kCGImageSourceThumbnailMaxPixelSize`` it is the image.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  guard let whole = isrc.image(at: index) else { return nil }
  let isUpright = options?[kCGImageSourceCreateThumbnailWithTransform] as? Bool == true
  let image = isUpright ? whole.turned(by: isrc.orientation) : whole
  let longest = Double(max(image.width, image.height))
  let limit =
    number(in: options?[kCGImageSourceThumbnailMaxPixelSize]) ?? longest
  guard limit >= 1, limit < longest else { return limit < 1 ? nil : image }
  func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * limit / longest).rounded())) }
  let width = scaled(image.width), height = scaled(image.height)
  let context = unsafe CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  context?.interpolationQuality = .high
  context?.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
  return context?.makeImage()
}

/// The size, the bits, the orientation and the alpha of an image, and the delay of an image of a GIF; `nil` if there is
/// none with this index.
///
/// There are no properties of cameras.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard let image = isrc.image(at: index) else { return nil }
  var properties: CFDictionary = [
    kCGImagePropertyPixelWidth: image.width, kCGImagePropertyPixelHeight: image.height,
    kCGImagePropertyDepth: 8, kCGImagePropertyColorModel: kCGImagePropertyColorModelRGB,
    kCGImagePropertyOrientation: isrc.orientation.rawValue,
    kCGImagePropertyHasAlpha: stride(from: 3, to: image.pixels.count, by: 4)
      .contains { image.pixels[$0] < 255 },
  ]
  if isrc.type == "com.compuserve.gif" {
    let delay = Double(isrc.times[index].duration) / 1e9
    properties[kCGImagePropertyGIFDictionary] = [
      kCGImagePropertyGIFDelayTime: max(0.05, delay),
      kCGImagePropertyGIFUnclampedDelayTime: delay,
    ]
  }
  return properties
}

/// How an image is turned upright, with the numbers of Exif.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
  /// It is upright.
  case up = 1
  /// It is mirrored left to right.
  case upMirrored
  /// It is turned by 180°.
  case down
  /// It is mirrored top to bottom.
  case downMirrored
  /// It is mirrored along the diagonal from the top left.
  case leftMirrored
  /// It needs a turn of 90° clockwise.
  case right
  /// It is mirrored along the other diagonal.
  case rightMirrored
  /// It needs a turn of 90° anticlockwise.
  case left
}

extension CGImagePropertyOrientation {
  /// The same as a value of the model, in the order of Exif's numbers.
  private static let pairs: [(CGImagePropertyOrientation, Orientation)] = [
    (.up, .identity), (.upMirrored, .flip), (.down, .rotate180), (.downMirrored, .flipRotate180),
    (.leftMirrored, .flipRotate270), (.right, .rotate90), (.rightMirrored, .flipRotate90),
    (.left, .rotate270),
  ]

  init(_ orientation: Orientation) {
    self = Self.pairs.first { $0.1 == orientation }?.0 ?? .up
  }

  /// The same as a value of the model.
  var modelled: Orientation { Self.pairs.first { $0.0 == self }?.1 ?? .identity }
}

extension CGImage {
  convenience init(_ still: StillImage, file: URL?) {
    self.init(width: still.width, height: still.height, pixels: still.pixels, file: file)
  }

  /// The image, flipped and turned upright.
  package func turned(by orientation: CGImagePropertyOrientation) -> CGImage {
    if orientation == .up { return self }
    let size = PixelSize(width: width, height: height)
    return CGImage(
      StillImage(size: size, pixels: pixels).turned(by: orientation.modelled), file: nil)
  }
}
