import CutawayOverlays
import CutawayTime
import TestSupport
import Testing

/// What a waveform draws of the levels of its sound.
@Suite struct WaveformTests {
  private struct Box {
    var left = Double.infinity
    var right = -Double.infinity
    var top = Double.infinity
    var bottom = -Double.infinity
  }

  /// The boxes around the parts of a path.
  private func boxes(_ path: LayerPath) -> [Box] {
    var boxes: [Box] = []
    func add(_ point: Point) {
      guard var box = boxes.popLast() else { return }
      (box.left, box.right) = (min(box.left, point.x), max(box.right, point.x))
      (box.top, box.bottom) = (min(box.top, point.y), max(box.bottom, point.y))
      boxes.append(box)
    }
    for step in path.steps {
      switch step {
      case .move(let point):
        boxes.append(Box())
        add(point)
      case .line(let point), .curve(_, _, let point): add(point)
      case .close: break
      }
    }
    return boxes
  }

  private func waveform(
    _ change: (inout LayerWaveform) -> Void, levels: [Float], sound: LayerWaveform.Sound = .mix
  ) -> LayerWaveform {
    var waveform = LayerWaveform(sound)
    waveform.gain = 1
    waveform.levels = SoundLevels(peaks: levels)
    change(&waveform)
    return waveform
  }

  /// What a layer of a waveform shows, with a size in pixels.
  private func shown(
    _ waveform: LayerWaveform, at time: MediaTime, _ change: (inout OverlayLayer) -> Void = { _ in }
  ) -> LayerWaveform? {
    var layer = OverlayLayer(.waveform(waveform), width: .pixels(300), height: .pixels(100))
    change(&layer)
    var tree = LayerTree(size: PixelSize(width: 400, height: 200), layers: [layer])
    tree.frameDuration = MediaTime(1, over: 25)
    guard
      case .waveform(let shown)? = tree.presentation(at: time, measuring: FixedSizes()).first?
        .content
    else { return nil }
    return shown
  }

  @Test(arguments: UInt64(0)..<40)
  func `bars are the levels of their intervals, at their places`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let levels = (0..<200).map { _ in Float.random(in: 0...1, using: &random) }
    let bars = Int.random(in: 1...60, using: &random)
    let window = MediaTime(Int64.random(in: 1...40, using: &random), over: 10)
    let gap = Double.random(in: 0...0.9, using: &random)
    let wave = waveform({ ($0.bars, $0.window, $0.gap) = (bars, window, gap) }, levels: levels)
    let time = MediaTime(Int64.random(in: -100...3_000, using: &random), over: 100)
    let found = boxes(try #require(shown(wave, at: time)).path(width: 300, height: 100))
    let interval = window.seconds / Double(bars), peak = Double(levels.max() ?? 0)
    for _ in 0..<300 {
      let x = Double.random(in: 0..<300, using: &random)
      // Half a frame after its time.
      let place = time.seconds + 0.02 + (x / 300 - 0.5) * window.seconds
      let number = (place / interval).rounded(.down), part = place / interval - number
      // Edges are decided by rounding.
      if abs(part - gap / 2) < 1e-6 || abs(part - 1 + gap / 2) < 1e-6 { continue }
      let hits = found.filter { $0.left <= x && x <= $0.right }
      guard part > gap / 2, part < 1 - gap / 2 else {
        #expect(hits.isEmpty, "\(x)")
        continue
      }
      let box = try #require(hits.first), index = Int(number)
      let level = levels.indices.contains(index) ? Double(levels[index]) : 0
      let height = max(level * 100, min(100, box.right - box.left))
      #expect(abs(box.bottom - box.top - height) <= peak * 100 / 510 + 1e-6)
      #expect(abs(box.bottom + box.top - 100) < 1e-6 && hits.count == 1)
    }
  }

  @Test func `without a gain, the loudest bar is as high as the layer, or ten times its level`()
    throws
  {
    for (peak, height) in [(0.25, 100.0), (0.5, 100), (0.01, 10)] as [(Float, Double)] {
      var wave = waveform({ $0.bars = 50 }, levels: Array(repeating: peak, count: 100))
      wave.gain = nil
      let found = boxes(try #require(shown(wave, at: MediaTime(2))).path(width: 300, height: 100))
      #expect(abs((found.map { $0.bottom - $0.top }.max() ?? 0) - height) < 1e-4)
    }
  }

  /// The level of the middle bar, of as many as the window has frames.
  private func middle(
    _ sound: LayerWaveform.Sound, at time: MediaTime,
    _ change: (inout OverlayLayer) -> Void = { _ in }
  ) throws -> Int {
    let wave = waveform(
      { ($0.bars, $0.window) = (5, MediaTime(5, over: 25)) },
      levels: (0..<100).map { Float($0) / 100 }, sound: sound)
    let shown = shown(wave, at: time, change)
    let excerpt = try #require(shown?.excerpt)
    // The middle of the window lies in a level.
    let index = Int(((0.5 - excerpt.start) / excerpt.step).rounded(.down))
    return Int((excerpt.levels[index] * 100).rounded())
  }

  @Test func `the middle bar is what sounds during the frame, in the clock of its sound`() throws {
    let frame = MediaTime(1, over: 25)
    for number in [0, 1, 7, 50] {
      #expect(try middle(.mix, at: frame * number) == number)
      #expect(try middle(.asset("a"), at: frame * number) == number)
    }
    let late: (inout OverlayLayer) -> Void = {
      $0.range = TimeRange(start: MediaTime(1), duration: MediaTime(9))
    }
    // The clock of a layer starts with its range; the mix is that of the composition.
    #expect(try middle(.asset("a"), at: frame * 30, late) == 5)
    #expect(try middle(.mix, at: frame * 30, late) == 30)
    #expect(try middle(.track("a"), at: frame * 30, late) == 30)
    // At half the speed, the middle of frame 30 is a quarter of a frame after 2.5.
    #expect(
      try middle(.asset("a"), at: frame * 30) {
        late(&$0)
        $0.speed = 0.5
      } == 2)
  }

  @Test func `a circle is symmetric, and its top is what has just sounded`() throws {
    let levels = (0..<100).map { Float($0 % 10) / 10 }
    let wave = waveform(
      { ($0.style, $0.bars, $0.window) = (.circle, 20, MediaTime(10, over: 25)) }, levels: levels)
    // At frame 17, the interval of bar 17 ends when the frame does.
    let found = boxes(
      try #require(shown(wave, at: MediaTime(17, over: 25))).path(width: 100, height: 100))
    for box in found {
      #expect(
        found.contains {
          abs($0.left + box.right - 100) < 1e-6 && abs($0.top - box.top) < 1e-6
        })
    }
    // Bars grow from 0.62 of the radius; the middle of the newest one is half of 18° from the top.
    let newest = try #require(found.min { $0.top < $1.top })
    let end: Double = 31 + 0.7 * 19, cosine = 0.987_688_340_595_138
    let top: Double = 50 - end * cosine
    #expect(abs(newest.top - top) < 0.05)
  }

  @Test func `a line goes through its levels, up and down in turn`() throws {
    let levels = (0..<100).map { Float($0 % 7) / 10 }
    let wave = waveform({ ($0.style, $0.bars) = (.line, 40) }, levels: levels)
    let found = try #require(shown(wave, at: MediaTime(2)))
    let path = found.path(width: 300, height: 100), swing = 50 - found.thickness(width: 300) / 2
    var count = 0
    for step in path.steps {
      let point: Point
      switch step {
      case .move(let end), .line(let end), .curve(_, _, let end): point = end
      case .close: continue
      }
      // The middle of an interval of 1/20 s; the middle of the picture is at 2.02 s.
      let number = ((point.x / 300 - 0.5) * 2 + 2.02) * 20 - 0.5
      let index = Int(number.rounded())
      #expect(abs(number - number.rounded()) < 1e-6)
      let level = Double(levels[index]) * (index % 2 == 0 ? -1 : 1)
      #expect(abs(point.y - 50 - level * swing) < 0.2)
      count += 1
    }
    // Also beside the window, so that the line does not end in it.
    #expect(count >= 42)
    #expect(path.bounds.x <= 0 && path.bounds.x + path.bounds.width >= 300)
  }

  @Test func `levels come back from JSON`() throws {
    let wave = waveform({ $0.style = .circle }, levels: [0, 0.25, 1, 0.5])
    let shared = SharedLayers([OverlayLayer(.waveform(wave))])
    #expect(try SharedLayers(text: shared.text) == shared)
    #expect(wave.levels?.parts == [0, 64, 255, 128])
  }
}
