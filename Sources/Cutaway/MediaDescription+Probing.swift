import CutawayElementKit
import CutawayMedia
package import CutawayModel
import CutawayRuntime
import CutawayTime

#if Overlays
import CutawayLayers
#endif

extension MediaDescription {
  /// Describes a media file or a Lottie animation.
  ///
  /// - Parameter location: A path or a URI.
  /// - Throws: `PipelineError`; see `MediaProbe`.
  package init(probing location: String) async throws(PipelineError) {
    #if Overlays
    if let animation = try await Self.animation(at: location) {
      self = animation
      return
    }
    #endif
    self = try await MediaProbe.describe(location)
  }

  #if Overlays
  private static func animation(
    at location: String
  ) async throws(PipelineError) -> MediaDescription? {
    let result = await onBlockingThread { () -> Result<LottieFile?, ElementError> in
      Result { () throws(ElementError) in try LottieFile(at: location) }
    }
    let file: LottieFile?
    do throws(ElementError) {
      file = try result.get()
    } catch {
      throw PipelineError(.elementFailed, "\(error)")
    }
    guard let file else { return nil }
    let length = file.frameDuration * file.frameCount
    return MediaDescription(
      duration: length, container: Self.lottie,
      videoTracks: [
        Video(
          size: PixelSize(width: file.width, height: file.height),
          frameDuration: file.frameDuration, codec: Self.lottie, hasAlpha: true, duration: length)
      ])
  }
  #endif
}
