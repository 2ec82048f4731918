import CCutawayGStreamer
import CutawayElementBridge
package import CutawayElementKit
import Glibc

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
  /// Reads the luma of the first frame of a file, with 10 bits: 8 bits of video range have fewer levels
  /// than an image.
  ///
  /// - Throws: `ElementError`, which names the file.
  package init(at location: String) throws(ElementError) {
    let frame = try MediaSample.still(at: location, frames: FrameFormat(bitDepth: 10))
    guard let plane = frame.luma, plane.width > 0, plane.height > 0 else {
      throw ElementError("\(location) contains no image", code: .unreadable)
    }
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
    // Luma is the first component.
    let format = info.finfo.pointee
    guard let base = frame.data.0, format.plane.0 == 0, format.shift.0 == 0,
      format.pixel_stride.0 > 0
    else { return nil }
    let (first, step) = (Int(format.poffset.0), Int(format.pixel_stride.0))
    let stride = Int(frame.info.stride.0), depth = Float(format.depth.0)
    // Video range.
    let (black, range) = (16 * exp2(depth - 8), 219 * exp2(depth - 8))
    var levels: [Float] = []
    levels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let offset = y * stride + x * step + first
        let level =
          depth > 8
          ? Float(UInt16(littleEndian: base.load(fromByteOffset: offset, as: UInt16.self)))
          : Float(base.load(fromByteOffset: offset, as: UInt8.self))
        levels.append(min(max((level - black) / range, 0), 1))
      }
    }
    return LumaPlane(width: width, height: height, levels: levels)
  }
}
