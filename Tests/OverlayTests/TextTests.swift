import CutawayOverlays
import CutawayTime
import Testing

/// Texts that change with time.
@Suite struct TextTests {
  /// The pieces of a text at a time, with hidden ones in brackets.
  private func shown(
    _ text: LayerText, at time: MediaTime, frameDuration: MediaTime = MediaTime(1, over: 25)
  ) -> String {
    var tree = LayerTree(
      size: PixelSize(width: 400, height: 200), layers: [OverlayLayer(.text(text))])
    tree.frameDuration = frameDuration
    let layer = tree.presentation(at: time, measuring: FixedSizes()).first
    guard case .text(let own)? = layer?.content, case .spans(let spans) = own.source else {
      return "?"
    }
    return spans.map { $0.style.isHidden ? "[\($0.string)]" : $0.string }.joined(separator: "|")
  }

  @Test func `tokens are the place of the frame in the composition`() {
    let text = LayerText("{timecode} {frame} {time} {other}")
    #expect(shown(text, at: .zero) == "00:00:00:00 0 0:00:00.000 {other}")
    #expect(
      shown(text, at: MediaTime(3_723) + MediaTime(3, over: 25))
        == "01:02:03:03 93078 1:02:03.120 {other}")
    // 23.976 frames per second count to 24, and no numbers are dropped.
    let film = MediaTime(1_001, over: 24_000)
    #expect(
      shown(LayerText("{timecode} {frame}"), at: film * 1_440, frameDuration: film)
        == "00:01:00:00 1440")
    #expect(
      shown(
        LayerText("{timecode}"), at: MediaTime(119, over: 120),
        frameDuration: MediaTime(1, over: 120))
        == "00:00:00:119")
  }

  @Test func `braces of a literal text stand for themselves`() {
    var text = LayerText("press {frame} at {time}")
    text.isLiteral = true
    #expect(shown(text, at: MediaTime(1)) == "press {frame} at {time}")
  }

  // SMPTE ST 12-1: the first two numbers of each minute are left out, except in minutes 0, 10, 20 and so on, so that an
  // hour of the time code has 107,892 frames.
  @Test(arguments: [
    (1_799, "00:00:59;29"), (1_800, "00:01:00;02"), (3_597, "00:01:59;29"),
    (3_598, "00:02:00;02"), (17_981, "00:09:59;29"), (17_982, "00:10:00;00"),
    (19_782, "00:11:00;02"), (107_892, "01:00:00;00"),
  ])
  func `the time code of 29 97 frames per second drops numbers`(frame: Int, code: String) {
    let slow = MediaTime(1_001, over: 30_000), fast = MediaTime(1_001, over: 60_000)
    #expect(shown(LayerText("{timecode}"), at: slow * frame, frameDuration: slow) == code)
    // At 59.94 there are twice as many, of which four are left out.
    let double = code.split(separator: ";").map(String.init)
    let number = (Int(double[1]) ?? 0) * 2
    #expect(
      shown(LayerText("{timecode}"), at: fast * (frame * 2), frameDuration: fast)
        == "\(double[0]);\(number < 10 ? "0" : "")\(number)")
  }

  @Test func `texts replace each other, and the first holds before its time`() {
    let text = LayerText(
      .instants([
        LayerTextInstant(at: MediaTime(1), [LayerTextSpan("3")]),
        LayerTextInstant(at: MediaTime(2), [LayerTextSpan("2"), LayerTextSpan("!")]),
        LayerTextInstant(at: MediaTime(3), []),
      ]))
    #expect(shown(text, at: .zero) == "3")
    #expect(shown(text, at: MediaTime(199, over: 100)) == "3")
    #expect(shown(text, at: MediaTime(2)) == "2|!")
    // Between two subtitles there is no background either.
    #expect(OverlayLayer(.text(text)).shown(at: MediaTime(9)) == nil)
  }

  @Test func `words are future, current and past`() {
    var words = LayerWords([
      .init(at: MediaTime(1), "We"), .init(at: MediaTime(2), "go"), .init(at: MediaTime(3), "\non"),
    ])
    words.future = .hidden
    #expect(shown(LayerText(.words(words)), at: .zero) == "[We ]|[go]|[\non]")
    #expect(shown(LayerText(.words(words)), at: MediaTime(2)) == "We |go|[\non]")
    words.separator = ""
    words.past = LayerTextStyle(color: .black)
    let text = LayerText(.words(words))
    #expect(shown(text, at: MediaTime(5)) == "We|go|\non")
  }

  @Test func `a text is revealed by letters with their accents, or by words`() {
    var text = LayerText(
      .spans([LayerTextSpan("ae\u{301} b"), LayerTextSpan("c de")]))
    text.reveal = LayerTextReveal(.character, rate: 2)
    #expect(shown(text, at: .zero) == "[ae\u{301} b]|[c de]")
    #expect(shown(text, at: MediaTime(1)) == "ae\u{301}|[ b]|[c de]")
    #expect(shown(text, at: MediaTime(5, over: 2)) == "ae\u{301} b|c|[ de]")
    #expect(shown(text, at: MediaTime(60)) == "ae\u{301} b|c de")
    text.reveal = LayerTextReveal(.word, rate: 1)
    // The space after a word appears with the next one, so that a box ends with the word.
    #expect(shown(text, at: MediaTime(1)) == "ae\u{301}|[ b]|[c de]")
    // The second word goes on in the second piece.
    #expect(shown(text, at: MediaTime(2)) == "ae\u{301} b|c|[ de]")
    #expect(shown(text, at: MediaTime(3)) == "ae\u{301} b|c de")
  }

  @Test func `the word that begins pops, and the space before the next one is plain`() throws {
    var words = LayerWords([.init(at: MediaTime(1), "a"), .init(at: MediaTime(2), "b")])
    words.highlight = LayerTextBackground(color: .white)
    words.pop = LayerTextPop(scale: 1.5, duration: MediaTime(1, over: 2))
    words.past.color = .black
    func spans(at time: MediaTime) throws -> [LayerTextSpan] {
      let shown = OverlayLayer(.text(LayerText(.words(words)))).shown(at: time)
      guard case .text(let text)? = shown?.content, case .spans(let spans) = text.source else {
        return []
      }
      return spans
    }
    #expect(try spans(at: .zero) == [LayerTextSpan("a "), LayerTextSpan("b")])
    for time in [MediaTime(1), MediaTime(3, over: 2), MediaTime(19, over: 10)] {
      let all = try spans(at: time)
      #expect(all.map(\.string) == ["a", " ", "b"])
      #expect(all[0].style.background == words.highlight && all[0].style.scale == nil)
      #expect(all[1].style == LayerTextStyle() && all[2].style == LayerTextStyle())
    }
    let moving = try spans(at: MediaTime(11, over: 10))[0].style
    #expect(moving.pop == nil && (moving.scale ?? 0) > 1.2 && moving.growth == nil)
    let last = try spans(at: MediaTime(9))
    #expect(last.map(\.string) == ["a ", "b"])
    #expect(last.map(\.style.color) == [.black, nil])
  }

  @Test(arguments: [(1.2, 3), (2, 10), (0.5, 5), (1, 3)] as [(Double, Int64)])
  func `a pop reaches its scale once, and ends at rest`(scale: Double, tenths: Int64) {
    let pop = LayerTextPop(scale: scale, duration: MediaTime(tenths, over: 10))
    let away = (0...1_000).map { step in
      (pop.scale(at: pop.duration * MediaTime(Int64(step), over: 1_000)) - 1)
        * (scale < 1 ? -1 : 1)
    }
    let way = abs(scale - 1)
    #expect(away.first == 0 && away.last == 0)
    #expect(abs((away.max() ?? 0) - way) < 0.001)
    // One swing: up, down, and back from below.
    let turns = zip(zip(away, away.dropFirst()), away.dropFirst(2)).filter { pair, next in
      (pair.1 - pair.0) * (next - pair.1) < 0
    }
    #expect(turns.count == (way == 0 ? 0 : 2))
    #expect((away.min() ?? 0) >= -way / 5)
    #expect(pop.scale(at: MediaTime(-1)) == 1 && pop.scale(at: pop.duration + MediaTime(1)) == 1)
  }

  @Test func `lines wrap in the largest width, and in that of the layer`() {
    var text = LayerText("A")
    text.maximumWidth = .percent(20)
    var layer = OverlayLayer(.text(text))
    // A text has 100 × 40 pixels, or two lines in less than that; the layer around has 400.
    #expect(layer.shown(at: .zero).map { [$0.width, $0.height] } == [80, 80])
    text.maximumWidth = .pixels(300)
    layer.content = .text(text)
    #expect(layer.shown(at: .zero).map { [$0.width, $0.height] } == [100, 40])
    layer.width = .pixels(50)
    #expect(layer.shown(at: .zero).map { [$0.width, $0.height] } == [50, 80])
  }

  @Test func `Q65: copy k has the matrix to the power k, and a clock that is later`() throws {
    var layer = OverlayLayer.box()
    layer.copies = LayerCopies(
      count: 4, offset: Point(x: 10, y: 0), rotation: 90, opacity: 0.5, delay: MediaTime(1))
    layer.range = TimeRange(start: MediaTime(1), end: MediaTime(4))
    let tree = LayerTree(size: PixelSize(width: 400, height: 200), layers: [layer])
    func shown(at time: MediaTime) -> [PresentedLayer] {
      tree.presentation(at: time, measuring: FixedSizes())
    }
    // The original lives in 1..<4, copy k in 1 + k..<4 + k.
    #expect(shown(at: MediaTime(1)).map { $0.path[0].copy } == [0])
    #expect(shown(at: MediaTime(3)).map { $0.path[0].copy } == [0, 1, 2])
    #expect(shown(at: MediaTime(6)).map { $0.path[0].copy } == [3])
    let all = shown(at: MediaTime(3))
    #expect(all.map(\.opacity) == [1, 0.5, 0.25])
    // Each step turns by 90° about the position, (200, 100), and moves by 10 to the right.
    let places = all.map { layer -> Point in
      let (x, y) = layer.matrix.apply(x: 100, y: 20)
      return Point(x: x, y: y)
    }
    #expect(isClose(places[0], 250, 100) && isClose(places[1], 210, 150))
    // Turned and moved twice: (0, 50) + (10, 0) becomes (-50, 10) + (10, 0).
    #expect(isClose(places[2], 160, 110))
    layer.copies = LayerCopies(count: 0)
    #expect(layer.shown(at: MediaTime(2)) == nil)
  }
}

/// Animations along a path.
@Suite struct PathAnimationTests {
  private func layer(_ path: LayerMotionPath) -> OverlayLayer {
    OverlayLayer.box {
      $0.animations = [LayerAnimation(.position, .path(path), duration: MediaTime(4))]
    }
  }

  /// The place of the anchor point after seconds.
  private func place(_ path: LayerMotionPath, at time: MediaTime) -> Point? {
    layer(path).place(50, 20, at: time)
  }

  private let corner = "M 0 0 L 300 0 L 300 100"

  @Test func `Q43: each line is a keyframe, and paced has a constant speed`() {
    let linear = LayerMotionPath(corner, mode: .linear), paced = LayerMotionPath(corner)
    #expect(isClose(place(linear, at: MediaTime(1)), 150, 0))
    #expect(isClose(place(linear, at: MediaTime(3)), 300, 50))
    #expect(isClose(place(paced, at: MediaTime(1)), 100, 0))
    #expect(isClose(place(paced, at: MediaTime(3)), 300, 0))
    #expect(isClose(place(paced, at: MediaTime(9)), 300, 100))
    let timed = LayerMotionPath(corner, keyTimes: [0, 0.25, 1], mode: .linear)
    #expect(isClose(place(timed, at: MediaTime(1)), 300, 0))
    let discrete = LayerMotionPath(corner, mode: .discrete)
    #expect(isClose(place(discrete, at: MediaTime(1)), 0, 0))
    #expect(isClose(place(discrete, at: MediaTime(3)), 300, 0))
  }

  @Test func `Q43: a curve is followed by its parameter, paced by its length`() throws {
    // x = 400 t³, so that the length up to t is known.
    let line = "M 0 0 C 0 0 0 0 400 0"
    #expect(
      isClose(place(LayerMotionPath(line, mode: .linear), at: MediaTime(2)), 50, 0))
    let paced = try #require(place(LayerMotionPath(line), at: MediaTime(2)))
    #expect(abs(paced.x - 200) < 0.05)
  }

  @Test func `Q43: a sub-path is jumped to, and a closed one returns`() {
    let path = LayerMotionPath("M 0 0 L 100 0 M 200 50 L 300 50", mode: .linear)
    #expect(isClose(place(path, at: MediaTime(1)), 50, 0))
    #expect(isClose(place(path, at: MediaTime(2)), 200, 50))
    let closed = LayerMotionPath("M 0 0 L 100 0 L 100 100 Z", mode: .linear)
    #expect(isClose(place(closed, at: MediaTime(4)), 0, 0))
  }

  @Test func `Q44: the layer turns with the path`() {
    var path = LayerMotionPath(corner, mode: .linear, rotation: .auto)
    // The right edge of the layer, 50 pixels from its centre, points forwards.
    #expect(isClose(layer(path).place(100, 20, at: MediaTime(1)), 200, 0))
    #expect(isClose(layer(path).place(100, 20, at: MediaTime(3)), 300, 100))
    path.rotation = .autoReverse
    #expect(isClose(layer(path).place(100, 20, at: MediaTime(3)), 300, 0))
  }
}
