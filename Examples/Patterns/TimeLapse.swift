@preconcurrency import AVFoundation
import ImageIO

/// Makes a film of picture files, each shown for one frame.
public final class TimeLapse: @unchecked Sendable {
  public enum Failure: Error {
    case cannotRead(URL)
    case cannotStart((any Error)?)
    case noPixelBuffer
  }

  private let pictures: [URL]
  private let size: CGSize
  private let framesPerSecond: Int32

  public init(pictures: [URL], size: CGSize, framesPerSecond: Int32) {
    self.pictures = pictures
    self.size = size
    self.framesPerSecond = framesPerSecond
  }

  /// Writes a QuickTime film; progress counts the pictures.
  public func build(
    to output: URL, progress: @escaping @Sendable (Progress) -> Void,
    completion: @escaping @Sendable (Result<URL, any Error>) -> Void
  ) {
    do {
      try? FileManager.default.removeItem(at: output)
      let writer = try AVAssetWriter(outputURL: output, fileType: .mov)
      let settings: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.h264,
        AVVideoWidthKey: size.width,
        AVVideoHeightKey: size.height,
      ]
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
      let attributes: [String: Any] = [
        kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32ARGB),
        kCVPixelBufferWidthKey as String: Float(size.width),
        kCVPixelBufferHeightKey as String: Float(size.height),
      ]
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(
        assetWriterInput: input, sourcePixelBufferAttributes: attributes)
      assert(writer.canAdd(input))
      writer.add(input)
      guard writer.startWriting() else { throw Failure.cannotStart(writer.error) }
      writer.startSession(atSourceTime: .zero)
      assert(adaptor.pixelBufferPool != nil)

      let queue = DispatchQueue(label: "mediaInputQueue")
      let total = Progress(totalUnitCount: Int64(pictures.count))
      nonisolated(unsafe) var frameCount: Int64 = 0
      nonisolated(unsafe) var remaining = pictures[...]
      input.requestMediaDataWhenReady(on: queue) {
        while input.isReadyForMoreMediaData, let next = remaining.popFirst() {
          let time = CMTimeMake(value: frameCount, timescale: self.framesPerSecond)
          do {
            try self.append(next, to: adaptor, at: time)
          } catch {
            input.markAsFinished()
            writer.cancelWriting()
            return completion(.failure(error))
          }
          frameCount += 1
          total.completedUnitCount = frameCount
          progress(total)
        }
        guard remaining.isEmpty else { return }
        input.markAsFinished()
        writer.finishWriting {
          if let error = writer.error {
            completion(.failure(error))
          } else {
            completion(.success(output))
          }
        }
      }
    } catch {
      completion(.failure(error))
    }
  }

  private func append(
    _ url: URL, to adaptor: AVAssetWriterInputPixelBufferAdaptor, at time: CMTime
  ) throws {
    guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
      let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
    else { throw Failure.cannotRead(url) }
    guard let pool = adaptor.pixelBufferPool else { throw Failure.noPixelBuffer }
    var created: CVPixelBuffer?
    let status = CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool, &created)
    guard let buffer = created, status == kCVReturnSuccess else { throw Failure.noPixelBuffer }
    fill(buffer, with: image)
    guard adaptor.append(buffer, withPresentationTime: time) else { throw Failure.noPixelBuffer }
  }

  /// Draws the picture to fit, upright, over black.
  private func fill(_ buffer: CVPixelBuffer, with image: CGImage) {
    CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0))
    defer { CVPixelBufferUnlockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0)) }
    guard
      let context = CGContext(
        data: CVPixelBufferGetBaseAddress(buffer), width: Int(size.width),
        height: Int(size.height), bitsPerComponent: 8,
        bytesPerRow: CVPixelBufferGetBytesPerRow(buffer),
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue)
    else { return }
    context.setFillColor(CGColor(gray: 0, alpha: 1))
    context.fill(CGRect(origin: .zero, size: size))
    let fitted = AVMakeRect(
      aspectRatio: CGSize(width: image.width, height: image.height),
      insideRect: CGRect(origin: .zero, size: size))
    context.interpolationQuality = .high
    context.draw(image, in: fitted)
  }
}
