import CutawayModel
import CutawayTime

extension CompositionGenerator {
  mutating func track(
    _ id: Track.ID, assets: [Asset], segments count: ClosedRange<Int> = 0...5
  ) -> Track {
    let type = pick([Track.MediaType.video, .audio, .video, .audio, .subtitle])
    var track = Track(
      id: id, mediaType: type, effects: type == .subtitle ? [] : effects(),
      language: chance() ? pick(["de", "en", "pt-BR", "no"]) : nil)
    if track.mediaType == .audio, chance() {
      track.preferredVolume = number().magnitude
      track.declick = pick([.zero, MediaTime(2, over: 1000)])
    }
    if track.mediaType == .video { track.isSilent = int(0...3) == 0 }
    var segments: [Segment] = []
    var end = MediaTime.zero
    let total = int(count)
    for index in 0..<total {
      if int(0...2) == 0 {
        let hole = duration()
        segments.append(Segment(target: TimeRange(start: end, duration: hole)))
        end = end + hole
      }
      let source = TimeRange(start: time(), duration: duration())
      let length =
        if chance() {
          source.duration
        } else if track.mediaType == .audio {
          source.duration * pick([2, 3, 32])
        } else {
          duration()
        }
      var media = Segment.Media(
        asset: assets[index % assets.count].id, trackIndex: int(0...2), source: source,
        pitch: chance() ? .preserved : .varispeed)
      if track.mediaType == .audio, chance() { media.volume = pick([0, 0.25, 2]) }
      if track.mediaType == .audio, chance() {
        media.fadeIn = Segment.Fade(length / MediaTime(2), easing: easing())
        media.fadeOut = chance() ? Segment.Fade(length / MediaTime(3)) : nil
      }
      segments.append(Segment(target: TimeRange(start: end, duration: length), media: media))
      end = end + length
    }
    do {
      try track.setSegments(segments)
    } catch {
      track.id.rawValue += " \(error)"  // Fails the comparison.
    }
    return track
  }

  mutating func mix(
    of track: Track.ID, among tracks: [Track.ID], until end: MediaTime
  ) -> AudioMixParameters {
    var parameters = AudioMixParameters(
      track: track, volume: animated { $0.number().magnitude }.ending(by: end),
      pan: animated { Double($0.int(-8...8)) / 8 }.ending(by: end), isMuted: chance(),
      isSolo: chance())
    if let trigger = tracks.first(where: { $0 != track }), chance() {
      parameters.ducking = Ducking(
        under: trigger, gain: Double(int(0...8)) / 8, attack: time(), release: time(),
        threshold: pick([1, 0.01, 1e-7]))
    }
    return parameters
  }

  mutating func effects() -> [Effect] {
    (0..<max(0, int(-2...2))).map { _ in
      var properties: [String: Effect.Value] = [:]
      for _ in 0..<int(0...3) {
        properties[text()] = pick([
          .bool(chance()), .int(pick([0, -7, .max, .min])), .double(number()), .string(text()),
          .double(2), .string(""), animation(), .numbers([number(), 1, -2.5, number()]),
        ])
      }
      return chance()
        ? Effect(element: text(), properties: properties)
        : Effect(filter: text(), properties: properties)
    }
  }

  /// An animation with at least one entry; a file leaves out others.
  private mutating func animation() -> Effect.Value {
    let numbers: AnimatedValue<Double> = animated { $0.number() }
    let points: AnimatedValue<Point> = animated { Point(x: $0.number(), y: $0.number()) }
    let colors: AnimatedValue<Color> = animated { $0.color() }
    if chance(), !numbers.entries.isEmpty { return .animated(.number(numbers)) }
    if chance(), !colors.entries.isEmpty { return .animated(.color(colors)) }
    return points.entries.isEmpty
      ? .point(x: number(), y: number()) : .animated(.point(points))
  }

  mutating func instructions(of tracks: [Track.ID]) -> [Instruction] {
    var instructions: [Instruction] = []
    var end = MediaTime.zero
    for _ in 0..<int(0...3) {
      let start = end + (chance() ? .zero : time())
      let range = TimeRange(start: start, duration: duration())
      end = range.end
      instructions.append(
        Instruction(
          range: range,
          background: chance() ? nil : Color(red: UInt8(int(0...255)), green: 0, blue: 9),
          blurredBackground: blurredBackground(),
          layers: tracks.shuffled(using: &random).filter { _ in chance() }.map { layer($0) }))
      let shown = instructions[instructions.count - 1].layers.map(\.track)
      if !shown.isEmpty, chance() {
        instructions[instructions.count - 1].compositor = compositor(of: shown)
        for index in instructions[instructions.count - 1].layers.indices {
          instructions[instructions.count - 1].layers[index].blending = .normal
        }
      }
    }
    return instructions
  }

  private mutating func compositor(of tracks: [Track.ID]) -> Compositor {
    var compositor = Compositor(element: pick(["compositor", "lumatransition", "mixer"]))
    compositor.properties = effects().first?.properties ?? [:]
    if chance() { compositor.tracks = tracks.shuffled(using: &random).filter { _ in chance() } }
    return compositor
  }

  private mutating func layer(_ track: Track.ID) -> Layer {
    var layer = Layer(
      track: track, transform: animated(isTransform: true) { $0.transform() },
      opacity: animated { generator in Double(generator.int(0...8)) / 8 },
      crop: animated { $0.rectangle() }, effects: effects(),
      blurredBackground: blurredBackground())
    if layer.blurredBackground == nil, chance() { layer.blending = pick(ColorBlending.allCases) }
    return layer
  }

  private mutating func rectangle() -> Rectangle {
    Rectangle(
      x: number(), y: number(), width: number().magnitude, height: number().magnitude)
  }

  private mutating func transform() -> LayerTransform {
    let base = pick(LayerTransform.Base.allCases)
    if chance() { return LayerTransform(base) }
    return LayerTransform(
      base,
      then: TransformMatrix(
        a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number()))
  }

  mutating func animated<Value>(
    isTransform: Bool = false, _ make: (inout Self) -> Value
  ) -> AnimatedValue<Value> {
    var value = AnimatedValue<Value>()
    var end = MediaTime.zero
    for _ in 0..<int(0...4) {
      let start = end + (chance() ? .zero : time(upTo: 5))
      let entry: AnimatedValue<Value>.Entry
      if chance() {
        entry = .instant(at: start, value: make(&self))
        end = start + MediaTime(1, over: 25)
      } else {
        let range = TimeRange(start: start, duration: duration())
        entry = .ramp(
          AnimatedValue<Value>.Ramp(
            over: range, from: make(&self), to: make(&self), easing: easing(),
            interpolation: isTransform && chance()
              ? .decomposed(turns: int(-3...3)) : .componentwise))
        end = range.end
      }
      try? value.add(entry)
    }
    return value
  }

  mutating func easing() -> Easing {
    if chance() { return pick(Easing.named.map(\.easing)) }
    return .cubicBezier(x1: Double(int(0...8)) / 8, y1: number(), x2: 0.1, y2: number())
  }
}

extension AnimatedValue {
  /// The entries that end before a time.
  fileprivate func ending(by end: MediaTime) -> Self {
    var result = Self()
    for entry in entries where entry.span.end <= end && entry.span.start < end {
      try? result.add(entry)
    }
    return result
  }
}
