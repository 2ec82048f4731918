import CutawayContainers
import CutawayElementBridge
import CutawayModel
import CutawayQuirks
import CutawayTranslation

/// The static metadata of an HDR picture, in GStreamer's notation.
struct PictureLight: Sendable, Hashable, Codable {
  /// The primaries, the white point and the luminance of the mastering display (SMPTE ST 2086).
  var masteringDisplay: String
  /// The greatest light of a pixel and of a frame's average, in cd/m² (CTA-861.3).
  var contentLight: String?

  /// A display with the primaries of BT.2020 and from 0.005 to 1,000 cd/m², the nominal display of
  /// BT.2100.
  static let usualDisplay =
    "35400:14600:8500:39850:6550:2300:15635:16450:10000000:50"

  /// Adds the metadata to the caps of a stream.
  func stage(on mediaType: String = "video/x-raw") -> FileOutput.Stage {
    let light = contentLight.map { ", content-light-level=(string)\($0)" } ?? ""
    return .init(
      "capssetter",
      [
        .init(
          "caps",
          .string("\(mediaType), mastering-display-info=(string)\(masteringDisplay)\(light)")
        )
      ])
  }

  /// The metadata for a movie file; `nil` if the notation has other numbers.
  var movieLight: MovieLight? {
    let display = masteringDisplay.split(separator: ":").compactMap { UInt32($0) }
    let level = contentLight?.split(separator: ":").compactMap { UInt16($0) }
    return MovieLight(
      chromaticities: display.prefix(8).map { UInt16(clamping: $0) },
      luminances: Array(display.dropFirst(8)), contentLight: level)
  }

  /// The metadata with luminances that `matroskamux` writes correctly: see
  /// `Quirk.matroskaLuminance`.
  var forMatroska: PictureLight {
    let numbers = masteringDisplay.split(separator: ":").compactMap { UInt32($0) }
    guard Quirk.matroskaLuminance.applies, numbers.count == 10 else { return self }
    var light = self
    light.masteringDisplay =
      (numbers.prefix(8) + numbers.suffix(2).map { $0 &* 5 }).map(String.init).joined(
        separator: ":")
    return light
  }
}
