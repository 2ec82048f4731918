import CutawayDiagnostics
import CutawayModel
import CutawayTime
import CutawayTimeline
import CutawayTranslation
import TestSupport
import Testing

/// The layout, without rendering.
@Suite struct LayoutTests {
  private func layout(
    _ tracks: [Track], _ instructions: [Instruction] = [], _ mix: [AudioMixParameters] = []
  ) -> TimelineLayout {
    var composition = Editing.composition(tracks, instructions)
    composition.audioMix = mix
    return TimelineLayout(composition, media: Editing.media, width: 1156)
  }

  @Test func `segments and gaps are drawn to scale`() throws {
    let layout = layout([try Editing.track("a", (1, 3), (4, 8)), try Editing.track("b", (0, 10))])
    let left = layout.scale.left
    /// A length on the drawing in seconds, to a millisecond.
    func seconds(_ length: Double) -> Double {
      (length / layout.scale.width * 10 * 1000).rounded() / 1000
    }
    #expect(layout.rows.map(\.track) == ["b", "a"], "the upper track comes first")
    let row = layout.rows[1]
    #expect(row.clips.map { seconds($0.frame.x - left) } == [1, 4])
    #expect(row.clips.map { seconds($0.frame.width) } == [2, 4])
    #expect(row.gaps.map { seconds($0.x - left) } == [0, 3, 8])
    #expect(row.gaps.map { seconds($0.width) } == [1, 1, 2])
    #expect(layout.scale.right <= layout.width)
  }

  @Test func `rows are in the order of the layers that show them`() throws {
    let tracks = try ["a", "b", "c", "d"].map { try Editing.track($0, (0, 8)) }
    let layout = layout(
      tracks,
      [
        Instruction(range: Editing.range(0, 4), layers: [Layer(track: "a"), Layer(track: "b")]),
        Instruction(range: Editing.range(4, 8), layers: [Layer(track: "a"), Layer(track: "d")]),
      ])
    // A later layer is directly below the layer that covers it; hidden tracks are last.
    #expect(layout.rows.map(\.track) == ["a", "d", "b", "c"])
    #expect(layout.rows.map(\.effects) == [[], [], [], []])
  }

  @Test func `a row names the effects of its track and its layers, each once`() throws {
    var track = try Editing.track("a", (0, 8))
    track.effects = [Effect(element: "vignette")]
    let layers = [Effect(element: "videobalance"), Effect(element: "vignette")]
    let layout = layout(
      [track],
      [
        Instruction(
          range: Editing.range(0, 8), layers: [Layer(track: "a", effects: layers)])
      ])
    #expect(layout.rows.map(\.effects) == [["vignette", "videobalance"]])
  }

  @Test(arguments: [1, 3, 20])
  func `the strip over the picture covers at most half of it`(count: Int) throws {
    let tracks = try (0..<count).map { try Editing.track("\($0)", (1, 3), (4, 8)) }
    let composition = Editing.composition(tracks)
    for size in [PixelSize(width: 320, height: 180), PixelSize(width: 1920, height: 1080)] {
      let strip = TimelineStrip(
        composition, media: Editing.media, range: Editing.range(2, 8), over: size)
      #expect(strip.size.width == size.width)
      #expect(strip.size.height * 2 <= size.height)
      #expect(strip.scale.x(.zero) > 0 && strip.scale.right < Double(size.width))
      #expect(strip.scale.duration == MediaTime(6))
      let picture = try #require(strip.drawing.rendered())
      #expect(picture.size == strip.size)
    }
  }

  @Test func `tracks that the strip does not show take no height of it`() throws {
    let video = try Editing.track("v", (0, 8))
    let subtitles = try (0..<30).map { try Editing.track("s\($0)", (0, 8), type: .subtitle) }
    func size(_ tracks: [Track]) -> PixelSize {
      TimelineStrip(
        Editing.composition(tracks), media: Editing.media, range: Editing.range(0, 8),
        over: PixelSize(width: 1280, height: 720)
      ).size
    }
    #expect(size([video] + subtitles) == size([video]))
  }

  @Test func `rows do not overlap and fill the height`() throws {
    let layout = layout([
      try Editing.track("a", (0, 4)), try Editing.track("b", (0, 4)),
      try Editing.track("s", (0, 4), type: .audio),
    ])
    let frames = layout.rows.map(\.frame)
    for (upper, lower) in zip(frames, frames.dropFirst()) {
      #expect(upper.y + upper.height < lower.y)
    }
    #expect(frames.allSatisfy { $0.y > layout.ruler.y + layout.ruler.height })
    #expect(frames.allSatisfy { $0.y + $0.height < layout.height })
  }

  @Test(arguments: [1, 7, 60, 3600, 100_000] as [Int64])
  func `the ruler has round times at a minimum distance`(seconds: Int64) {
    let scale = TimeScale(duration: MediaTime(seconds), left: 100, width: 1000)
    let labelled = scale.ticks(spacing: 80).filter { $0.label != nil }
    #expect(labelled.count >= 3)
    for (tick, next) in zip(labelled, labelled.dropFirst()) { #expect(next.x - tick.x >= 80) }
    for tick in labelled {
      let expected = 100 + tick.time.seconds / Double(seconds) * 1000
      #expect(abs(tick.x - expected) < 0.001)
    }
  }

  @Test func `times are written as on a clock`() {
    let scale = TimeScale(duration: MediaTime(7200), left: 0, width: 1000)
    #expect(scale.ticks().compactMap(\.label).prefix(3) == ["0:00", "15:00", "30:00"])
    #expect(scale.ticks().compactMap(\.label).last == "2:00:00")
    let short = TimeScale(duration: MediaTime(1), left: 0, width: 1000)
    #expect(short.ticks().compactMap(\.label).prefix(3) == ["0:00.0", "0:00.1", "0:00.2"])
  }

  @Test func `a speed is written on its segment`() throws {
    let track = try Track(
      id: "a", mediaType: .video,
      segments: [
        Segment(
          target: Editing.range(0, 2), media: .init(asset: "film", source: Editing.range(0, 4))),
        Segment(
          target: Editing.range(2, 6), media: .init(asset: "film", source: Editing.range(4, 6))),
        Segment(
          target: Editing.range(6, 8), media: .init(asset: "film", source: Editing.range(6, 8))),
      ])
    #expect(layout([track]).rows[0].clips.map(\.speed) == ["×2", "×0.5", nil])
  }

  @Test(arguments: [Easing.linear, .easeInOut, .easeIn])
  func `an opacity ramp is a curve with the values of its times`(easing: Easing) throws {
    let opacity = try Editing.ramp(2, 6, from: 1, to: 0, easing)
    let layout = layout(
      [try Editing.track("a", (0, 8))],
      [Instruction(range: Editing.range(0, 8), layers: [Layer(track: "a", opacity: opacity)])])
    let curve = try #require(layout.rows[0].curves.first)
    #expect(curve.points.first?.x == layout.scale.left)
    #expect(curve.points.last?.x == layout.scale.right)
    for point in curve.points {
      let seconds = (point.x - layout.scale.left) / layout.scale.width * 8
      let progress = easing.progress(at: min(1, max(0, (seconds - 2) / 4)))
      let height = (curve.bottom - point.y) / (curve.bottom - curve.top)
      #expect(abs(height - (1 - progress)) < 0.001, "at \(seconds) s")
    }
    #expect(easing == .linear ? curve.points.count == 4 : curve.points.count > 20)
  }

  @Test func `a volume above 1 extends the scale`() throws {
    let mix = AudioMixParameters(
      track: "s", volume: try Editing.ramp(0, 4, from: 0, to: 2))
    let layout = layout([try Editing.track("s", (0, 8), type: .audio)], [], [mix])
    let curve = try #require(layout.rows[0].curves.first)
    #expect(curve.points.first?.y == curve.bottom)
    #expect(curve.points.last?.y == curve.top)
  }

  @Test func `a value that is always 1 has no curve`() throws {
    let layout = layout(
      [try Editing.track("a", (0, 8))],
      [
        Instruction(
          range: Editing.range(0, 8), layers: [Layer(track: "a", opacity: AnimatedValue(1))])
      ])
    #expect(layout.rows[0].curves.isEmpty)
  }

  @Test func `media that no instruction lists are shaded`() throws {
    let layout = layout(
      [try Editing.track("a", (0, 8)), try Editing.track("b", (2, 6))],
      [
        Instruction(range: Editing.range(0, 4), layers: [Layer(track: "a")]),
        Instruction(range: Editing.range(4, 8), layers: [Layer(track: "b"), Layer(track: "a")]),
      ])
    let row = try #require(layout.rows.first { $0.track == "b" })
    #expect(row.unlisted.map(\.x) == [layout.scale.x(MediaTime(2))])
    #expect(row.unlisted.map { $0.x + $0.width } == [layout.scale.x(MediaTime(4))])
    #expect(layout.rows.first { $0.track == "a" }?.unlisted.isEmpty == true)
  }

  @Test func `canvases show the first and last position of a layer`() throws {
    let half = LayerTransform(.scale(x: 0.5, y: 0.5))
    let way = try AnimatedValue<LayerTransform>(entries: [
      .ramp(.init(over: Editing.range(0, 8), from: LayerTransform(), to: half))
    ])
    let layout = layout(
      [try Editing.track("a", (0, 8))],
      [Instruction(range: Editing.range(0, 8), layers: [Layer(track: "a", transform: way)])])
    let start = try #require(layout.canvases.first), end = try #require(layout.canvases.last)
    #expect(start.frame.x == layout.scale.left)
    #expect(abs(end.frame.x + end.frame.width - layout.scale.right) < 0.001)
    for (canvas, part) in [(start, 1.0), (end, 0.5)] {
      let corners = canvas.ghosts[0].corners
      #expect(corners[0] == Drawing.Point(canvas.picture.x, canvas.picture.y))
      let (width, height) = (canvas.picture.width * part, canvas.picture.height * part)
      #expect(abs(corners[2].x - canvas.picture.x - width) < 0.001)
      #expect(abs(corners[2].y - canvas.picture.y - height) < 0.001)
    }
    for (canvas, next) in zip(layout.canvases, layout.canvases.dropFirst()) {
      #expect(canvas.frame.x + canvas.frame.width < next.frame.x)
    }
  }

  @Test func `a layer is on a canvas only while its track shows something`() throws {
    let half = LayerTransform(.scale(x: 0.5, y: 0.5))
    let layout = layout(
      [try Editing.track("a", (0, 8)), try Editing.track("b", (3, 5))],
      [
        Instruction(
          range: Editing.range(0, 8),
          layers: [Layer(track: "b", transform: AnimatedValue(half)), Layer(track: "a")])
      ])
    #expect(layout.canvases.first?.ghosts.map(\.track) == ["a"])
    #expect(layout.canvases.last?.ghosts.map(\.track) == ["a"])
    let inner = try #require(layout.canvases.dropFirst().first)
    #expect(inner.ghosts.map(\.track) == ["a", "b"])
    #expect(abs(inner.frame.x + inner.frame.width / 2 - layout.scale.x(MediaTime(3))) < 0.001)
  }

  @Test func `short instructions have canvases as far as there is room`() throws {
    let half = AnimatedValue(LayerTransform(.scale(x: 0.5, y: 0.5)))
    let bands = (0..<10).map { second in
      Instruction(
        range: Editing.range(second, second + 1), layers: [Layer(track: "a", transform: half)])
    }
    let layout = layout([try Editing.track("a", (0, 10))], bands)
    let band = layout.instructions[0].frame, width = layout.canvases.first?.frame.width ?? 0
    #expect(width > band.width)
    // As many as fit beside each other where a band begins.
    let step = (width / band.width).rounded(.up)
    #expect(layout.canvases.count == Int((10 / step).rounded(.up)))
    for canvas in layout.canvases {
      let own = layout.instructions[canvas.instruction].frame
      #expect(canvas.frame.x == min(own.x, layout.scale.right - width))
      #expect(canvas.ghosts.map(\.track) == ["a"])
    }
    for (canvas, next) in zip(layout.canvases, layout.canvases.dropFirst()) {
      #expect(canvas.frame.x + canvas.frame.width < next.frame.x)
    }
  }

  @Test func `ducking has a curve while the triggers sound`() throws {
    var composition = Editing.composition([
      try Editing.track("music", (0, 10), type: .audio),
      try Editing.track("voice", (4, 6), type: .audio),
    ])
    let ducking = Ducking(under: "voice", gain: 0.25, attack: MediaTime(1), release: MediaTime(2))
    composition.audioMix = [AudioMixParameters(track: "music", ducking: ducking)]
    let layout = TimelineLayout(
      composition, media: Editing.media, activity: ["music": [Editing.range(4, 6)]], width: 1156)
    let row = try #require(layout.rows.first { $0.track == "music" })
    let curve = try #require(row.curves.first)
    let low = curve.bottom - (curve.bottom - curve.top) / 4
    func y(_ second: Int64) -> Double? {
      let x = layout.scale.x(MediaTime(second))
      return curve.points.last { $0.x <= x + 0.001 }?.y
    }
    #expect(y(1).map { abs($0 - curve.top) < 0.001 } == true)
    #expect(y(5).map { abs($0 - low) < 0.001 } == true)
    #expect(y(9).map { abs($0 - curve.top) < 0.001 } == true)
    #expect(layout.rows.first { $0.track == "voice" }?.curves.isEmpty == true)
  }

  @Test func `a warning is marked where it is`() throws {
    let layout = layout([
      try Editing.track("a", (0, 4)), try Editing.track("s", (0, 8), type: .audio),
    ])
    let note = try #require(layout.notes.first)
    #expect(layout.notes.count == 1)
    #expect(note.frame.x == layout.scale.x(MediaTime(4)))
    #expect(note.frame.x + note.frame.width == layout.scale.right)
    #expect(note.frame.y == layout.rows[0].frame.y)
    #expect(note.mark.x > note.frame.x && note.mark.x < note.frame.x + note.frame.width)
  }

  @Test func `thumbnails lie in their segments and show the time of their left edge`() throws {
    let layout = layout([try Editing.track("a", (0, 3), (5, 9))])
    for clip in layout.rows[0].clips {
      #expect(!clip.thumbnails.isEmpty)
      for thumbnail in clip.thumbnails {
        #expect(clip.range.contains(thumbnail.time))
        #expect(abs(layout.scale.x(thumbnail.time) - thumbnail.frame.x) < 0.01)
        #expect(
          thumbnail.frame.x + thumbnail.frame.width <= clip.frame.x + clip.frame.width + 0.001)
      }
    }
  }

  @Test func `a sheet's frames are evenly spaced, each from the middle of its part`() throws {
    let timeline = layout([try Editing.track("a", (0, 8))])
    let sheet = ContactSheet(
      count: 4, columns: 3, size: PixelSize(width: 1920, height: 1080),
      frameDuration: Editing.tick, title: "", above: timeline)
    #expect(sheet.cells.map(\.time) == [1, 3, 5, 7].map { MediaTime($0) })
    #expect(sheet.cells.map(\.caption) == ["0:01.00", "0:03.00", "0:05.00", "0:07.00"])
    #expect(sheet.cells[0].frame.y == sheet.cells[2].frame.y)
    #expect(sheet.cells[3].frame.x == sheet.cells[0].frame.x)
    #expect(sheet.cells[3].frame.y > sheet.cells[0].frame.y + sheet.cells[0].frame.height)
    for cell in sheet.cells {
      #expect(abs(cell.frame.width / cell.frame.height - 16.0 / 9) < 0.001)
    }
  }

  @Test func `a sheet has no more frames than the composition`() throws {
    let track = try Track(
      id: "a", mediaType: .video,
      segments: [
        Segment(
          target: TimeRange(start: .zero, duration: Editing.tick * 3),
          media: .init(
            asset: "film", source: TimeRange(start: .zero, duration: Editing.tick * 3)))
      ])
    let sheet = ContactSheet(
      count: 12, columns: 4, size: PixelSize(width: 16, height: 9), frameDuration: Editing.tick,
      title: "", above: layout([track]))
    #expect(sheet.cells.map(\.time) == (0..<3).map { Editing.tick * $0 })
  }

  @Test func `a layer over the picture has a row with its range and its opacity`() throws {
    var composition = Editing.composition([try Editing.track("a", (0, 10))])
    var title = OverlayLayer(.text(LayerText("Summer")), range: Editing.range(2, 6))
    title.enter = LayerPassage(
      fades: true, duration: MediaTime(1), easing: .curve(.linear))
    title.opacity = AnimatedValue(0.5)
    composition.overlays = [OverlayLayer(id: "below"), title]
    let layout = TimelineLayout(composition, media: Editing.media, width: 1156)
    #expect(layout.overlays.map(\.label) == ["text: Summer", "layer: below"])
    #expect(layout.overlays.map(\.index) == [1, 0])
    let row = layout.overlays[0]
    func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }
    #expect(isClose(row.body.x, layout.scale.x(MediaTime(2))))
    #expect(isClose(row.body.x + row.body.width, layout.scale.x(MediaTime(6))))
    // From 0 at the bottom to a half, in the first of four seconds.
    let bottom = row.frame.y + row.frame.height - 3, height = row.frame.height - 6
    let first = try #require(row.curve.first), last = try #require(row.curve.last)
    #expect(isClose(first.y, bottom) && isClose(last.y, bottom - height / 2))
    let middle = try #require(row.curve.first { $0.x >= layout.scale.x(MediaTime(5, over: 2)) })
    #expect(abs(middle.y - (bottom - height / 4)) < 0.5)
    // The rows of tracks follow.
    #expect(layout.rows.allSatisfy { $0.frame.y > layout.overlays[1].frame.y })
  }

  @Test func `more than sixteen layers are counted`() throws {
    var composition = Editing.composition([try Editing.track("a", (0, 10))])
    composition.overlays = (0..<20).map { OverlayLayer(id: "\($0)") }
    let layout = TimelineLayout(composition, media: Editing.media, width: 1156)
    #expect(layout.overlays.count == 16 && layout.hiddenOverlayCount == 4)
    #expect(layout.overlays.first?.label == "layer: 19")
  }

  @Test func `a warning about a layer is at its row`() throws {
    var composition = Editing.composition([try Editing.track("a", (0, 10))])
    composition.overlays = [OverlayLayer(id: "x", range: Editing.range(2, 6))]
    let warning = Warning(.unseenLayer, "the layer is never visible", path: ["overlays", "0"])
    let layout = TimelineLayout(
      composition, media: Editing.media, width: 1156, warnings: [warning])
    #expect(layout.notes.first { $0.warning == warning }?.frame == layout.overlays.first?.body)
  }
}
