public import CoreGraphics
import CoreImage
public import CoreVideo
public import CutawayApple
import Synchronization

/// A session whose properties can be set.
public typealias VTSession = AnyObject

/// The session cannot transfer between these pixel formats.
public let kVTPixelTransferNotSupportedErr: OSStatus = -12905
/// The session has no such property, or not with this value.
public let kVTPropertyNotSupportedErr: OSStatus = -12900
/// An argument is wrong.
public let kVTParameterErr: OSStatus = -12902
/// The session has been invalidated.
public let kVTInvalidSessionErr: OSStatus = -12903

/// The key of how a picture of another shape is scaled; accepts the four modes below.
public let kVTPixelTransferPropertyKey_ScalingMode: CFString = "ScalingMode"
/// Width and height are scaled each to those of the destination; the default.
public let kVTScalingMode_Normal: CFString = "Normal"
/// The whole picture is in the middle, over black.
public let kVTScalingMode_Letterbox: CFString = "Letterbox"
/// The picture fills the destination, and what lies beyond it is cut off.
public let kVTScalingMode_Trim: CFString = "Trim"
/// As ``kVTScalingMode_Normal``: frames have no clean aperture of their own in Cutaway.
public let kVTScalingMode_CropSourceToCleanAperture: CFString = "CropSourceToCleanAperture"

/// Converts frames from one pixel format and size to another.
///
/// Colours are converted in linear light, between what the attachments of both frames state; a frame without them is
/// sRGB. Pixels are interpolated linearly, after those of pictures that become smaller than half are averaged.
public final class VTPixelTransferSession: Sendable {
  private struct State {
    var mode = kVTScalingMode_Normal
    var isValid = true
  }

  private let state = Mutex(State())
  private let context = CIContext()

  fileprivate init() {}

  fileprivate func set(_ key: CFString, _ value: CFTypeRef?) -> OSStatus {
    let modes = [
      kVTScalingMode_Normal, kVTScalingMode_Letterbox, kVTScalingMode_Trim,
      kVTScalingMode_CropSourceToCleanAperture,
    ]
    guard key == kVTPixelTransferPropertyKey_ScalingMode,
      let mode = value.map({ $0 as? CFString }) ?? kVTScalingMode_Normal, modes.contains(mode)
    else { return kVTPropertyNotSupportedErr }
    state.withLock { $0.mode = mode }
    return noErr
  }

  fileprivate func invalidate() { state.withLock { $0.isValid = false } }

  fileprivate func transfer(_ source: CVPixelBuffer, to target: CVPixelBuffer) -> OSStatus {
    let (mode, isValid) = state.withLock { ($0.mode, $0.isValid) }
    guard isValid else { return kVTInvalidSessionErr }
    guard CIContext.supports(source), CIContext.supports(target) else {
      return kVTPixelTransferNotSupportedErr
    }
    let image = CIImage(cvPixelBuffer: source)
    let size = CGSize(
      width: CVPixelBufferGetWidth(target), height: CVPixelBufferGetHeight(target))
    context.render(fitted(image, into: size, mode), to: target)
    return noErr
  }

  /// The picture in the size of the destination.
  private func fitted(_ image: CIImage, into size: CGSize, _ mode: CFString) -> CIImage {
    if image.extent.size == size { return image }
    var (x, y) = (size.width / image.extent.width, size.height / image.extent.height)
    if mode == kVTScalingMode_Letterbox { (x, y) = (min(x, y), min(x, y)) }
    if mode == kVTScalingMode_Trim { (x, y) = (max(x, y), max(x, y)) }
    let place = CGAffineTransform(scaleX: x, y: y).concatenating(
      CGAffineTransform(
        translationX: (size.width - x * image.extent.width) / 2,
        y: (size.height - y * image.extent.height) / 2))
    let bounds = CGRect(origin: .zero, size: size)
    return image.transformed(by: place)
      .composited(over: CIImage(color: .black).cropped(to: bounds)).cropped(to: bounds)
  }
}

/// Creates a session.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - pixelTransferSessionOut: The session.
/// - Returns: 0.
@discardableResult
public func VTPixelTransferSessionCreate(
  allocator: CFAllocator?,
  pixelTransferSessionOut: UnsafeMutablePointer<VTPixelTransferSession?>
) -> OSStatus {
  unsafe pixelTransferSessionOut.pointee = VTPixelTransferSession()
  return noErr
}

/// Converts a frame into another one.
///
/// - Parameters:
///   - session: The session.
///   - sourceBuffer: The frame.
///   - destinationBuffer: The frame whose pixels are replaced.
/// - Returns: 0, ``kVTPixelTransferNotSupportedErr`` or ``kVTInvalidSessionErr``.
@discardableResult
public func VTPixelTransferSessionTransferImage(
  _ session: VTPixelTransferSession, from sourceBuffer: CVPixelBuffer,
  to destinationBuffer: CVPixelBuffer
) -> OSStatus { session.transfer(sourceBuffer, to: destinationBuffer) }

/// Ends a session, which then transfers nothing.
public func VTPixelTransferSessionInvalidate(_ session: VTPixelTransferSession) {
  session.invalidate()
}

/// Sets a property of a session.
///
/// - Parameters:
///   - session: A ``VTPixelTransferSession``.
///   - propertyKey: ``kVTPixelTransferPropertyKey_ScalingMode``.
///   - propertyValue: The value; `nil` is the default.
/// - Returns: 0, or ``kVTPropertyNotSupportedErr``.
@discardableResult
public func VTSessionSetProperty(
  _ session: VTSession, key propertyKey: CFString, value propertyValue: CFTypeRef?
) -> OSStatus {
  guard let session = session as? VTPixelTransferSession else { return kVTParameterErr }
  return session.set(propertyKey, propertyValue)
}

/// Makes an image of Core Graphics of a frame.
///
/// - Parameters:
///   - pixelBuffer: The frame.
///   - options: Has no effect, as in Apple's: pass `nil`.
///   - imageOut: The image; `nil` after an error.
/// - Returns: 0, or ``kVTPixelTransferNotSupportedErr``.
@discardableResult
public func VTCreateCGImageFromCVPixelBuffer(
  _ pixelBuffer: CVPixelBuffer, options: CFDictionary?,
  imageOut: UnsafeMutablePointer<CGImage?>
) -> OSStatus {
  let image = CIImage(cvPixelBuffer: pixelBuffer)
  let made = CIContext().createCGImage(image, from: image.extent)
  unsafe imageOut.pointee = made
  return made == nil ? kVTPixelTransferNotSupportedErr : noErr
}
