import CCutawayLCMS
package import CutawayDiagnostics
import CutawayKeyframes

/// An ICC profile (ICC.1, ISO 15076-1), which says what the numbers of a picture mean.
///
/// The text form has two hexadecimal digits for each byte.
package struct ICCProfile: SharedValue {
  /// The bytes of the profile; none for a picture without a profile.
  package let bytes: [UInt8]

  /// Creates a profile from its bytes, which may be invalid.
  package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// The bytes in hexadecimal digits.
  package var text: String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// Parses hexadecimal digits.
  ///
  /// - Throws: `CompositionError` if the text has anything else.
  package init(text: String) throws(CompositionError) {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard start + 1 < digits.count, let high = digits[start], let low = digits[start + 1] else {
        throw CompositionError(
          .invalidValue, "an ICC profile has two hexadecimal digits for each byte")
      }
      bytes.append(UInt8(high << 4 | low))
    }
    self.init(bytes)
  }

  /// What the numbers of a picture mean.
  package enum Encoding: Sendable, Hashable {
    /// sRGB (IEC 61966-2-1), within one step of 8 bits.
    case sRGB
    /// Display P3: the primaries of SMPTE EG 432-1 with the curve of sRGB, within one step of 8 bits.
    case displayP3
    /// Other red, green and blue, or grey.
    case other
    /// Inks, or damaged.
    case unknown
  }

  /// The encoding that the profile describes.
  package var encoding: Encoding {
    guard let inSRGB = samples(in: .sRGB), let inDisplayP3 = samples(in: .displayP3),
      // A damaged profile may give all colours the same light.
      let black = inDisplayP3.first, let white = inDisplayP3.dropLast().last,
      Int(white) - Int(black) > 64
    else { return .unknown }
    func isSame(_ result: [UInt8]) -> Bool {
      zip(Self.samples, result).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
    return isSame(inSRGB) ? .sRGB : isSame(inDisplayP3) ? .displayP3 : .other
  }

  /// The samples in another profile; `nil` if this one is damaged, or one of inks.
  private func samples(in target: consuming ProfileHandle?) -> [UInt8]? {
    guard let own = ProfileHandle(bytes), own.isRGB, let target,
      let transform = ColorTransform(from: own, to: target, cutaway_rgba_8)
    else { return nil }
    var copy = Self.samples
    transform.apply(to: &copy, count: copy.count / 4)
    return copy
  }

  /// Colours in even steps.
  private static let samples: [UInt8] = {
    let steps: [UInt8] = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
    var samples: [UInt8] = []
    for red in steps {
      for green in steps { for blue in steps { samples += [red, green, blue, 255] } }
    }
    return samples
  }()
}

/// A conversion of pixels from a profile to Display P3.
///
/// Colours are kept where Display P3 has them, relative to the white of the profile; others become the nearest.
package final class ProfileConverter: Sendable {
  private let transform: ColorTransform
  private let bytesPerPixel: Int

  /// The order of the components, and their bits.
  package enum Layout: Sendable, Hashable, CaseIterable {
    case rgba8, bgra8, argb8, abgr8
    case rgba16, bgra16, argb16, abgr16

    fileprivate var bytesPerPixel: Int {
      switch self {
      case .rgba8, .bgra8, .argb8, .abgr8: 4
      case .rgba16, .bgra16, .argb16, .abgr16: 8
      }
    }

    fileprivate var code: UInt32 {
      switch self {
      case .rgba8: cutaway_rgba_8
      case .bgra8: cutaway_bgra_8
      case .argb8: cutaway_argb_8
      case .abgr8: cutaway_abgr_8
      case .rgba16: cutaway_rgba_16
      case .bgra16: cutaway_bgra_16
      case .argb16: cutaway_argb_16
      case .abgr16: cutaway_abgr_16
      }
    }
  }

  /// Creates a conversion; `nil` if the profile is damaged, or one of inks.
  package init?(_ profile: ICCProfile, _ layout: Layout) {
    guard let own = ProfileHandle(profile.bytes), own.isRGB, let target = ProfileHandle.displayP3,
      let transform = ColorTransform(from: own, to: target, layout.code)
    else { return nil }
    self.transform = transform
    bytesPerPixel = layout.bytesPerPixel
  }

  /// Converts pixels in place.
  ///
  /// - Precondition: The components have the bits of the layout.
  package func apply<Component: SIMDScalar>(to pixels: inout MutableSpan<SIMD4<Component>>)
  where Component.SIMD4Storage: BitwiseCopyable {
    precondition(MemoryLayout<SIMD4<Component>>.size == bytesPerPixel, "other pixels")
    pixels.withUnsafeMutableBufferPointer { transform.apply(to: $0.baseAddress, count: $0.count) }
  }
}
