import AVFoundation
import CutawayTime
import ImageIO
import ProgramPatterns
import TestSupport
import Testing
import UIKit

/// Programs in the manner of Apple's samples and of well-known answers, compiled as they are.
@Suite(.serialized) struct PatternTests {
  static func film(
    _ clip: UInt8, frames: Int = 30, rate: FrameRate = .fps30,
    orientation: PictureOrientation = .identity, sound: TestSound = .ticks
  ) async throws -> URL {
    try await TestMedia(
      .mov,
      video: .init(frameRate: rate, frameCount: frames, orientation: orientation, clip: clip),
      audio: .init(codec: .pcm, sound: sound, clip: clip)
    ).file()
  }

  static func sine(
    _ hertz: Double, sampleRate: Int = 48_000, channels: Int = 2, seconds: Int64
  ) async throws -> URL {
    try await TestMedia(
      .wav, video: nil,
      audio: .init(
        codec: .pcm, sampleRate: sampleRate, channelCount: channels, sound: .sine(hertz: hertz),
        duration: MediaTime(seconds))
    ).file()
  }

  /// Red, green and blue of a pixel of a frame in RGBA.
  static func color(_ frame: RawFrame, _ x: Int, _ y: Int) -> [Int] {
    let place = (y * frame.width + x) * 4
    return frame.bytes[place..<place + 3].map { Int($0) }
  }

  static func distance(_ a: [Int], _ b: [Int]) -> Int { zip(a, b).map { abs($0 - $1) }.max() ?? 0 }

  static func mean(_ a: [Int], _ b: [Int]) -> [Int] { zip(a, b).map { ($0 + $1) / 2 } }

  /// The amplitude of a sine in the 50 ms around a time.
  static func amplitude(
    of hertz: Double, at seconds: Double, in sound: RawAudio, channel: Int = 0
  ) -> Double {
    let rate = Double(sound.sampleRate), samples = sound.channels[channel]
    let first = max(Int((seconds - 0.025) * rate), 0)
    let last = min(Int((seconds + 0.025) * rate), samples.count)
    var (real, imaginary, weights) = (0.0, 0.0, 0.0)
    for index in first..<max(first, last) {
      let place = (Double(index - first) + 0.5) / Double(last - first)
      let weight = 0.5 - 0.5 * cos(2 * Double.pi * place)
      let angle = 2 * Double.pi * hertz * Double(index) / rate
      real += weight * Double(samples[index]) * cos(angle)
      imaginary += weight * Double(samples[index]) * sin(angle)
      weights += weight
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / max(weights, 1)
  }

  static func code(of image: CGImage) throws -> FrameCode? {
    let bytes = [UInt8](try #require(image.dataProvider?.data))
    return RawFrame(format: .rgba, width: image.width, height: image.height, bytes: bytes).code()
  }

  func codes(_ url: URL, in region: PictureRegion? = nil) async throws -> [String?] {
    try await RawVideo.read(url).map { frame in
      frame.code(in: region).map { "\($0.clip):\($0.frame)" }
    }
  }

  @Test func `a card: a frame, a logo of half opacity and a name that pulsates`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let logo = UIGraphicsImageRenderer(size: CGSize(width: 80, height: 40), format: format).image {
      UIColor.magenta.setFill()
      $0.fill(CGRect(x: 0, y: 0, width: 80, height: 20))
      UIColor.cyan.setFill()
      $0.fill(CGRect(x: 0, y: 20, width: 80, height: 20))
    }
    let film = try await Self.film(1), output = folder.file("card.mov")
    let card = await withCheckedContinuation { continuation in
      Watermark(logo: logo, name: "Lake").makeCard(fromVideoAt: film, to: output) {
        continuation.resume(returning: $0)
      }
    }
    #expect(card == output)
    let inner = PictureRegion(x: 10, y: 10, width: 300, height: 160)
    #expect(try await codes(output, in: inner) == (0..<30).map { "1:\($0)" })
    let frames = try await RawVideo.read(output, as: .rgba)
    let source = try await RawVideo.read(film, as: .rgba)
    for (x, y) in [(3, 3), (160, 5), (316, 90), (160, 176)] {
      #expect(Self.distance(Self.color(frames[4], x, y), [255, 128, 0]) < 12)
    }
    // The logo is upright: magenta above cyan, over the film, which is scaled into the frame.
    for (y, color) in [(134, [255, 0, 255]), (154, [0, 255, 255])] {
      let below = Self.color(source[4], (40 - 10) * 320 / 300, (y - 10) * 180 / 160)
      #expect(Self.distance(Self.color(frames[4], 40, y), Self.mean(below, color)) < 16)
    }
    /// The columns in which the name is seen.
    func nameWidth(_ frame: Int) -> Int {
      let columns = (100..<300).filter { x in
        (104..<144).contains { y in
          let color = Self.color(frames[frame], x, y)
          return color[1] > 180 && color[0] < 90 && color[2] < 90
        }
      }
      return (columns.last ?? 0) - (columns.first ?? 0)
    }
    // From 0.8 to 1.2 in half a second.
    #expect(nameWidth(0) > 30)
    #expect(abs(Double(nameWidth(0)) / Double(nameWidth(15)) - 0.8 / 1.2) < 0.05)
  }

  @Test func `the square in the middle, of films in landscape and portrait`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    for (clip, orientation) in [(UInt8(2), PictureOrientation.identity), (3, .rotate90)] {
      let film = try await Self.film(clip, orientation: orientation)
      let output = folder.file("square-\(clip).mp4")
      try await SquareCrop().export(film, to: output)
      let frames = try await RawVideo.read(output, as: .rgba)
      let source = try await RawVideo.read(film, as: .rgba)
      #expect(frames.count == 30 && frames[0].width == 180 && frames[0].height == 180)
      /// The mean difference of a frame and a frame of the film.
      func difference(_ frame: RawFrame, _ other: RawFrame) -> Int {
        var sum = 0
        for y in stride(from: 2, to: 178, by: 5) {
          for x in stride(from: 2, to: 178, by: 5) {
            let color =
              orientation == .identity
              ? Self.color(other, x + 70, y) : Self.color(other, y + 70, 179 - x)
            sum += Self.distance(Self.color(frame, x, y), color)
          }
        }
        return sum / (36 * 36)
      }
      for number in [0, 10, 20, 29] {
        let differences = source.map { difference(frames[number], $0) }
        #expect(differences[number] < 10)
        #expect(differences.min() == differences[number])
      }
    }
    let small = folder.file("small.mp4")
    try await SquareCrop(side: 90).export(Self.film(2), to: small)
    let frame = try await RawVideo.read(small)[0]
    #expect(frame.width == 90 && frame.height == 90)
  }

  @Test func `films on two tracks dissolve into each other, picture and sound`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let urls = [
      try await Self.film(1, sound: .sine(hertz: 440)),
      try await Self.film(2, sound: .sine(hertz: 1000)),
      try await Self.film(3, sound: .sine(hertz: 2000)),
    ]
    let output = folder.file("merged.mp4")
    let merge = DissolveMerge(
      urls: urls, transitionDuration: CMTime(value: 10, timescale: 30))
    try await merge.export(to: output)
    let frames = try await RawVideo.read(output)
    // 3 · 30 frames, less two transitions of 10.
    #expect(frames.count == 70)
    for (number, clip, frame) in [(19, 1, 19), (30, 2, 10), (39, 2, 19), (50, 3, 10), (69, 3, 29)] {
      #expect(frames[number].code() == FrameCode(clip: UInt8(clip), frame: UInt16(frame)))
    }
    let patch = TestChart(clip: 1, width: 320, height: 180).patch
    let (one, two) = (TestChart.color(ofClip: 1), TestChart.color(ofClip: 2))
    for step in [2, 5, 8] {
      let color = try #require(frames[20 + step].meanColor(in: patch))
      func mixed(_ path: KeyPath<YCbCr, UInt8>) -> Double {
        let (from, to) = (Double(one[keyPath: path]), Double(two[keyPath: path]))
        return from + (to - from) * Double(step) / 10
      }
      #expect(abs(color.y - mixed(\.y)) < 4)
      #expect(abs(color.cb - mixed(\.cb)) < 4)
      #expect(abs(color.cr - mixed(\.cr)) < 4)
    }
    let sound = try await RawAudio.read(output)
    func levels(_ seconds: Double) -> [Double] {
      [440, 1000, 2000].map { Self.amplitude(of: $0, at: seconds, in: sound) }
    }
    // The sines have half of full scale.
    let expected: [(seconds: Double, levels: [Double])] = [
      (0.3, [0.5, 0, 0]), (25.0 / 30, [0.25, 0.25, 0]), (35.0 / 30, [0, 0.5, 0]),
      (1.5, [0, 0.25, 0.25]), (2, [0, 0, 0.5]),
    ]
    for (seconds, expected) in expected {
      #expect(zip(levels(seconds), expected).allSatisfy { abs($0 - $1) < 0.04 })
    }
  }

  @Test func `pictures become a film, drawn into the buffers of a pool`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    /// A grey picture of 160 × 90 with a red square at the top left.
    func picture(_ number: Int) throws -> URL {
      let context = try #require(
        CGContext(
          data: nil, width: 160, height: 90, bitsPerComponent: 8, bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
      context.setFillColor(CGColor(gray: CGFloat(20 + 10 * number) / 255, alpha: 1))
      context.fill(CGRect(x: 0, y: 0, width: 160, height: 90))
      context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
      context.fill(CGRect(x: 0, y: 70, width: 20, height: 20))
      let url = folder.file("\(number).png")
      let destination = try #require(
        CGImageDestinationCreateWithURL(url as CFURL, "public.png" as CFString, 1, nil))
      CGImageDestinationAddImage(destination, try #require(context.makeImage()), nil)
      #expect(CGImageDestinationFinalize(destination))
      return url
    }
    let pictures = try (0..<20).map(picture), output = folder.file("lapse.mov")
    let counts = Collector<Int64>()
    let lapse = TimeLapse(
      pictures: pictures, size: CGSize(width: 160, height: 160), framesPerSecond: 10)
    let result = await withCheckedContinuation { continuation in
      lapse.build(
        to: output, progress: { counts.add($0.completedUnitCount) },
        completion: { continuation.resume(returning: $0) })
    }
    #expect(try result.get() == output)
    #expect(counts.elements == (1...20).map { Int64($0) })
    #expect(try await AVURLAsset(url: output).load(.duration) == CMTime(value: 2, timescale: 1))
    let frames = try await RawVideo.read(output, as: .rgba)
    #expect(frames.count == 20)
    for (number, frame) in frames.enumerated() {
      let grey = 20 + 10 * number
      #expect(Self.distance(Self.color(frame, 80, 80), [grey, grey, grey]) < 5)
      #expect(Self.distance(Self.color(frame, 10, 45), [255, 0, 0]) < 12)
      #expect(Self.distance(Self.color(frame, 10, 115), [grey, grey, grey]) < 8)
      #expect(Self.distance(Self.color(frame, 80, 25), [0, 0, 0]) < 4)
      #expect(Self.distance(Self.color(frame, 80, 135), [0, 0, 0]) < 4)
    }
    let broken = TimeLapse(
      pictures: [pictures[0], folder.file("none.png")], size: CGSize(width: 160, height: 160),
      framesPerSecond: 10)
    let failure = await withCheckedContinuation { continuation in
      broken.build(
        to: folder.file("broken.mov"), progress: { _ in },
        completion: { continuation.resume(returning: $0) })
    }
    #expect(throws: TimeLapse.Failure.self) { try failure.get() }
  }

  @Test func `a film is encoded again, each track on a queue of its own`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = try await Self.film(4, frames: 25, rate: .pal25), output = folder.file("small.mp4")
    let failure = await withCheckedContinuation { continuation in
      Transcoder(film).transcode(to: output) {
        continuation.resume(returning: $0.map { "\($0)" })
      }
    }
    #expect(failure == nil)
    let frames = try await RawVideo.read(output)
    #expect(frames.width == 160 && frames.height == 90)
    #expect(frames.frameNumbers() == (0..<25).map { $0 })
    #expect(frames.map { $0.code()?.clip } == Array(repeating: 4, count: 25))
    let sound = try await RawAudio.read(output)
    #expect(sound.sampleRate == 44_100 && sound.channels.count == 2)
    for channel in 0..<2 {
      let ticks = ToneCode.read(sound.channels[channel], sampleRate: 44_100)
      // AAC makes some ticks illegible; those that are read lie where they were.
      #expect(ticks.count > 5)
      #expect(ticks.allSatisfy { $0.code.clip == 4 && $0.code.channel == UInt8(channel) })
      #expect(ticks.allSatisfy { abs($0.position - Int($0.code.tick) * 4410) < 45 })
    }
    // The pictures are as stored; the file says how to turn them.
    let tall = try await Self.film(5, orientation: .rotate90), turned = folder.file("tall.mp4")
    let transcoder = Transcoder(tall)
    transcoder.size = CGSize(width: 320, height: 180)
    let second = await withCheckedContinuation { continuation in
      transcoder.transcode(to: turned) { continuation.resume(returning: $0.map { "\($0)" }) }
    }
    #expect(second == nil)
    let track = try #require(
      try await AVURLAsset(url: turned).loadTracks(withMediaType: .video).first)
    let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
    #expect(size == CGSize(width: 320, height: 180))
    #expect(CGRect(origin: .zero, size: size).applying(transform).size.height == 320)
    let stored = try await RawVideo.read(turned)
    #expect(
      stored.frameNumbers(orientation: PictureOrientation.rotate90.inverse)
        == (0..<30).map { $0 })
  }

  @Test func `a compositor of the program draws the transition, clips pass through`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let (first, second) = (try await Self.film(1), try await Self.film(2))
    let ten = CMTime(value: 10, timescale: 30)
    let dissolved = folder.file("dissolve.mp4"), wiped = folder.file("wipe.mp4")
    try await CustomCompositor(.crossDissolve, duration: ten).export(first, second, to: dissolved)
    try await CustomCompositor(.diagonalWipe, duration: ten).export(first, second, to: wiped)
    for output in [dissolved, wiped] {
      let codes = try await codes(output)
      #expect(codes.count == 50)
      #expect(Array(codes.prefix(20)) == (0..<20).map { "1:\($0)" })
      #expect(Array(codes.suffix(20)) == (10..<30).map { "2:\($0)" })
    }
    let patch = TestChart(clip: 1, width: 320, height: 180).patch
    let (one, two) = (TestChart.color(ofClip: 1), TestChart.color(ofClip: 2))
    let color = try #require(try await RawVideo.read(dissolved)[24].meanColor(in: patch))
    #expect(abs(color.y - (0.6 * Double(one.y) + 0.4 * Double(two.y))) < 4)
    #expect(abs(color.cb - (0.6 * Double(one.cb) + 0.4 * Double(two.cb))) < 4)
    #expect(abs(color.cr - (0.6 * Double(one.cr) + 0.4 * Double(two.cr))) < 4)
    // In the middle of the wipe, the second film has all that is above the diagonal.
    let frame = try await RawVideo.read(wiped, as: .rgba)[25]
    let old = try await RawVideo.read(first, as: .rgba)[25]
    let new = try await RawVideo.read(second, as: .rgba)[5]
    var sum = 0
    for y in stride(from: 3, to: 180, by: 6) {
      for x in stride(from: 3, to: 320, by: 6) {
        let source = Double(x) / 320 + Double(y) / 180 < 1 ? new : old
        sum += Self.distance(Self.color(frame, x, y), Self.color(source, x, y))
      }
    }
    #expect(sum / (30 * 53) < 10)
  }

  @Test func `words of a song are coloured while they are sung`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let film = try await Self.film(2)
    let line = [Karaoke.Word("mmm", 0, 0.5), Karaoke.Word("mmm", 0.5, 1)]
    var karaoke = Karaoke(.wipe)
    let wiped = folder.file("wipe.mp4"), colored = folder.file("words.mp4")
    try await karaoke.export(film, lines: [line], to: wiped)
    karaoke.style = .words
    try await karaoke.export(film, lines: [line], to: colored)
    #expect(try await codes(wiped) == (0..<30).map { "2:\($0)" })

    let frames = try await RawVideo.read(wiped, as: .rgba)
    /// The columns of a frame in which there is yellow.
    func yellow(_ frame: Int) -> [Int] {
      (0..<320).filter { x in
        (135..<170).contains { y in
          let color = Self.color(frames[frame], x, y)
          return color[0] > 200 && color[1] > 200 && color[2] < 100
        }
      }
    }
    func width(_ text: String) -> Double {
      Double((text as NSString).size(withAttributes: [.font: karaoke.font]).width)
    }
    let left = (320 - width("mmm mmm")) / 2
    #expect(yellow(0).isEmpty)
    // A third of the first word, the whole of it, three fifths of the second one.
    for (frame, right) in [
      (5, width("mmm") / 3), (15, width("mmm")),
      (24, width("mmm ") + (width("mmm mmm") - width("mmm ")) * 0.6),
    ] {
      let columns = yellow(frame)
      #expect(abs(Double(columns.first ?? 0) - left) < 6)
      #expect(abs(Double(columns.last ?? 0) - (left + right)) < 6)
    }
    // The second word is on its way from white to yellow, the first one is yellow.
    let frame = try await RawVideo.read(colored, as: .rgba)[21]
    func blue(_ columns: Range<Int>) -> Int {
      columns.flatMap { x in (135..<170).map { Self.color(frame, x, $0) } }
        .filter { $0[0] > 225 && $0[1] > 225 }.map { $0[2] }.min() ?? 255
    }
    let middle = Int(left + width("mmm ")) - 3
    #expect(blue(Int(left)..<middle) < 50)
    #expect(abs(Double(blue(middle..<240)) - 255 * 0.6) < 24)
  }

  @Test func `bars follow the loudness of a sound`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let sound = try await Self.sine(440, channels: 1, seconds: 1), output = folder.file("bars.mp4")
    try await Audiogram(sound: sound).export(to: output)
    let frames = try await RawVideo.read(output, as: .rgba)
    #expect(frames.count == 25 && frames[0].width == 320)
    /// The height of the bar in a column.
    func height(_ frame: Int, _ x: Int) -> Int {
      (0..<180).count { Self.color(frames[frame], x, $0)[1] > 120 }
    }
    // The root mean square of a sine of half of full scale.
    let expected = 180 * 0.5 / 2.0.squareRoot()
    for frame in [0, 1, 12, 24] {
      for bar in 0..<16 {
        let isHeard = frame - (15 - bar) >= 0
        let found = Double(height(frame, bar * 20 + 10))
        #expect(abs(found - (isHeard ? expected : 0)) < 3)
      }
      // Bars stand on the lower edge, with gaps between them.
      #expect(Self.distance(Self.color(frames[frame], 310, 175), [51, 204, 102]) < 16)
      #expect(Self.distance(Self.color(frames[frame], 320 - 1, 175), [26, 26, 51]) < 60)
      #expect(Self.distance(Self.color(frames[frame], 310, 20), [26, 26, 51]) < 12)
    }
    let heard = try await RawAudio.read(output)
    #expect(heard.sampleRate == 44_100 && heard.channels.count == 1)
    #expect(abs(Self.amplitude(of: 440, at: 0.5, in: heard) - 0.5) < 0.03)
  }

  @Test func `a contact sheet of the frames at exact times`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let numbers = [0, 7, 13, 20, 29]
    let times = numbers.map { CMTime(value: CMTimeValue($0), timescale: 30) }
    let thumbnails = Thumbnails()
    let film = try await Self.film(7)
    let images = try await thumbnails.images(of: film, at: times)
    #expect(images.map(\.width) == Array(repeating: 160, count: 5))
    #expect(try images.map { try Self.code(of: $0)?.frame } == numbers.map { UInt16($0) })
    let result = await withCheckedContinuation { continuation in
      thumbnails.images(of: film, at: times) { continuation.resume(returning: $0) }
    }
    let pairs = try result.get()
    #expect(pairs.map(\.time) == times)
    #expect(try pairs.map { try Self.code(of: $0.image)?.frame } == numbers.map { UInt16($0) })

    let sheet = folder.file("sheet.png")
    try thumbnails.writeSheet(images, times: times, to: sheet)
    let picture = try await RawVideo.read(sheet, as: .rgba)[0]
    #expect(picture.width == 640 && picture.height == 212)
    for (index, number) in numbers.enumerated() {
      let region = PictureRegion(
        x: Double(index % 4) * 160, y: Double(index / 4) * 106, width: 160, height: 90)
      #expect(picture.code(in: region) == FrameCode(clip: 7, frame: UInt16(number)))
    }
    #expect(Self.distance(Self.color(picture, 600, 200), [85, 85, 85]) < 3)
    // The label under the first image.
    let label = (0..<60).contains { x in (90..<106).contains { Self.color(picture, x, $0)[0] > 220 }
    }
    #expect(label)

    let tall = try await thumbnails.images(
      of: Self.film(3, orientation: .rotate90), at: [times[2]])
    #expect(tall[0].height == 90 && (50...51).contains(tall[0].width))
    #expect(try Self.code(of: tall[0]) == FrameCode(clip: 3, frame: 13))
  }

  @Test func `sounds are mixed with their levels and fades, to AAC and to PCM`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    func time(_ tenths: CMTimeValue) -> CMTime { CMTime(value: tenths, timescale: 10) }
    let low = try await Self.sine(440, sampleRate: 44_100, channels: 1, seconds: 2)
    let high = try await Self.sine(2000, seconds: 1)
    let mixdown = AudioMixdown([
      .init(low, volume: 0.8, fadeIn: time(5), fadeOut: time(5)),
      .init(high, at: time(5), volume: 0.5, fadeOut: time(5)),
    ])
    let packed = folder.file("mix.m4a"), plain = folder.file("mix.wav")
    try await mixdown.export(to: packed)
    try await mixdown.bounce(to: plain)
    let sound = try await RawAudio.read(plain)
    #expect(sound.sampleRate == 44_100 && sound.channels.count == 2 && sound.count == 88_200)
    for (file, sound) in [(plain, sound), (packed, try await RawAudio.read(packed))] {
      let tolerance = file == plain ? 0.01 : 0.03
      for (seconds, first, second) in [
        (0.25, 0.2, 0.0), (0.75, 0.4, 0.25), (1.25, 0.4, 0.125), (1.75, 0.2, 0),
      ] {
        for channel in sound.channels.indices {
          let found = [440, 2000].map {
            Self.amplitude(of: $0, at: seconds, in: sound, channel: channel)
          }
          #expect(abs(found[0] - first) < tolerance && abs(found[1] - second) < tolerance)
        }
      }
    }
    // The second voice starts at its sample: before, there is only the first one.
    let before = try #require(try await RawAudio.read(low).channels.first)
    for index in stride(from: 0, to: 22_040, by: 19) {
      let expected = before[index] * 0.8 * Float(index) / 22_050
      #expect(abs(sound.channels[0][index] - expected) < 0.001)
    }
  }
}
