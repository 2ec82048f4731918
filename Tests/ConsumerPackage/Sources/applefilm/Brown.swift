import AVFoundation
import CoreImage.CIFilterBuiltins

/// A film with brown frames.
func brown(_ film: AVAsset) async throws -> AVVideoComposition {
  try await AVVideoComposition.videoComposition(with: film) { request in
    let filter = CIFilter.sepiaTone()
    filter.inputImage = request.sourceImage
    filter.intensity = 0.8
    request.finish(with: filter.outputImage ?? request.sourceImage, context: nil)
  }
}
