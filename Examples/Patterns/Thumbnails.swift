import AVFoundation
import ImageIO
import UIKit
import UniformTypeIdentifiers

/// A contact sheet: frames of a film in rows, with their times, in one PNG file.
public struct Thumbnails {
  public enum Failure: Error {
    case noImage(CMTime)
    case cannotWrite(URL)
  }

  public var columns = 4
  public var cell = CGSize(width: 160, height: 90)
  public var labelHeight: CGFloat = 16

  public init() {}

  /// The images at the times, by an asynchronous sequence.
  public func images(of url: URL, at times: [CMTime]) async throws -> [CGImage] {
    let generator = makeGenerator(for: url)
    var images: [CMTime: CGImage] = [:]
    for await result in generator.images(for: times) {
      switch result {
      case .success(requestedTime: let requested, image: let image, actualTime: _):
        images[requested] = image
      case .failure(requestedTime: _, error: let error):
        throw error
      }
    }
    return try times.map { time in
      guard let image = images[time] else { throw Failure.noImage(time) }
      return image
    }
  }

  /// The images at the times, by a handler; the times are those of the frames that were found.
  public func images(
    of url: URL, at times: [CMTime],
    completion: @escaping @Sendable (Result<[(time: CMTime, image: CGImage)], any Error>) -> Void
  ) {
    let generator = makeGenerator(for: url)
    nonisolated(unsafe) var images: [(time: CMTime, image: CGImage)] = []
    nonisolated(unsafe) var remaining = times.count
    generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) {
      requestedTime, image, actualTime, result, error in
      // The handler keeps the generator until the last image.
      _ = generator
      remaining -= 1
      switch result {
      case .succeeded:
        if let image { images.append((actualTime, image)) }
      case .failed:
        if remaining >= 0 {
          remaining = 0
          return completion(.failure(error ?? Failure.noImage(requestedTime)))
        }
      case .cancelled: return
      @unknown default: return
      }
      if remaining == 0 { completion(.success(images)) }
    }
  }

  /// Draws the images into rows, and writes them as PNG.
  public func writeSheet(_ images: [CGImage], times: [CMTime], to output: URL) throws {
    let rows = (images.count + columns - 1) / columns
    let size = CGSize(
      width: cell.width * CGFloat(columns), height: (cell.height + labelHeight) * CGFloat(rows))
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.opaque = true
    let sheet = UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor.darkGray.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      for (index, image) in images.enumerated() {
        let origin = CGPoint(
          x: cell.width * CGFloat(index % columns),
          y: (cell.height + labelHeight) * CGFloat(index / columns))
        let target = AVMakeRect(
          aspectRatio: CGSize(width: image.width, height: image.height),
          insideRect: CGRect(origin: origin, size: cell))
        UIImage(cgImage: image).draw(in: target)
        let label = String(format: "%.2f s", times[index].seconds) as NSString
        label.draw(
          at: CGPoint(x: origin.x + 4, y: origin.y + cell.height),
          withAttributes: [
            .font: UIFont.systemFont(ofSize: 12), .foregroundColor: UIColor.white,
          ])
      }
    }
    guard let image = sheet.cgImage,
      let destination = CGImageDestinationCreateWithURL(
        output as CFURL, UTType.png.identifier as CFString, 1, nil)
    else { throw Failure.cannotWrite(output) }
    CGImageDestinationAddImage(destination, image, nil)
    guard CGImageDestinationFinalize(destination) else { throw Failure.cannotWrite(output) }
  }

  private func makeGenerator(for url: URL) -> AVAssetImageGenerator {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.appliesPreferredTrackTransform = true
    generator.maximumSize = cell
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    return generator
  }
}
