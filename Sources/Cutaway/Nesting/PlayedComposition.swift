import CutawayDiagnostics
import CutawayModel
package import CutawaySources
package import CutawayTime

/// A composition file that a program plays as a media file.
package struct PlayedComposition: Sendable {
  /// A subtitle track.
  package struct SubtitleTrack: Sendable {
    /// An ISO 639 code; `nil` if it is unknown.
    package var language: String?
    /// In order of time, without overlaps.
    package var texts: [(text: String, range: TimeRange)]
  }

  /// The picture and the sound.
  package var edit: NestedEdit
  package var duration: MediaTime
  package var subtitles: [SubtitleTrack]
  /// The languages of the picture and of the sound; `nil` if they are unknown.
  package var languages: (picture: String?, sound: String?)
  /// GStreamer's tags and their text forms.
  package var tags: [String: String]
  package var chapters: [Chapter]

  /// Opens a composition file.
  ///
  /// - Parameters:
  ///   - location: The path of the file.
  ///   - values: The values of its variables.
  ///   - policy: What the composition may read, use and cost; `nil` allows everything.
  ///   - decoder: What decodes the video of its assets that state no decoder; `nil` is GStreamer's choice.
  /// - Throws: `PipelineError` with the errors of the file, or with the reason why it cannot be played.
  package init(
    _ location: String, values: [String: String], policy: RenderPolicy?,
    decoder: Asset.Decoder? = nil
  ) async throws(PipelineError) {
    try registerElements()
    var asset = Asset(id: "composition", location: location)
    asset.decoder = decoder
    asset.values = values.isEmpty ? nil : values
    let (media, resolved) = try await asset.openedComposition(
      in: Nesting(policy: policy), cache: .shared)
    guard let edit = media.edit else { throw PipelineError(.unreadable, "it has no streams") }
    (self.edit, duration) = (edit, resolved.duration)
    let whole = TimeRange(start: .zero, duration: duration)
    do {
      tags = try ExportMetadata(resolved.composition.export.metadata).tags
      subtitles = try await resolved.subtitles(in: whole).map { track in
        SubtitleTrack(
          language: track.language.map(tagCode),
          texts: track.cues.withoutOverlaps().map { ($0.text, $0.range) })
      }
    } catch {
      throw PipelineError(.unreadable, "\(error)")
    }
    languages = (
      resolved.language(of: .video).map(tagCode), resolved.language(of: .audio).map(tagCode)
    )
    chapters = resolved.chapters(in: whole)
  }
}

/// The language in GStreamer's tag, which has no regions.
func tagCode(_ language: String) -> String { language.prefix { $0 != "-" }.lowercased() }
