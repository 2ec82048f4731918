import CutawayModel
import CutawayTime

/// Random compositions that a seed determines.
struct CompositionGenerator {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  private mutating func generator() -> Generator {
    switch int(0...3) {
    case 3:
      let size = PixelSize(width: Int(int(1...3)), height: Int(int(1...3)))
      return .image(
        StillImage(
          size: size,
          pixels: (0..<size.width * size.height * 4).map { _ in UInt8(int(0...255)) }))
    case 0: return .noise(seed: Int(int(0...1_000)))
    case 1: return .countdown(from: Int(int(1...99)))
    default: return .bars(pick(Generator.Bars.allCases))
    }
  }

  mutating func composition() -> Composition {
    let assets = names(1...4).map { name in
      if int(0...5) == 0 { return Asset(id: Asset.ID(name), generator: generator()) }
      return Asset(
        id: Asset.ID(name), location: location(),
        colorimetry: chance() ? nil : pick(Asset.Colorimetry.allCases))
    }
    let ids = names(1...5).map { Track.ID($0) }
    var tracks = ids.map { id in track(id, assets: assets) }
    for index in tracks.indices where int(0...7) == 0 {
      tracks[index] = Track(id: ids[index], layer: layer(assets, depth: 1))
    }
    // At least one has media.
    tracks[0] = track(ids[0], assets: assets, segments: 1...4)
    let video = tracks.filter { $0.mediaType == .video }.map(\.id)
    let audio = tracks.filter { $0.mediaType == .audio }.map(\.id)
    let end = tracks.map(\.duration).max() ?? .zero
    var render = render()
    render.channels = max(2, render.channels)
    return Composition(
      render: render, assets: assets, tracks: tracks, instructions: instructions(of: video),
      audioMix: audio.filter { _ in chance() }.map { mix(of: $0, among: audio, until: end) },
      effects: effects(), overlays: overlays(assets), fonts: fonts(),
      markers: markers(), export: export())
  }

  private mutating func markers() -> [Marker] {
    let times = (0..<int(0...3)).map { _ in time() }
    return Set(times).sorted().map { Marker(at: $0, title: pick(["One", "Zwei: 2", "#3"])) }
  }

  mutating func chance() -> Bool { Bool.random(using: &random) }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[int(0...list.count - 1)] }

  mutating func time(upTo seconds: Int = 100) -> MediaTime {
    let scale: Int64 = pick([1, 1, 10, 24, 25, 600, 1001, 30_000, 44_100, 90_000])
    return MediaTime(Int64.random(in: 0...Int64(seconds) * scale, using: &random), over: scale)
  }

  mutating func duration() -> MediaTime { time() + MediaTime(1, over: 600) }

  mutating func number() -> Double {
    switch int(0...4) {
    case 0: Double(int(-20...20))
    case 1: Double(int(-200...200)) / 8
    case 2: pick([0, 1e-7, 1e15, 1e16, 123_456_789.125, 1 / 3, 1e-300, 1e300, 0.1])
    default: Double.random(in: -100...100, using: &random)
    }
  }

  mutating func text() -> String {
    pick([
      "a", "beach 2", "Größe", "true", "No", "null", "~", "5", "1e3", ".5", "0x1F", "1:30", "a: b",
      "a #b", "# c", "*alias", "&anchor", "!tag", "- x", "? y", "<<", "'q'", "\"q\"", "back\\slash",
      "two\nlines", "tab\there", " lead", "trail ", "{a}", "[b]", "a,b", "😀", "\u{E000}\u{E001}",
      "\u{85}\u{2028}\u{7F}\u{1}", "%", "@", "`", "=", "media/x.mp4", "..", "-", "e\u{301}", "\r",
      "x\u{FEFF}", "\u{FFFE}", "yes", "off", "2024-01-01", ".inf", "---", "...", "a'b", "|", ">",
    ])
  }

  mutating func names(_ count: ClosedRange<Int>) -> [String] {
    var names: [String] = []
    let total = int(count)
    while names.count < total {
      // Compared by Unicode scalars, like the file.
      let name = text()
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private mutating func location() -> String {
    pick(["a.mp4", "media/b c.mov", "/srv/d.mkv", "https://example.org/e.webm?x=1#y", "../f"])
      + pick(["", "ü", "\"", "#", ": "])
  }

  private mutating func render() -> RenderSettings {
    let transfer = chance() ? pick(TransferFunction.allCases) : nil
    return RenderSettings(
      size: chance() ? PixelSize(width: int(1...16_384), height: int(1...16_384)) : nil,
      frameDuration: chance()
        ? pick([
          MediaTime(1, over: 30), MediaTime(1001, over: 30_000), MediaTime(100, over: 2997),
          MediaTime(1000, over: 23_976), MediaTime(2, over: 25), MediaTime(1000),
          MediaTime(999_999_937, over: 999_999_929), MediaTime(1, over: 3),
        ]) : nil,
      scale: pick([MediaTime(1), MediaTime(1, over: 2), MediaTime(1, over: 3), MediaTime(8)]),
      background: chance() ? .black : color(), blurredBackground: blurredBackground(),
      bitDepth: chance() ? 10 : nil,
      colorPrimaries: chance() ? transfer?.primaries : nil, transferFunction: transfer,
      matrix: chance() ? transfer?.matrix : nil, sampleRate: int(8_000...192_000),
      channels: int(1...8))
  }

  mutating func blurredBackground() -> BlurredBackground? {
    chance() ? nil : BlurredBackground(blur: pick([0.04, 0.1, 0.25]))
  }

  mutating func color() -> Color {
    func byte() -> UInt8 { UInt8(int(0...255)) }
    return Color(red: byte(), green: byte(), blue: byte(), alpha: chance() ? 255 : byte())
  }

  private mutating func export() -> ExportSettings {
    var metadata: [String: String] = [:]
    for _ in 0..<int(0...3) { metadata[text()] = chance() ? text() : "" }
    return ExportSettings(
      fileType: chance() ? pick(["mp4", "mov", "mkv", "webm", "m4a", "wav"]) : nil,
      preset: chance() ? pick(["highestQuality", "640x480", "lossless"]) : nil,
      optimizeForNetworkUse: chance(), metadata: metadata)
  }
}

/// A generator of random numbers that a seed determines (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
