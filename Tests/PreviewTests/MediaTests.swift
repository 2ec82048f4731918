import Cutaway
import CutawayModel
import CutawayPreview
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The media that the server sends to a page.
@Suite(.serialized, .timeLimit(.minutes(3))) struct MediaTests {
  private func preview(_ composition: ResolvedComposition, pages: Int = 4) -> BrowserPreview {
    var settings = BrowserPreview.Settings()
    settings.pageLimit = pages
    return BrowserPreview(composition, file: "edit.yaml", settings: settings)
  }

  private func media(_ frame: Int, page: String = "a") -> String {
    "/media?frame=\(frame)&version=1&page=\(page)"
  }

  @Test(arguments: [0, 7, 59])
  func `media start with the requested frame and its sound`(
    frame: Int
  ) async throws {
    let composition = try await ServingTests.composition()
    try await ServingTests.serve(preview(composition)) { _, port in
      let film = try #require(try await Visitor.answer(port: port, media(frame)))
      #expect(film.status == 200 && film.isComplete)
      let type = try #require(film.headers["content-type"])
      #expect(type.hasPrefix("video/mp4; codecs=\"avc1.42") && type.hasSuffix(", mp4a.40.2\""))
      let folder = try TemporaryDirectory()
      defer { folder.remove() }
      try Data(film.body).write(to: folder.file("film.mp4"))
      let frames = try await RawVideo.read(folder.file("film.mp4"))
      let expected = (frame..<60).map { number -> FrameCode in
        FrameCode(clip: 3, frame: UInt16(15 + number))
      }
      #expect(frames.map { $0.code() } == expected)
      // The clip's sound ticks every tenth of a second, which is three frames; a lossy codec may leave
      // one out.
      guard frame < 50 else { return }
      let sound = try await RawAudio.read(folder.file("film.mp4"))
      let ticks = ToneCode.read(sound.channels[0], sampleRate: sound.sampleRate)
      #expect(ticks.count >= 10)
      for reading in ticks {
        let tick = 3 * Int(reading.code.tick) - 15 - frame
        let place = tick * sound.sampleRate / 30
        #expect(abs(reading.position - place) <= sound.sampleRate / 1000)
      }
    }
  }

  @Test(arguments: [
    (Track.MediaType.video, "video/mp4; codecs=\"avc1.42"),
    (Track.MediaType.audio, "audio/mp4; codecs=\"mp4a.40.2\""),
  ])
  func `compositions with only video or only audio are served`(
    kind: Track.MediaType, type: String
  ) async throws {
    let composition = try await ServingTests.composition(kinds: [kind])
    try await ServingTests.serve(preview(composition)) { _, port in
      let film = try #require(try await Visitor.answer(port: port, media(30)))
      #expect(film.isComplete && film.headers["content-type"]?.hasPrefix(type) == true)
    }
  }

  /// Waits for a certain response, for at most a minute.
  private func wait(for status: Int, port: Int, _ path: String) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let visitor = try await Visitor(port: port, path)
      let text = await visitor.text(until: "\r\n\r\n")
      visitor.leave()
      if text.hasPrefix("HTTP/1.1 \(status)") { return }
      try #require(ContinuousClock.now < end, "\(text)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func `a client that does not read occupies a slot until it disconnects`() async throws {
    // Much more than the socket buffers hold.
    let composition = try await ServingTests.composition(count: 400)
    let preview = preview(composition, pages: 1)
    try await ServingTests.serve(preview) { _, port in
      let idle = try await Visitor(port: port, media(0))
      _ = await idle.text(until: "moof")
      idle.pause()
      let refused = try #require(try await Visitor.answer(port: port, media(0, page: "b")))
      #expect(refused.status == 503 && refused.headers["retry-after"] == "2")
      idle.leave()
      try await wait(for: 200, port: port, media(0, page: "b"))
    }
  }

  @Test func `a new request of a page cancels the previous one`() async throws {
    let composition = try await ServingTests.composition(count: 400)
    try await ServingTests.serve(preview(composition, pages: 1)) { _, port in
      let first = try await Visitor(port: port, media(0))
      _ = await first.text(until: "moof")
      let second = try await Visitor(port: port, media(300))
      #expect(await second.text(until: "moof").hasPrefix("HTTP/1.1 200"))
      // The first response was cut off.
      #expect(await first.answer()?.isComplete != true)
      second.leave()
    }
  }

  @Test func `the server stops while a client does not read`() async throws {
    let composition = try await ServingTests.composition(count: 400)
    try await ServingTests.serve(preview(composition)) { _, port in
      let idle = try await Visitor(port: port, media(0))
      _ = await idle.text(until: "moof")
      idle.pause()
      // The client stays connected until the end of the test.
      withExtendedLifetime(idle) {}
    }
  }

  @Test func `removed media are an error for all pages, without a path`()
    async throws
  {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let file = folder.file("film.mov")
    try FileManager.default.copyItem(at: try await ServingTests.clip.file(), to: file)
    let composition = try await ServingTests.composition(location: file.path)
    try FileManager.default.removeItem(at: file)
    try await ServingTests.serve(preview(composition)) { _, port in
      let page = try await Visitor(port: port, "/events")
      let film = try #require(try await Visitor.answer(port: port, media(0)))
      #expect(film.status == 500 && !film.text.contains(folder.url.path))
      let told = await page.text(until: "\"isError\":true")
      #expect(told.contains("\"isError\":true") && !told.contains(folder.url.path))
    }
  }
}
