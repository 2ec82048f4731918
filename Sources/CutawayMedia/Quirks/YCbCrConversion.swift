import CCutawayGStreamer
import CutawayElementBridge
package import CutawayQuirks

extension Quirk {
  /// Between two kinds of Y′CbCr, videoconvert ignores different ranges, and truncates.
  ///
  /// So frames are converted through R′G′B′ of 16 bits.
  package static let yCbCrConversion = Quirk(
    "videoconvert ignores ranges between two kinds of Y′CbCr",
    versions: [.all],
    upstream: "not reported",
    test: "a picture looks the same in any stored matrix and range")
}

extension SourceColor {
  /// Whether frames are in another kind of Y′CbCr than that of the output.
  var isOtherYUV: Bool {
    Quirk.yCbCrConversion.applies
      && (isFullRangeYUV || colorimetry.matrix != GST_VIDEO_COLOR_MATRIX_BT709)
  }
}
