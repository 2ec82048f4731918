import CutawayModel
import CutawayTime

/// A track of video with its sound.
struct AVTrack: Sendable {
  /// The path of the track.
  var path: ModelPath
  /// The gain and the declicking, which are those of the sound.
  var volume: Double
  var declick: MediaTime
}

extension Reader {
  /// Adds the tracks with the sound of tracks of `type: av`.
  mutating func addSounds(to composition: inout Composition) {
    for index in composition.tracks.indices {
      let path = ModelPath(["tracks", "\(index)"])
      guard let track = avTracks.first(where: { $0.path == path }) else { continue }
      do throws(CompositionError) {
        try addSound(of: track, at: index, to: &composition)
      } catch {
        report(.meaning, at: positions[path] ?? SourcePosition(), error.message)
      }
    }
  }

  private mutating func addSound(
    of av: AVTrack, at index: Int, to composition: inout Composition
  ) throws(CompositionError) {
    let path = av.path["segments"], track = composition.tracks[index]
    let pictures = overlaps[path]?.segments ?? track.segments
    for (number, picture) in pictures.enumerated() {
      guard let media = picture.media else { continue }
      _ = description(of: media.asset, at: positions[path[number]] ?? SourcePosition())
    }
    guard diagnostics.isEmpty else { return }
    let descriptions = assets.media.descriptions
    let sounds = ClipSounds(
      of: pictures, overlaps[path]?.transitions ?? [:], offsets: soundOffsets[path] ?? [:]
    ) { index in
      pictures[index].media.flatMap { descriptions[$0.asset]?.length(of: 0, .audio) }
    }
    for fault in sounds.faults {
      let place = path[fault.segment]
      report(
        .meaning, at: positions[place["soundOffset"]] ?? positions[place] ?? SourcePosition(),
        fault.error.message)
    }
    // The volumes and the fades are those of the sound.
    overlaps[path]?.segments = pictures.map(\.withoutSoundSettings)
    try composition.tracks[index].setSegments(track.segments.map(\.withoutSoundSettings))
    var places: [(Int, [String])] = []
    _ = try composition.append(
      sounds,
      as: Track(
        id: "\(track.id)-sound", mediaType: .audio, language: track.language,
        preferredVolume: av.volume, declick: av.declick)
    ) { places.append(($0, $1)) }
    for (number, place) in places {
      let (origin, target) = (path[number], ModelPath(place))
      positions[target] = positions[origin]
      for key in Constructs.segment.keys { positions[target[key]] = positions[origin[key]] }
    }
  }
}

extension Segment {
  fileprivate var withoutSoundSettings: Segment {
    var segment = self
    segment.media?.volume = 1
    segment.media?.fadeIn = nil
    segment.media?.fadeOut = nil
    return segment
  }
}
