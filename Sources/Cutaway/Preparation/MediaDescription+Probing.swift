import CutawayElementKit
package import CutawayMedia
import CutawayRuntime
package import CutawaySources
import CutawayTime

#if Overlays
import CutawayLayers
#endif

extension MediaDescription {
  /// Describes a media file, a Lottie animation, words with times, or SubStation Alpha.
  ///
  /// - Parameters:
  ///   - location: A path or a URI.
  ///   - records: What earlier runs have read of files without a table of packets.
  /// - Throws: `PipelineError`; see `MediaProbe`.
  package init(
    probing location: String, records: (any PacketRecords)? = nil
  ) async throws(PipelineError) {
    // Some files are decoded by elements of this package.
    try registerElements()
    if let container = try await Self.textContainer(at: location) {
      self.init(duration: nil, container: container, textTracks: [Text(codec: container)])
      return
    }
    #if Overlays
    if let animation = try await Self.animation(at: location) {
      self = animation
      return
    }
    #endif
    self = try await MediaProbe.describe(location, records: records)
  }

  /// Describes a series of images by its first one and the number of files.
  ///
  /// - Throws: `PipelineError` if an image is missing, or the first one cannot be read.
  init(probing series: ImageSeries) async throws(PipelineError) {
    try registerElements()
    let result = await onBlockingThread { () -> Result<ClosedRange<Int>, ElementError> in
      Result { () throws(ElementError) in try series.numbers() }
    }
    let numbers: ClosedRange<Int>
    do throws(ElementError) {
      numbers = try result.get()
    } catch {
      throw PipelineError(.unreadable, "\(error)")
    }
    self = try await MediaProbe.describe(series.path(numbers.lowerBound))
    guard videoTracks.count == 1, videoTracks[0].frameDuration == nil else {
      throw PipelineError(
        .elementFailed, "\(series.path(numbers.lowerBound)) is not a still image")
    }
    let length = series.frameDuration * numbers.count
    duration = length
    videoTracks[0].frameDuration = series.frameDuration
    videoTracks[0].duration = length
  }

  /// The container of a text file that GStreamer does not read; `nil` for other files.
  private static func textContainer(at location: String) async throws(PipelineError) -> String? {
    let result = await onBlockingThread { () -> Result<String?, ElementError> in
      Result { () throws(ElementError) in
        if try Transcript(location: location) != nil { return Self.transcript }
        return try SubStationText(location: location) == nil ? nil : "SubStation Alpha"
      }
    }
    do throws(ElementError) {
      return try result.get()
    } catch {
      throw PipelineError(.elementFailed, "\(error)")
    }
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
