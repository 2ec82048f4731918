import AVFoundation
import TestSupport
import Testing
import VideoToolbox

/// `VTPixelTransferSession` and images of Core Graphics of frames.
@Suite struct PixelTransferTests {
  /// The upper half is red, the lower one blue, in blue, green, red and alpha.
  private static func halves(width: Int, height: Int) throws -> CVPixelBuffer {
    let buffer = try frame(kCVPixelFormatType_32BGRA, width: width, height: height)
    edit(buffer) { bytes, stride in
      for y in 0..<height {
        for x in 0..<width {
          let pixel: [UInt8] = y < height / 2 ? [0, 0, 200, 255] : [200, 0, 0, 255]
          for index in 0..<4 { bytes[y * stride + 4 * x + index] = pixel[index] }
        }
      }
    }
    return buffer
  }

  private static func frame(_ format: OSType, width: Int, height: Int) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, width, height, format, nil, &buffer) == kCVReturnSuccess)
    return try #require(buffer)
  }

  private static func edit(
    _ buffer: CVPixelBuffer, _ body: (UnsafeMutablePointer<UInt8>, _ stride: Int) -> Void
  ) {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
    body(base.assumingMemoryBound(to: UInt8.self), CVPixelBufferGetBytesPerRow(buffer))
  }

  /// Red, green and blue of a pixel.
  private static func pixel(_ buffer: CVPixelBuffer, _ x: Int, _ y: Int) -> [Int] {
    var result: [Int] = []
    edit(buffer) { bytes, stride in
      result = (0..<3).reversed().map { Int(bytes[y * stride + 4 * x + $0]) }
    }
    return result
  }

  private static func session() throws -> VTPixelTransferSession {
    var session: VTPixelTransferSession?
    let status = VTPixelTransferSessionCreate(allocator: nil, pixelTransferSessionOut: &session)
    #expect(status == noErr)
    return try #require(session)
  }

  @Test(arguments: [
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
  ])
  func `frames keep their colours in another pixel format`(format: OSType) throws {
    let session = try Self.session()
    let source = try Self.halves(width: 48, height: 32)
    let middle = try Self.frame(format, width: 48, height: 32)
    let back = try Self.frame(kCVPixelFormatType_32BGRA, width: 48, height: 32)
    #expect(VTPixelTransferSessionTransferImage(session, from: source, to: middle) == noErr)
    #expect(VTPixelTransferSessionTransferImage(session, from: middle, to: back) == noErr)
    for y in 0..<32 {
      for x in 0..<48 {
        let (one, two) = (Self.pixel(source, x, y), Self.pixel(back, x, y))
        #expect(zip(one, two).allSatisfy { abs($0 - $1) <= 3 }, "\(x) \(y): \(one) \(two)")
      }
    }
  }

  @Test(
    arguments: [
      (nil, 200, 0), (kVTScalingMode_Normal, 200, 0), (kVTScalingMode_Trim, 200, 0),
      (kVTScalingMode_Letterbox, 0, 0),
    ] as [(CFString?, Int, Int)])
  func `scaling modes place the picture`(mode: CFString?, red: Int, blue: Int) throws {
    let session = try Self.session()
    if let mode {
      let key = kVTPixelTransferPropertyKey_ScalingMode
      #expect(VTSessionSetProperty(session, key: key, value: mode) == noErr)
    }
    // Twice as wide as high, into a square.
    let source = try Self.halves(width: 64, height: 32)
    let target = try Self.frame(kCVPixelFormatType_32BGRA, width: 64, height: 64)
    #expect(VTPixelTransferSessionTransferImage(session, from: source, to: target) == noErr)
    // Letterboxed, the picture begins at row 16.
    #expect(Self.pixel(target, 32, 4) == [red, 0, blue])
    #expect(Self.pixel(target, 32, 24) == [200, 0, 0])
    #expect(Self.pixel(target, 32, 40) == [0, 0, 200])
  }

  @Test func `what a session cannot do is an error`() throws {
    let session = try Self.session(), source = try Self.halves(width: 8, height: 8)
    #expect(VTSessionSetProperty(session, key: "Colour", value: 1) == kVTPropertyNotSupportedErr)
    let key = kVTPixelTransferPropertyKey_ScalingMode
    #expect(VTSessionSetProperty(session, key: key, value: "Wide") == kVTPropertyNotSupportedErr)
    #expect(VTSessionSetProperty(session, key: key, value: nil) == noErr)
    VTPixelTransferSessionInvalidate(session)
    #expect(
      VTPixelTransferSessionTransferImage(session, from: source, to: source)
        == kVTInvalidSessionErr)
  }

  @Test func `an image of Core Graphics has the pixels of the frame`() throws {
    let source = try Self.halves(width: 10, height: 6)
    var image: CGImage?
    #expect(VTCreateCGImageFromCVPixelBuffer(source, options: nil, imageOut: &image) == noErr)
    let made = try #require(image)
    #expect(made.width == 10 && made.height == 6)
    let bytes = try #require(made.dataProvider?.data as Data?)
    #expect(Array(bytes.prefix(4)) == [200, 0, 0, 255])
    #expect(Array(bytes.suffix(4)) == [0, 0, 200, 255])
  }
}
