public import CutawayTime

/// A frame of raw video.
public struct RawFrame: Sendable, Hashable {
  public let format: RawFormat
  public let width: Int
  public let height: Int
  /// All planes, laid out as ``RawFormat/layout(width:height:)`` says.
  public let bytes: [UInt8]
  /// The stream time at which the frame is shown: 0 is the first thing a player would show.
  public let time: MediaTime?
  public let duration: MediaTime?

  /// - Precondition: `bytes` holds a whole frame.
  public init(
    format: RawFormat, width: Int, height: Int, bytes: [UInt8], time: MediaTime? = nil,
    duration: MediaTime? = nil
  ) {
    precondition(
      bytes.count == format.frameSize(width: width, height: height), "not the bytes of a frame")
    self.format = format
    self.width = width
    self.height = height
    self.bytes = bytes
    self.time = time
    self.duration = duration
  }

  /// The planes, in the order of the format: Y, Cb, Cr for I420.
  public var planes: [Plane] {
    format.layout(width: width, height: height).map { layout in
      Plane(
        width: layout.width, height: layout.height, stride: layout.stride,
        bytes: Array(bytes[layout.offset..<layout.offset + layout.stride * layout.height]))
    }
  }

  /// The first plane if it is luma or grey; for RGB, a weighted sum of its components.
  public var luma: Plane {
    guard format.rgbOffsets != nil else { return planes[0] }
    let luma = lumaReader
    let bytes = (0..<width * height).map { UInt8(luma($0 % width, $0 / width)) }
    return Plane(width: width, height: height, stride: width, bytes: bytes)
  }

  /// The frame code read from the picture, or `nil`.
  public func code(
    in region: PictureRegion? = nil, orientation: PictureOrientation = .identity
  ) -> FrameCode? {
    FrameCode.read(
      width: width, height: height, region: region, orientation: orientation, luma: lumaReader)
  }

  /// Returns the luma of a pixel.
  private var lumaReader: (_ x: Int, _ y: Int) -> Int {
    let (bytes, step) = (bytes, format.bytesPerPixel)
    let stride = format.layout(width: width, height: height)[0].stride
    guard let rgb = format.rgbOffsets else { return { x, y in Int(bytes[y * stride + x]) } }
    return { x, y in
      let pixel = y * stride + x * step
      let (red, green, blue) = (
        bytes[pixel + rgb.red], bytes[pixel + rgb.green], bytes[pixel + rgb.blue]
      )
      return (54 * Int(red) + 183 * Int(green) + 19 * Int(blue)) >> 8
    }
  }

  /// The mean of each plane's bytes within a region, for I420; outside it is ignored.
  public func meanColor(in region: PictureRegion) -> (y: Double, cb: Double, cr: Double)? {
    guard format == .i420 else { return nil }
    let planes = planes
    return (
      planes[0].mean(in: region, scale: 1), planes[1].mean(in: region, scale: 2),
      planes[2].mean(in: region, scale: 2)
    )
  }

  /// The frame turned or mirrored, in I420.
  func turned(_ orientation: PictureOrientation) -> RawFrame {
    guard format == .i420, orientation != .identity else { return self }
    let turned = planes.map { $0.turned(orientation) }
    let (width, height) = (turned[0].width, turned[0].height)
    var bytes: [UInt8] = []
    for (plane, layout) in zip(turned, format.layout(width: width, height: height)) {
      bytes += Array(repeating: 0, count: layout.offset - bytes.count)
      for row in plane.rows {
        bytes.append(contentsOf: row)
        bytes.append(contentsOf: repeatElement(0, count: layout.stride - plane.width))
      }
    }
    return RawFrame(format: format, width: width, height: height, bytes: bytes)
  }
}

extension Plane {
  /// The rows, without their padding.
  public var rows: some Sequence<ArraySlice<UInt8>> {
    (0..<height).lazy.map { bytes[$0 * stride..<$0 * stride + width] }
  }

  fileprivate func mean(in region: PictureRegion, scale: Double) -> Double {
    let columns = max(0, Int(region.x / scale))..<min(width, Int((region.x + region.width) / scale))
    let lines = max(0, Int(region.y / scale))..<min(height, Int((region.y + region.height) / scale))
    let sum = lines.reduce(0) { sum, y in
      columns.reduce(sum) { $0 + Int(self[$1, y]) }
    }
    return Double(sum) / Double(max(columns.count * lines.count, 1))
  }
}
