import CutawayModel
import CutawayTime
import TestSupport

/// A random composition of the media of ``Editing``.
///
/// All times are multiples of 1/100 s, which are whole samples at 48 kHz.
struct RandomEdit {
  private(set) var composition = Composition()
  private var random: SeededGenerator

  static let unit = MediaTime(1, over: 100)
  static let media: [Asset.ID: MediaDescription] = Editing.media.merging([
    "tall": Editing.film(1080, 1920, .rotate90), "mirrored": Editing.film(640, 480, .flip),
    "words": MediaDescription(duration: nil, textTracks: [.init()]),
  ]) { $1 }

  private static let effects = [
    Effect(element: "vignette", properties: ["strength": .double(0.5)]),
    Effect(element: "gamma", properties: ["gamma": .double(1.5)]),
    Effect(element: "clockoverlay"),
  ]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed &* 2_654_435_761 &+ 99)
    composition = Composition(
      render: RenderSettings(
        size: PixelSize(width: 1280, height: 720), frameDuration: Editing.tick),
      assets: Self.media.keys.sorted().map { Asset(id: $0, location: "\($0).mkv") })
    for index in 0..<number(1...4) {
      composition.tracks.append(
        try track("v\(index)", .video, ["film", "talkie", "logo", "tall", "mirrored"]))
    }
    for index in 0..<number(0...3) {
      composition.tracks.append(try track("s\(index)", .audio, ["song", "talkie"]))
    }
    if isLikely(1, in: 4) { composition.render.scale = MediaTime(1, over: 2) }
    composition.instructions = try instructions()
    composition.audioMix = try mixes()
    if isLikely(1, in: 4) {
      composition.tracks.append(try track("t", .subtitle, ["words"]))
    }
  }

  // MARK: Draws

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func isLikely(_ count: Int, in total: Int) -> Bool { number(1...total) <= count }

  mutating func time(_ range: ClosedRange<Int>) -> MediaTime { Self.unit * number(range) }

  mutating func real(_ range: ClosedRange<Double>) -> Double {
    // Few digits, so that the text of a graph has the same value.
    (Double.random(in: range, using: &random) * 64).rounded() / 64
  }

  /// A time of the composition: often one at which something changes.
  mutating func instant() -> MediaTime {
    let cuts =
      composition.tracks.flatMap(\.segments).map(\.target.start)
      + composition.instructions.map(\.range.start)
    if isLikely(1, in: 2), let cut = cuts.randomElement(using: &random), cut < composition.duration
    {
      return cut
    }
    return MediaTime(Int64.random(in: 0..<1_000, using: &random), over: 1_000)
      * composition.duration
  }

  // MARK: Parts

  private mutating func track(
    _ id: Track.ID, _ type: Track.MediaType, _ assets: [Asset.ID]
  ) throws -> Track {
    var segments: [Segment] = [], end = MediaTime.zero
    for _ in 0..<number(1...5) {
      if isLikely(1, in: 3) {
        segments.append(Segment(target: TimeRange(start: end, duration: time(1...150))))
        end = segments[segments.count - 1].target.end
      }
      let target = TimeRange(start: end, duration: time(20...200))
      let speed = isLikely(1, in: 4) ? MediaTime(Int64(number(1...8)), over: 4) : MediaTime(1)
      let source = TimeRange(start: time(0...400), duration: target.duration * speed)
      var media = Segment.Media(
        asset: assets.randomElement(using: &random) ?? assets[0], source: source)
      if type == .audio {
        if isLikely(1, in: 3) { media.volume = real(0...2) }
        if isLikely(1, in: 3) { media.fadeIn = .init(time(1...10), easing: .sine) }
        if isLikely(1, in: 3) { media.fadeOut = .init(time(1...10)) }
      }
      segments.append(Segment(target: target, media: media))
      end = target.end
    }
    var track = try Track(id: id, mediaType: type, segments: segments)
    if type == .video, isLikely(1, in: 4) { track.effects = [Self.effects[0]] }
    if type == .audio, isLikely(1, in: 3) { track.preferredVolume = real(0.25...1) }
    return track
  }

  private mutating func instructions() throws -> [Instruction] {
    var result: [Instruction] = [], end = MediaTime.zero
    let tracks = composition.tracks.filter { $0.mediaType == .video }.map(\.id)
    while end < composition.duration {
      if isLikely(1, in: 3) { end = end + time(1...100) }
      let range = TimeRange(start: end, duration: time(20...300))
      end = range.end
      var instruction = Instruction(range: range)
      if isLikely(1, in: 4) {
        instruction.background = Color(red: UInt8(number(1...255)), green: 0, blue: 7)
      }
      for track in tracks.shuffled(using: &random) where isLikely(3, in: 4) {
        instruction.layers.append(try layer(track, during: range))
      }
      result.append(instruction)
    }
    return result
  }

  private mutating func layer(_ track: Track.ID, during range: TimeRange) throws -> Layer {
    var layer = Layer(track: track)
    if isLikely(1, in: 2) { layer.opacity = try animation(during: range) { $0.real(0...1) } }
    if isLikely(1, in: 2) {
      layer.transform = try animation(during: range) { edit in
        let bases: [LayerTransform.Base] = [.identity, .preferred, .fit, .fill, .stretch]
        let scale = edit.real(0.25...2)
        let matrix = TransformMatrix(
          a: scale, b: edit.real(-1...1), c: 0, d: 1, tx: edit.real(-200...200), ty: 8)
        return LayerTransform(bases.randomElement(using: &edit.random) ?? .fit, then: matrix)
      }
    }
    if isLikely(1, in: 4) {
      layer.crop = try animation(during: range) {
        Rectangle(x: $0.real(0...100), y: 0, width: $0.real(1...500), height: 300)
      }
    }
    if isLikely(1, in: 3) {
      layer.effects = [Self.effects.randomElement(using: &random) ?? Self.effects[1]]
    }
    return layer
  }

  /// Instants and linear ramps, which may start before the range and end after it.
  private mutating func animation<Value>(
    during range: TimeRange, _ value: (inout RandomEdit) -> Value
  ) throws -> AnimatedValue<Value> {
    var entries: [AnimatedValue<Value>.Entry] = []
    var start = max(.zero, range.start - time(0...50))
    for _ in 0..<number(1...3) {
      if isLikely(1, in: 3) {
        entries.append(.instant(at: start, value: value(&self)))
        start = start + time(1...80)
      } else {
        let span = TimeRange(start: start, duration: time(1...100))
        entries.append(.ramp(.init(over: span, from: value(&self), to: value(&self))))
        start = span.end + time(1...50)
      }
    }
    return try AnimatedValue(entries: entries)
  }

  private mutating func mixes() throws -> [AudioMixParameters] {
    var result: [AudioMixParameters] = []
    for track in composition.tracks where track.mediaType == .audio && isLikely(2, in: 3) {
      var mix = AudioMixParameters(track: track.id)
      if isLikely(1, in: 2) {
        let start = time(0...200)
        mix.volume = try animation(during: TimeRange(start: start, duration: Self.unit)) {
          $0.real(0...1)
        }.clipped(to: composition.duration)
      }
      mix.isMuted = isLikely(1, in: 6)
      mix.isSolo = isLikely(1, in: 6)
      result.append(mix)
    }
    return result
  }
}

extension AnimatedValue where Value == Double {
  /// The entries that end before the end of a composition.
  fileprivate func clipped(to end: MediaTime) throws -> Self {
    try AnimatedValue(entries: entries.filter { $0.span.end <= end })
  }
}
