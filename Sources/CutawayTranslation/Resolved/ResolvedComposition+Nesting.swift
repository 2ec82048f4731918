import CutawayKeyframes
package import CutawayModel
import CutawayTime

extension ResolvedComposition {
  /// The composition as media that another composition plays.
  ///
  /// Its colours are those that the composition states; without them, they are 8 bits in BT.709. It has alpha if its
  /// background is transparent.
  ///
  /// - Parameters:
  ///   - name: The location of the composition file, for messages and printed graphs.
  ///   - values: The values of the file's variables.
  ///   - files: The local files that were read.
  ///   - policy: The policy by which it was checked.
  /// - Returns: Its properties, and its graphs.
  /// - Throws: ``TranslationError`` if it lasts no time, or if its graphs are too large.
  package func nested(
    name: String, values: [String: String] = [:], files: [String], policy: RenderPolicy?
  ) throws(TranslationError) -> MediaDescription {
    let translation = try Translation(self)
    let render = composition.render, transfer = render.transferFunction ?? .bt709
    let format = PictureFormat(
      bitDepth: transfer.isHDR ? 10 : render.bitDepth ?? 8, transferFunction: transfer,
      hasAlpha: hasTransparentBackground)
    var edit = NestedEdit()
    (edit.name, edit.values, edit.files, edit.policy) = (name, values, files, policy)
    let graphs = [.picture, .sound].map { translation.graph(of: $0, in: format) }
    edit.picture = graphs[0].flatMap(NestedEdit.Stream.init)
    edit.sound = graphs[1].flatMap(NestedEdit.Stream.init)
    edit.trackCount = graphs.compactMap(\.self).map(trackCount).reduce(0, +)
    guard edit.trackCount <= NestedEdit.trackLimit else {
      throw TranslationError(
        .invalidComposition,
        faults: [
          Composition.Fault(
            path: [],
            error: CompositionError(
              .outOfRange,
              "as a nested edit it is too large: it plays \(edit.trackCount) tracks, with all inside "
                + "it, and at most \(NestedEdit.trackLimit) are possible"))
        ])
    }
    let rendered = "rendered"
    var description = MediaDescription(duration: duration, container: "Cutaway composition")
    if edit.picture != nil {
      description.videoTracks = [
        .init(
          size: outputSize, frameDuration: frameDuration, codec: rendered,
          colorimetry: format.colorimetry, hasAlpha: format.hasAlpha, bitDepth: format.bitDepth,
          chroma: format.hasAlpha ? .full : .halved,
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

extension ResolvedComposition {
  /// The tracks of a graph, with those of edits inside it for each of their uses.
  fileprivate func trackCount(of graph: PipelineGraph) -> Int {
    graph.elements.filter { $0.factory == "tracksrc" }.map { element in
      guard
        case .shared(let segments)? = element.properties.first(where: { $0.name == "segments" })?
          .value,
        let list = segments.value as? SharedSegments
      else { return 1 }
      return list.segments.reduce(1) { $0 + $1.source.trackCount }
    }.reduce(0, +)
  }
}

extension MediaSource {
  /// The tracks inside a nested edit.
  fileprivate var trackCount: Int { if case .edit(let edit) = self { edit.trackCount } else { 0 } }
}

extension NestedEdit.Stream {
  /// A graph; `nil` if its end has no caps.
  fileprivate init?(_ graph: PipelineGraph) {
    guard let caps = graph.links.last?.caps else { return nil }
    self.init(graph, caps: caps)
  }
}
