import CCutawayHEIF
import Glibc

/// The functions of libheif, which is loaded when the first picture is decoded.
///
/// It brings decoders of several megabytes, which every start of a program would load otherwise.
struct HEIFLibrary: Sendable {
  let hasDecoder: cutaway_heif_has_decoder
  let allocateContext: cutaway_heif_context_alloc
  let releaseContext: cutaway_heif_release
  let read: cutaway_heif_read
  let primary: cutaway_heif_primary
  let releaseHandle: cutaway_heif_release
  let width: cutaway_heif_number
  let height: cutaway_heif_number
  let hasAlpha: cutaway_heif_number
  let isPremultiplied: cutaway_heif_number
  let bits: cutaway_heif_number
  let profileSize: cutaway_heif_size
  let profile: cutaway_heif_profile
  let coding: cutaway_heif_coding
  let releaseCoding: cutaway_heif_release_coding
  let decode: cutaway_heif_decode
  let imageWidth: cutaway_heif_measure
  let imageHeight: cutaway_heif_measure
  let imageBits: cutaway_heif_measure
  let plane: cutaway_heif_plane
  let releaseImage: cutaway_heif_release

  /// The library; `nil` if it is not installed.
  static let shared = HEIFLibrary()

  private init?() {
    guard let handle = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
    // The types are those of libheif/heif.h, which have not changed since version 1.1.
    func function<Function>(_ name: String, as _: Function.Type = Function.self) -> Function? {
      dlsym(handle, "heif_" + name).map { unsafeBitCast($0, to: Function.self) }
    }
    guard
      let hasDecoder: cutaway_heif_has_decoder = function("have_decoder_for_format"),
      let allocateContext: cutaway_heif_context_alloc = function("context_alloc"),
      let releaseContext: cutaway_heif_release = function("context_free"),
      let read: cutaway_heif_read = function("context_read_from_memory_without_copy"),
      let primary: cutaway_heif_primary = function("context_get_primary_image_handle"),
      let releaseHandle: cutaway_heif_release = function("image_handle_release"),
      let width: cutaway_heif_number = function("image_handle_get_width"),
      let height: cutaway_heif_number = function("image_handle_get_height"),
      let hasAlpha: cutaway_heif_number = function("image_handle_has_alpha_channel"),
      let isPremultiplied: cutaway_heif_number = function("image_handle_is_premultiplied_alpha"),
      let bits: cutaway_heif_number = function("image_handle_get_luma_bits_per_pixel"),
      let profileSize: cutaway_heif_size = function("image_handle_get_raw_color_profile_size"),
      let profile: cutaway_heif_profile = function("image_handle_get_raw_color_profile"),
      let coding: cutaway_heif_coding = function("image_handle_get_nclx_color_profile"),
      let releaseCoding: cutaway_heif_release_coding = function("nclx_color_profile_free"),
      let decode: cutaway_heif_decode = function("decode_image"),
      let imageWidth: cutaway_heif_measure = function("image_get_width"),
      let imageHeight: cutaway_heif_measure = function("image_get_height"),
      let imageBits: cutaway_heif_measure = function("image_get_bits_per_pixel_range"),
      let plane: cutaway_heif_plane = function("image_get_plane_readonly"),
      let releaseImage: cutaway_heif_release = function("image_release")
    else { return nil }
    self.hasDecoder = hasDecoder
    self.allocateContext = allocateContext
    self.releaseContext = releaseContext
    self.read = read
    self.primary = primary
    self.releaseHandle = releaseHandle
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    self.isPremultiplied = isPremultiplied
    self.bits = bits
    self.profileSize = profileSize
    self.profile = profile
    self.coding = coding
    self.releaseCoding = releaseCoding
    self.decode = decode
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
    self.imageBits = imageBits
    self.plane = plane
    self.releaseImage = releaseImage
  }
}
