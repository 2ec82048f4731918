package import CutawayModel
import CutawayTime

extension ResolvedComposition {
  /// The composition as media that another composition plays.
  ///
  /// Its colours are those that the composition states; without them, they are 8 bits in BT.709.
  ///
  /// - Parameters:
  ///   - files: The local files that were read.
  ///   - policy: The policy by which it was checked.
  /// - Returns: Its properties, and its graphs.
  /// - Throws: ``TranslationError`` if it lasts no time, or if its graphs are too large.
  package func nested(
    files: [String], policy: RenderPolicy?
  ) throws(TranslationError) -> MediaDescription {
    let translation = try Translation(self)
    let render = composition.render, transfer = render.transferFunction ?? .bt709
    let format = PictureFormat(
      bitDepth: transfer.isHDR ? 10 : render.bitDepth ?? 8, transferFunction: transfer)
    var edit = NestedEdit()
    (edit.files, edit.policy) = (files, policy)
    edit.picture = translation.stream(.picture, in: format)
    edit.sound = translation.stream(.sound, in: format)
    let length = edit.location.utf8.count
    guard length <= NestedEdit.sizeLimit else {
      throw TranslationError(
        .invalidComposition,
        faults: [
          Composition.Fault(
            path: [],
            error: CompositionError(
              .outOfRange,
              "as a nested edit it is too large: its graph has \(length) bytes, and at most "
                + "\(NestedEdit.sizeLimit) are possible"))
        ])
    }
    let rendered = "rendered"
    var description = MediaDescription(duration: duration, container: "Cutaway composition")
    if edit.picture != nil {
      description.videoTracks = [
        .init(
          size: outputSize, frameDuration: frameDuration, codec: rendered,
          colorimetry: format.colorimetry, bitDepth: format.bitDepth, chroma: .halved,
          duration: duration)
      ]
    }
    if edit.sound != nil {
      description.audioTracks = [
        .init(
          sampleRate: render.sampleRate, channels: render.channels, codec: rendered,
          duration: duration)
      ]
    }
    description.edit = edit
    return description
  }
}

extension NestedEdit {
  /// The tracks of its graphs, with those of edits inside it for each of their uses.
  ///
  /// The graphs of edits inside are escaped, so that a letter may precede the name.
  package var trackCount: Int {
    [picture, sound].compactMap { $0?.launch.ranges(of: "tracksrc").count }.reduce(0, +)
  }
}

extension Translation {
  /// One of the streams as text; `nil` if the composition does not have it.
  fileprivate func stream(
    _ stream: OutputStream, in format: PictureFormat
  ) -> NestedEdit.Stream? {
    guard let graph = graph(of: stream, in: format), let caps = graph.links.last?.caps else {
      return nil
    }
    return NestedEdit.Stream(launch: graph.launchText, caps: caps)
  }
}
