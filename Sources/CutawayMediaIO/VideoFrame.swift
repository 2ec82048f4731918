public import Cutaway
import CutawayElementBridge
import CutawayRuntime

/// A frame in memory.
///
/// Copies share the memory.
public struct VideoFrame: Sendable {
  /// When the frame is presented.
  public var time: MediaTime
  /// How long it is presented; `nil` is until the next one.
  public var duration: MediaTime?
  /// The layout.
  public let layout: PixelLayout
  /// The number of pixels in a row, and the number of rows.
  public let width: Int, height: Int
  /// The transfer function, to which the primaries and the matrix belong.
  public let transferFunction: TransferFunction
  private let storage: Storage

  private enum Storage: Sendable {
    case sample(MediaSample)
    case bytes([UInt8])
  }

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - bytes: The planes, one behind the other, row by row from the top, without gaps.
  ///   - layout: The layout.
  ///   - width: The number of pixels in a row.
  ///   - height: The number of rows.
  ///   - time: When the frame is presented.
  ///   - duration: How long; `nil` is until the next one.
  ///   - transferFunction: HLG and PQ are for ``PixelLayout/i420TenBits``.
  /// - Precondition: The size is positive, and `bytes` has as many bytes as
  ///   ``PixelLayout/byteCount(width:height:)``.
  public init(
    _ bytes: [UInt8], as layout: PixelLayout, width: Int, height: Int, at time: MediaTime,
    lasting duration: MediaTime? = nil, transferFunction: TransferFunction = .bt709
  ) {
    precondition(
      width > 0 && height > 0 && bytes.count == layout.byteCount(width: width, height: height),
      "a frame of \(width) × \(height) does not have \(bytes.count) bytes")
    (self.layout, self.width, self.height) = (layout, width, height)
    (self.time, self.duration, self.transferFunction) = (time, duration, transferFunction)
    storage = .bytes(bytes)
  }

  /// A frame that an element has made; `nil` if it has another layout.
  init?(
    _ sample: MediaSample, as layout: PixelLayout, at time: MediaTime, lasting duration: MediaTime,
    transferFunction: TransferFunction
  ) {
    guard let size = sample.pictureSize,
      sample.withPlanes({ $0.count == layout.planes.count }) == true
    else { return nil }
    (self.layout, width, height) = (layout, size.width, size.height)
    (self.time, self.duration, self.transferFunction) = (time, duration, transferFunction)
    storage = .sample(sample)
  }

  /// Calls a closure with the bytes of a plane, without a copy.
  ///
  /// - Parameters:
  ///   - index: The number of the plane.
  ///   - body: Gets the bytes, and the distance of two rows in bytes. The last row has no gap behind it.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  public func withPlane<Result, Failure: Error>(
    _ index: Int, _ body: (_ bytes: RawSpan, _ bytesPerRow: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let sizes = layout.sizes(width: width, height: height), size = sizes[index]
    switch storage {
    case .bytes(let bytes):
      let start = sizes[..<index].reduce(0) { $0 + $1.rowBytes * $1.rowCount }
      return try unsafe body(
        bytes.span.bytes.extracting(start..<start + size.rowBytes * size.rowCount), size.rowBytes)
    case .sample(let sample):
      let result = sample.withPlanes { planes -> Swift.Result<Result, Failure> in
        let plane = planes[index]
        do throws(Failure) {
          let count = plane.stride * (size.rowCount - 1) + size.rowBytes
          let bytes = unsafe RawSpan(_unsafeStart: plane.base, byteCount: count)
          return .success(try body(bytes, plane.stride))
        } catch {
          return .failure(error)
        }
      }
      guard let result else { preconditionFailure("the memory of a frame cannot be mapped") }
      return try result.get()
    }
  }

  /// The planes, one behind the other, row by row from the top, without gaps.
  public var bytes: [UInt8] {
    if case .bytes(let bytes) = storage { return bytes }
    let count = layout.byteCount(width: width, height: height)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      var place = 0
      for (index, size) in layout.sizes(width: width, height: height).enumerated() {
        unsafe copyRows(
          ofPlane: index, to: UnsafeMutableRawBufferPointer(target), at: place, size.rowBytes)
        place += size.rowBytes * size.rowCount
      }
      filled = count
    }
  }

  /// Copies the rows of a plane.
  ///
  /// - Parameters:
  ///   - index: The number of the plane.
  ///   - target: The memory.
  ///   - place: Where the first row goes.
  ///   - distance: The distance of two rows.
  @unsafe private func copyRows(
    ofPlane index: Int, to target: UnsafeMutableRawBufferPointer, at place: Int, _ distance: Int
  ) {
    let size = layout.sizes(width: width, height: height)[index]
    withPlane(index) { bytes, bytesPerRow in
      for row in 0..<size.rowCount {
        let start = row * bytesPerRow
        unsafe bytes.extracting(start..<start + size.rowBytes).withUnsafeBytes { source in
          let rest = unsafe UnsafeMutableRawBufferPointer(
            rebasing: target[(place + row * distance)...])
          unsafe rest.copyMemory(from: source)
        }
      }
    }
  }

  /// The frame for GStreamer, whose rows are multiples of four bytes, and of two rows where chroma is halved.
  func buffer(framesPerSecond: Double, from start: MediaTime) -> FedBuffer {
    let sizes = layout.sizes(width: width, height: height)
    let strides = sizes.map { ($0.rowBytes + 3) / 4 * 4 }
    let lengths = sizes.indices.map { index in
      let isHalved = index == 0 && sizes.count > 1
      return strides[index] * (isHalved ? (height + 1) / 2 * 2 : sizes[index].rowCount)
    }
    let colors =
      layout.planes.count > 1 ? ",colorimetry=\(PictureFormat(of: self).colorimetry)" : ""
    let caps =
      "video/x-raw,format=\(layout.name),width=\(width),height=\(height),pixel-aspect-ratio=1/1"
      + colors + ",framerate=\(Int((framesPerSecond * 1_000).rounded()))/1000"
    return unsafe FedBuffer(
      caps: caps, size: lengths.reduce(0, +), start: start.nanoseconds,
      duration: duration?.nanoseconds
    ) { target in
      var place = 0
      for index in sizes.indices {
        unsafe copyRows(ofPlane: index, to: target, at: place, strides[index])
        place += lengths[index]
      }
    }
  }
}

extension PictureFormat {
  /// The depth and the colours of a frame.
  init(of frame: VideoFrame) {
    self.init(bitDepth: frame.layout.bitDepth, transferFunction: frame.transferFunction)
  }
}
