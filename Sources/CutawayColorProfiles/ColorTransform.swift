import CCutawayLCMS

/// An open profile of Little CMS.
struct ProfileHandle: ~Copyable {
  fileprivate let handle: cmsHPROFILE

  private init?(_ handle: cmsHPROFILE?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  /// Opens a profile; `nil` if it is damaged.
  ///
  /// One of grey becomes one of red, green and blue with its curve.
  init?(_ bytes: [UInt8]) {
    guard let profile = cmsOpenProfileFromMem(bytes, UInt32(clamping: bytes.count)) else {
      return nil
    }
    guard cmsGetColorSpace(profile) == cmsSigGrayData else {
      handle = profile
      return
    }
    defer { cmsCloseProfile(profile) }
    // The profile owns the curve.
    guard let tag = cmsReadTag(profile, cmsSigGrayTRCTag),
      let wide = Self.rgb(curve: OpaquePointer(tag))
    else { return nil }
    handle = wide
  }

  deinit { cmsCloseProfile(handle) }

  /// sRGB.
  static var sRGB: ProfileHandle? { ProfileHandle(cmsCreate_sRGBProfile()) }

  /// Display P3: primaries and white of SMPTE EG 432-1, with the curve of IEC 61966-2-1.
  static var displayP3: ProfileHandle? {
    let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    guard let curve = cmsBuildParametricToneCurve(nil, 4, parameters) else { return nil }
    defer { cmsFreeToneCurve(curve) }
    return ProfileHandle(rgb(curve: curve))
  }

  /// The primaries and the white of SMPTE EG 432-1 with a curve.
  private static func rgb(curve: OpaquePointer) -> cmsHPROFILE? {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
      Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
    var curves: [OpaquePointer?] = [curve, curve, curve]
    return cmsCreateRGBProfile(&white, &primaries, &curves)
  }

  /// Whether it describes red, green and blue.
  var isRGB: Bool { cmsGetColorSpace(handle) == cmsSigRgbData }
}

/// A conversion between two profiles, which any thread may use.
final class ColorTransform: @unchecked Sendable {
  // Without a cache, the transform is constant.
  private let handle: cmsHTRANSFORM

  /// Creates a conversion that keeps alpha.
  init?(from source: borrowing ProfileHandle, to target: borrowing ProfileHandle, _ layout: UInt32)
  {
    let flags = UInt32(cmsFLAGS_COPY_ALPHA | cmsFLAGS_NOCACHE | cmsFLAGS_HIGHRESPRECALC)
    guard
      let handle = cmsCreateTransform(
        source.handle, layout, target.handle, layout, UInt32(INTENT_RELATIVE_COLORIMETRIC), flags)
    else { return nil }
    self.handle = handle
  }

  deinit { cmsDeleteTransform(handle) }

  /// Converts pixels in place.
  func apply(to pixels: UnsafeMutableRawPointer?, count: Int) {
    cmsDoTransform(handle, pixels, pixels, UInt32(clamping: count))
  }

  /// Converts pixels in place.
  func apply(to pixels: inout [UInt8], count: Int) {
    pixels.withUnsafeMutableBytes { apply(to: $0.baseAddress, count: count) }
  }
}
