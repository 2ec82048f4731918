import CutawayKeyframes
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
    let graphs = [.picture, .sound].map { translation.graph(of: $0, in: format) }
    edit.picture = graphs[0].flatMap(NestedEdit.Stream.init)
    edit.sound = graphs[1].flatMap(NestedEdit.Stream.init)
    edit.trackCount = graphs.compactMap(\.self).map(trackCount).reduce(0, +)
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

extension ResolvedComposition {
  /// The tracks of a graph, with those of edits inside it for each of their uses.
  fileprivate func trackCount(of graph: PipelineGraph) -> Int {
    let inside = Dictionary(
      media.values.compactMap(\.edit).map { ($0.location, $0.trackCount) }
    ) { count, _ in count }
    return graph.elements.filter { $0.factory == "tracksrc" }.map { element in
      guard
        case .shared(let segments)? = element.properties.first(where: { $0.name == "segments" })?
          .value,
        let list = segments.value as? SharedSegments
      else { return 1 }
      return list.segments.reduce(1) { $0 + (inside[$1.location] ?? 0) }
    }.reduce(0, +)
  }
}

extension NestedEdit.Stream {
  /// A graph as text; `nil` if its end has no caps.
  fileprivate init?(_ graph: PipelineGraph) {
    guard let caps = graph.links.last?.caps else { return nil }
    self.init(launch: graph.launchText, caps: caps)
  }
}
