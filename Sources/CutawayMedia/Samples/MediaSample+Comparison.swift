import CCutawayGStreamer
package import CutawayContainers
package import CutawayElementBridge
import Glibc

// Comparing decoded frames, and looking into packets.
extension MediaSample {
  /// A number that identifies the pixels of a decoded frame; `nil` if the sample is none.
  package var pixelDigest: UInt64? {
    withRows { rows in
      var digest: UInt64 = 0xCBF2_9CE4_8422_2325
      for row in rows {
        var offset = 0
        while offset + 8 <= row.count {
          digest = Self.mixed(digest, row.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
          offset += 8
        }
        while offset < row.count {
          digest = Self.mixed(digest, UInt64(row[offset]))
          offset += 1
        }
      }
      return digest
    }
  }

  /// A step of a 64-bit hash: every bit of both numbers affects the higher half of the product, which
  /// is folded into the lower.
  private static func mixed(_ digest: UInt64, _ word: UInt64) -> UInt64 {
    let product = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }

  /// The difference from another frame as peak signal-to-noise ratio of all samples in dB.
  ///
  /// - Returns: Infinity for equal frames; `nil` if one is no frame, or the formats differ.
  package func signalToNoise(against other: MediaSample) -> Double? {
    guard let format = pictureFormat, other.pictureFormat.map({ $0 == format }) == true else {
      return nil
    }
    let isDeep = format.depth > 8
    return withRows { own in
      other.withRows { others -> Double in
        var total: UInt64 = 0, count = 0
        for (a, b) in zip(own, others) {
          let length = min(a.count, b.count)
          count += isDeep ? length / 2 : length
          total += isDeep ? Self.deepError(a, b, length / 2) : Self.error(a, b, length)
        }
        guard total > 0, count > 0 else { return .infinity }
        let peak = Double((1 << format.depth) - 1)
        return 10 * log10(peak * peak * Double(count) / Double(total))
      }
    } ?? nil
  }

  private static func error(
    _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, _ count: Int
  ) -> UInt64 {
    // The greatest sum of a row of 32,768 samples fits into 32 bits.
    var sum: UInt32 = 0
    for index in 0..<min(count, 32_768) {
      let difference = Int32(a[index]) - Int32(b[index])
      sum &+= UInt32(bitPattern: difference &* difference)
    }
    return UInt64(sum)
  }

  private static func deepError(
    _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, _ count: Int
  ) -> UInt64 {
    var sum: UInt64 = 0
    for index in 0..<count {
      let difference =
        Int64(a.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        - Int64(b.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
      sum &+= UInt64(bitPattern: difference &* difference)
    }
    return sum
  }

  private var pictureFormat: PlaneFormat? {
    var info = GstVideoInfo()
    guard let caps, gst_video_info_from_caps(&info, caps) != 0 else { return nil }
    return PlaneFormat(
      number: info.finfo.pointee.format.rawValue, depth: Int(info.finfo.pointee.depth.0),
      width: Int(info.width), height: Int(info.height))
  }

  private struct PlaneFormat: Hashable {
    var number: GstVideoFormat.RawValue
    var depth: Int
    var width: Int
    var height: Int
  }

  /// Calls a closure with the visible bytes of all rows of a decoded frame, plane by plane.
  private func withRows<Result>(_ body: ([UnsafeRawBufferPointer]) -> Result) -> Result? {
    var info = GstVideoInfo(), frame = GstVideoFrame()
    guard let caps, gst_video_info_from_caps(&info, caps) != 0,
      gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0
    else { return nil }
    defer { gst_video_frame_unmap(&frame) }
    let format = info.finfo.pointee
    let data = [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
    let strides = [
      frame.info.stride.0, frame.info.stride.1, frame.info.stride.2, frame.info.stride.3,
    ]
    let pixelStrides = [
      format.pixel_stride.0, format.pixel_stride.1, format.pixel_stride.2, format.pixel_stride.3,
    ]
    let planes = [format.plane.0, format.plane.1, format.plane.2, format.plane.3]
    let columns = [format.w_sub.0, format.w_sub.1, format.w_sub.2, format.w_sub.3]
    let lines = [format.h_sub.0, format.h_sub.1, format.h_sub.2, format.h_sub.3]
    var rows: [UnsafeRawBufferPointer] = []
    var seen: Set<UInt32> = []
    for component in 0..<Int(format.n_components)
    where seen.insert(UInt32(planes[component])).inserted {
      let plane = Int(planes[component])
      guard let base = data[plane] else { return nil }
      let width = (Int(info.width) + (1 << Int(columns[component])) - 1) >> Int(columns[component])
      let height = (Int(info.height) + (1 << Int(lines[component])) - 1) >> Int(lines[component])
      for row in 0..<height {
        rows.append(
          UnsafeRawBufferPointer(
            start: base + row * Int(strides[plane]), count: width * Int(pixelStrides[component])))
      }
    }
    return body(rows)
  }

  /// The kind of a packet's picture.
  package func pictureKind(_ coding: VideoCoding, lengthSize: Int) -> PictureKind {
    withPacket { PictureKind($0, coding, lengthSize: lengthSize) } ?? .unusable
  }

  /// The header of a packet with a frame that describes itself; `nil` if it does not.
  package func frameHeader(_ coding: FrameCoding) -> FrameHeader? {
    withPacket { FrameHeader($0, coding) } ?? nil
  }

  /// The role of a packet's picture among frames of which the independent ones have a header.
  package func pictureKind(_ coding: FrameCoding, header: FrameHeader) -> PictureKind {
    withPacket { packet in
      if FrameHeader.isDependent(packet, coding) { return .other }
      return FrameHeader(packet, coding) == header ? .start : .unusable
    } ?? .unusable
  }

  private func withPacket<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { gst_buffer_unmap(buffer, &map) }
    return body(UnsafeBufferPointer(start: map.data, count: Int(map.size)))
  }

  /// The decoder configuration record of a packet's stream; empty if there is none.
  package var configurationRecord: [UInt8] {
    caps.flatMap { gst_caps_get_structure($0, 0) }.map { codecData(of: $0) } ?? []
  }

  /// The caps of the sample in GStreamer's notation.
  package var capsText: String {
    guard let caps, let text = gst_caps_to_string(caps) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}

/// The name of the element that decodes a stream to frames with the chroma that it has; `nil` if none is
/// installed.
package func decoderName(for caps: String) -> String? {
  gst_init(nil, nil)
  guard let parsed = gst_caps_from_string(caps) else { return nil }
  defer { gst_caps_unref(parsed) }
  // jpegdec has the higher rank, and outputs 4:2:0 whatever the frame has.
  if parsed.kind == "image/jpeg", let better = gst_element_factory_find("avdec_mjpeg") {
    gst_object_unref(UnsafeMutableRawPointer(better))
    return "avdec_mjpeg"
  }
  guard let decoder = makeDecoder(for: parsed, share: 1) else { return nil }
  defer { gst_object_unref(gst_object_ref_sink(decoder)) }
  return gst_element_get_factory(decoder).flatMap {
    gst_swift_object_name(UnsafeMutableRawPointer($0)).map { String(cString: $0) }
  }
}
