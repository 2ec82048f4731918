#if Timeline
public import CutawayDiagnostics
public import CutawayTranslation
import CutawayMedia
import CutawayModel
import CutawayRuntime
import CutawayTime
package import CutawayTimeline

/// Draws the timeline of a composition with thumbnails and waveforms, optionally below a contact
/// sheet.
///
/// ```swift
/// let image = try await TimelinePicture(resolved).image()
/// try await image?.write(to: "timeline.png", as: .png)
/// ```
public struct TimelinePicture: Sendable {
  /// The width of the drawing in pixels.
  public var width = 1600
  /// The text above the drawing; the default is empty, for none.
  public var title = ""
  /// The maximum number of frames above the timeline; 0, the default, draws only the timeline.
  ///
  /// A composition without a video track has no such frames.
  public var frameCount = 0
  /// The number of frames in a row of the contact sheet.
  public var columns = 4
  /// The app whose interface is drawn over the frames; `nil` draws none.
  public var safeZone: SafeZone?
  /// Whether the drawing also contains each image as an encoded file, which an SVG needs.
  package var embedsFiles = false
  /// How to treat segments whose media fail; the default leaves out their thumbnails and waveforms.
  public var onMissing = MissingMedia.gap
  /// Receives the problems that do not stop the drawing.
  public var onWarning: @Sendable (Warning) -> Void = { _ in }

  let resolved: ResolvedComposition

  /// Creates a picture of a composition whose media are already probed.
  public init(_ resolved: ResolvedComposition) { self.resolved = resolved }

  /// Draws the picture; `nil` if a side exceeds 32,767 pixels.
  ///
  /// A segment whose media fail has no thumbnails or no waveform, and a warning, unless ``onMissing`` stops.
  ///
  /// - Throws: `CancellationError`; ``ImageGenerationError`` or `PipelineError` if media fail and
  ///   ``onMissing`` stops.
  public func image() async throws -> StillImage? { StillImage(try await drawing()) }

  /// Writes an SVG file, which then contains either its previous data or the complete picture.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - overwrites: Whether to replace an existing file.
  /// - Throws: `ExportError`, and the errors of ``image()``.
  public func writeSVG(to path: String, overwriting overwrites: Bool = false) async throws {
    var picture = self
    picture.embedsFiles = true
    try await picture.drawing().writeSVG(to: path, overwriting: overwrites)
  }

  /// Creates the drawing.
  ///
  /// A segment whose media fail has no thumbnails or no waveform, and a warning, unless ``onMissing`` stops.
  ///
  /// - Throws: `CancellationError`; ``ImageGenerationError`` or `PipelineError` if media fail and
  ///   ``onMissing`` stops.
  package func drawing() async throws -> Drawing {
    try await onBlockingThreads { try await draw() }
  }

  private func draw() async throws -> Drawing {
    try registerElements()
    var composition = resolved.composition
    composition.render.frameDuration = resolved.frameDuration
    let hasFrames = frameCount > 0 && composition.tracks.contains { $0.mediaType == .video }
    let layout = TimelineLayout(
      composition, media: resolved.media, cues: try await cues(), activity: resolved.activity,
      width: Double(width), title: hasFrames ? "" : title, warnings: await layerWarnings())
    let timeline = layout.drawing(
      thumbnails: try await thumbnails(for: layout), peaks: try await peaks(for: layout))
    guard hasFrames else { return timeline }
    let sheet = ContactSheet(
      count: frameCount, columns: columns, size: resolved.outputSize,
      frameDuration: resolved.frameDuration, title: title, above: layout)
    return sheet.drawing(pictures: try await frames(for: sheet), timeline: timeline)
  }

  /// The warnings about layers over the picture.
  private func layerWarnings() async -> [Warning] {
    var warnings: [Warning] = []
    #if Overlays
    // A font that cannot be read was an error when the composition was prepared.
    try? await resolved.composition.checkLayers(media: resolved.media) { warnings.append($0) }
    #endif
    return warnings
  }

  /// The cues of the subtitle tracks; unreadable ones cause a warning.
  private func cues() async throws -> [Track.ID: [TextCue]] {
    let whole = TimeRange(start: .zero, duration: resolved.duration)
    let tracks = try await resolved.subtitles(in: whole, onMissing: .gap, onWarning: onWarning)
    return Dictionary(uniqueKeysWithValues: tracks.map { ($0.track, $0.cues) })
  }

  /// The frames of the contact sheet.
  private func frames(for sheet: ContactSheet) async throws -> [MediaTime: Drawing.Picture] {
    guard let cell = sheet.cells.first else { return [:] }
    var shown = resolved.composition
    shown.overlays += safeZone?.guides ?? []
    var generator = ImageGenerator(
      safeZone == nil ? resolved : try shown.resolved(media: resolved.media, maximumSize: nil))
    generator.maximumSize = PixelSize(
      width: Int(cell.frame.width), height: Int(cell.frame.height.rounded(.up)) + 1)
    return try await pictures(of: generator, at: sheet.cells.map(\.time))
  }

  /// Thumbnails of each track on its own, without the instructions.
  private func thumbnails(
    for layout: TimelineLayout
  ) async throws -> [TrackRow.Thumbnail: Drawing.Picture] {
    var result: [TrackRow.Thumbnail: Drawing.Picture] = [:]
    for row in layout.rows where row.mediaType == .video {
      let places = chosen(row.clips.flatMap(\.thumbnails))
      guard let alone = resolved.alone(row.track), let height = places.first?.frame.height else {
        continue
      }
      var generator = ImageGenerator(alone)
      // Thumbnails have twice their drawn size, for high-density screens.
      generator.maximumSize = PixelSize(width: 4096, height: Int(height) * 2)
      let found = try await pictures(of: generator, at: places.map(\.time))
      for place in places { result[place] = found[place.time] }
    }
    return result
  }

  /// Selects at most forty thumbnails per track.
  private func chosen(_ places: [TrackRow.Thumbnail]) -> [TrackRow.Thumbnail] {
    let step = max(1, (places.count + 39) / 40)
    return stride(from: 0, to: places.count, by: step).map { places[$0] }
  }

  private func pictures(
    of generator: ImageGenerator, at times: [MediaTime]
  ) async throws -> [MediaTime: Drawing.Picture] {
    var generator = generator
    generator.onMissing = onMissing
    generator.onWarning = onWarning
    var result: [MediaTime: Drawing.Picture] = [:]
    for await made in generator.images(for: times) {
      switch made {
      case .success(let time, let image, _):
        let file = embedsFiles ? try await image.encoded(as: .jpeg(quality: 80)) : []
        result[time] = Drawing.Picture(size: image.size, pixels: image.pixels, file: file)
      case .failure(_, let error) where onMissing == .stop: throw error
      case .failure(let time, let error):
        onWarning(Warning(.missingDrawing, "no thumbnail at \(time.text) s: \(error)"))
      }
    }
    try Task.checkCancellation()
    return result
  }
}

extension StillImage {
  /// Rasterises a drawing; `nil` if a side exceeds 32,767 pixels.
  package init?(_ drawing: Drawing) {
    guard let picture = drawing.rendered() else { return nil }
    self.init(size: picture.size, pixels: picture.pixels)
  }
}

extension Drawing {
  /// Writes an SVG file, which then contains either its previous data or the complete drawing.
  ///
  /// - Throws: `ExportError`.
  package func writeSVG(
    to path: String, overwriting overwrites: Bool = false
  ) throws(ExportError) {
    let file = try PendingOutput(OutputName(path), overwriting: overwrites)
    try file.write(Array(svg.utf8))
    try file.commit()
  }
}
#endif
