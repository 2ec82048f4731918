import CCutawayGStreamer
import CutawayElementBridge
package import CutawayElementKit

/// The luma of a decoded frame.
package struct LumaPlane: Sendable {
  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// The levels, row by row from the top: 0 is black and 1 white.
  package let levels: [Float]
}

extension LumaPlane {
  /// Reads the luma of the first frame of a file.
  ///
  /// - Throws: `ElementError`, which names the file.
  package init(at location: String) throws(ElementError) {
    guard let plane = try MediaSample.still(at: location).luma, plane.width > 0, plane.height > 0
    else { throw ElementError("\(location) contains no image", code: .unreadable) }
    self = plane
  }
}

extension MediaSample {
  /// The luma of a decoded frame; `nil` if the sample is none.
  fileprivate var luma: LumaPlane? {
    var info = GstVideoInfo(), frame = GstVideoFrame()
    guard let caps, gst_video_info_from_caps(&info, caps) != 0,
      gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0
    else { return nil }
    defer { gst_video_frame_unmap(&frame) }
    let width = Int(info.width), height = Int(info.height)
    // In AYUV, luma is the second byte of a pixel.
    let isPacked = info.finfo.pointee.format == GST_VIDEO_FORMAT_AYUV
    guard isPacked || info.finfo.pointee.format == GST_VIDEO_FORMAT_I420, let base = frame.data.0
    else { return nil }
    let (first, step) = isPacked ? (1, 4) : (0, 1)
    let stride = Int(frame.info.stride.0)
    var levels: [Float] = []
    levels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let byte = base.load(fromByteOffset: y * stride + x * step + first, as: UInt8.self)
        // Video range.
        levels.append(min(max((Float(byte) - 16) / 219, 0), 1))
      }
    }
    return LumaPlane(width: width, height: height, levels: levels)
  }
}
