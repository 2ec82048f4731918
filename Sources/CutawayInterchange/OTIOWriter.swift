package import CutawayModel
import CutawayTime
import Foundation

/// A composition as a file of OpenTimelineIO.
package struct OpenTimelineText: Sendable {
  /// JSON that ends with a line break.
  package let text: String
  /// What the file does not contain.
  package let losses: [Loss]

  /// Something that OpenTimelineIO has no place for.
  package struct Loss: Sendable {
    /// Keys and indices of the composition.
    package var path: [String]
    package var message: String
  }

  /// Writes a composition.
  ///
  /// - Parameters:
  ///   - composition: The composition, without faults.
  ///   - name: The name of the timeline.
  ///   - directory: The directory of the file, to which the paths of media inside it are relative.
  /// - Throws: `EncodingError` if a number of the composition is not finite.
  package init(
    _ composition: Composition, named name: String, relativeTo directory: String
  ) throws {
    var writer = OTIOWriter(composition: composition, directory: directory)
    let timeline = writer.timeline(named: name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    text = String(decoding: try encoder.encode(timeline), as: UTF8.self) + "\n"
    losses = writer.losses
  }
}

/// Translates a composition into a timeline, and collects what is lost.
struct OTIOWriter {
  let composition: Composition
  let directory: String
  let clock: OTIOClock
  private(set) var losses: [OpenTimelineText.Loss] = []

  init(composition: Composition, directory: String) {
    (self.composition, self.directory) = (composition, directory)
    clock = OTIOClock(
      frameDuration: composition.render.frameDuration ?? MediaTime(1, over: 30))
  }

  mutating func lose(_ path: [String], _ message: String) {
    losses.append(.init(path: path, message: message))
  }

  mutating func timeline(named name: String) -> OTIOValue {
    let tracks = composition.timelineTracks()
    var kept = OTIOKept()
    kept.render = composition.render
    if composition.export != ExportSettings() { kept.export = composition.export }
    let placement = placement(of: tracks)
    if placement != .fit { kept.placement = placement }
    loseOtherParts()
    let children = tracks.map { track(of: $0) }
    let markers = composition.markers.map { marker in
      OTIOValue.schema(
        "Marker.2",
        [
          "name": .text(marker.title), "color": .text("GREEN"),
          "marked_range": clock.range(TimeRange(start: marker.time, duration: .zero)),
          "metadata": .object([:]),
        ])
    }
    return .schema(
      "Timeline.1",
      [
        "name": .text(name), "global_start_time": .null, "metadata": metadata(kept),
        "tracks": .schema(
          "Stack.1",
          [
            "name": .text("tracks"), "source_range": .null, "effects": .list([]),
            "markers": .list(markers), "metadata": .object([:]), "children": .list(children),
          ]),
      ])
  }

  func metadata(_ kept: OTIOKept) -> OTIOValue {
    .object(kept == OTIOKept() ? [:] : ["cutaway": .kept(kept)])
  }

  /// The placement with which a timeline shows nearly the same pictures, after messages about the
  /// others.
  private mutating func placement(of tracks: [TimelineTrack]) -> LayerTransform.Base {
    var best: (base: LayerTransform.Base, differences: [TimeRange])?
    for base in [LayerTransform.Base.fit, .preferred, .fill, .stretch, .identity] {
      var copy = Composition(render: composition.render), failed: Int?
      do throws(CompositionError) {
        try copy.append(tracks, placement: base, failed: &failed)
      } catch {
        // With this placement the transitions are not possible; with `preferred` they are.
        continue
      }
      // Layer tracks are reported by name.
      let bounds = composition.pictureBounds().union(copy.pictureBounds()).sorted()
      let pairs = zip(composition.pictures(between: bounds), copy.pictures(between: bounds))
      let differences = pairs.filter { $0 != $1 }.map(\.0.range)
      if differences.count < best?.differences.count ?? .max { best = (base, differences) }
      if differences.isEmpty { break }
    }
    for range in (best?.differences ?? []).joined() {
      let index = composition.instructions.firstIndex { $0.range.overlaps(range) }
      lose(
        index.map { ["instructions", "\($0)"] } ?? ["instructions"],
        "from \(range.start.text) to \(range.end.text) s the picture differs: only clips over each "
          + "other, placed by '\((best?.base ?? .fit).rawValue)', and transitions are written")
    }
    return best?.base ?? .fit
  }

  /// Reports the parts of the composition that are not written.
  private mutating func loseOtherParts() {
    for (index, track) in composition.tracks.enumerated() {
      if track.layer != nil {
        lose(["tracks", "\(index)"], "'\(track.id)' shows a layer, and is not written")
      } else if track.mediaType == .subtitle {
        lose(["tracks", "\(index)"], "'\(track.id)' has subtitles, and is not written")
      }
    }
    let used = Set(composition.tracks.flatMap(\.segments).compactMap { $0.media?.asset })
    for (index, asset) in composition.assets.enumerated() where !used.contains(asset.id) {
      lose(["assets", "\(index)"], "no clip uses '\(asset.id)', and it is not written")
    }
    for index in composition.audioMix.indices {
      lose(
        ["audioMix", "\(index)"],
        "the mix of '\(composition.audioMix[index].track)' is not written")
    }
    for (index, effect) in composition.effects.enumerated() {
      lose(["effects", "\(index)"], "the effect '\(effect.element)' on the picture is not written")
    }
    for index in composition.overlays.indices {
      lose(["overlays", "\(index)"], "an overlay is not written")
    }
  }
}

extension [TimeRange] {
  /// The ranges, of which adjacent ones are one.
  fileprivate func joined() -> [TimeRange] {
    reduce(into: []) { result, range in
      if let last = result.last, last.end == range.start {
        result[result.count - 1].duration = range.end - last.start
      } else {
        result.append(range)
      }
    }
  }
}
