import AVFoundation
import Foundation
import TestSupport
import Testing

/// Films of frames that a program draws into pixel buffers, as slide shows are made.
@Suite struct DrawnFrameTests {
  private static let layouts: [(OSType, UInt32)] = [
    (kCVPixelFormatType_32ARGB, CGImageAlphaInfo.noneSkipFirst.rawValue),
    (kCVPixelFormatType_32ARGB, CGImageAlphaInfo.premultipliedFirst.rawValue),
    (
      kCVPixelFormatType_32BGRA,
      CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    ),
  ]

  @Test(arguments: layouts)
  func `a frame that is drawn into a pixel buffer is in the film`(
    format: OSType, info: UInt32
  ) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let url = folder.file("slides.mp4")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 98, AVVideoHeightKey: 64,
      ])
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(
      assetWriterInput: input,
      sourcePixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: Int(format),
        kCVPixelBufferWidthKey as String: 98, kCVPixelBufferHeightKey as String: 64,
        kCVPixelBufferCGBitmapContextCompatibilityKey as String: true,
      ])
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for frame in 0..<3 {
      try await wait("the input takes no frame") { input.isReadyForMoreMediaData }
      var made: CVPixelBuffer?
      let pool = try #require(adaptor.pixelBufferPool)
      #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) == kCVReturnSuccess)
      let buffer = try #require(made)
      CVPixelBufferLockBaseAddress(buffer, [])
      let context = try #require(
        CGContext(
          data: CVPixelBufferGetBaseAddress(buffer), width: 98, height: 64, bitsPerComponent: 8,
          bytesPerRow: CVPixelBufferGetBytesPerRow(buffer), space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: info))
      // Red at the bottom left, blue at the top right; the rest stays black.
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 48, height: 32))
      context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
      context.fill(CGRect(x: 50, y: 32, width: 48, height: 32))
      CVPixelBufferUnlockBaseAddress(buffer, [])
      #expect(
        adaptor.append(
          buffer, withPresentationTime: CMTime(value: CMTimeValue(frame), timescale: 10)))
    }
    input.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed)
    let frames = try await RawVideo.read(url, as: .rgba)
    #expect(frames.count == 3)
    for frame in frames {
      func color(_ x: Int, _ y: Int) -> [Bool] {
        (0..<3).map { frame.bytes[(y * 98 + x) * 4 + $0] > 128 }
      }
      #expect(color(20, 50) == [true, false, false] && color(75, 12) == [false, false, true])
      #expect(color(20, 12) == [false, false, false] && color(75, 50) == [false, false, false])
    }
  }
}
