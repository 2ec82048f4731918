import Cutaway
import CutawayDiagnostics
import CutawayRuntime
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// The element by itself, as `gst-launch-1.0` uses it.
@Suite(.serialized) struct PacketSourceTests {
  init() throws { try registerElements() }

  private func run(_ properties: [PipelineGraph.Property]) async throws {
    var graph = PipelineGraph()
    let source = graph.add("packetsrc", name: "source", properties)
    graph.link(source, graph.add("fakesink", name: "sink"))
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      try await pipeline.waitForEnd()
    }
  }

  @Test(arguments: [
    ("segments", "0..1=a.mp4", "is not a segment"), ("media", "smell", "smell"),
    ("delay", "-1", "is not a number of seconds"),
    ("segments", "0..1=a.mp4@0..2", "changes the speed"),
    ("segments", "0..1=/nowhere/a.mp4@0..1", "/nowhere/a.mp4"),
  ])
  func `an invalid property is an error with the reason`(
    property: String, value: String, reason: String
  ) async throws {
    let error = await #expect(throws: PipelineError.self) {
      try await run([.init(property, .string(value))])
    }
    #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func `segments with different encodings are an error that names both`() async throws {
    let first = try await TestMedia(video: .init(frameCount: 30)).file().path
    let second = try await TestMedia(video: .init(width: 160, height: 96, frameCount: 30)).file()
      .path
    let error = await #expect(throws: PipelineError.self) {
      try await run([.init("segments", .string("0..1=\(first)@0..1; 1..2=\(second)@0..1"))])
    }
    #expect(error?.message.contains(first) == true)
    #expect(error?.message.contains(second) == true)
    #expect(error?.message.contains("width") == true)
  }

  @Test func `it is not seekable in`() async throws {
    let file = try await TestMedia(video: .init(frameCount: 60)).file().path
    var graph = PipelineGraph()
    let source = graph.add(
      "packetsrc", name: "source", [.init("segments", .string("0..2=\(file)@0..2"))])
    graph.link(source, graph.add("fakesink", name: "sink", [.init("sync", true)]))
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      for try await event in pipeline.events where event == .asyncDone { break }
      #expect(!pipeline.seek(to: MediaTime(1)))
    }
  }

  @Test(.timeLimit(.minutes(3)), arguments: [false, true])
  func `a hanging source can be stopped`(hasWriter: Bool) async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let pipe = try SilentPipe(at: folder.file("pipe"))
    defer { pipe.release() }
    var graph = PipelineGraph()
    let source = graph.add(
      "packetsrc", name: "source", [.init("segments", .string("0..2=\(pipe.url.path)@0..2"))])
    graph.link(source, graph.add("fakesink", name: "sink"))
    try await withPipeline(graph) { pipeline in
      try pipeline.play()
      if hasWriter {
        try await pipe.waitForReader()
      } else {
        // Nothing shows that a thread waits for a writer. If it does not wait yet, this case proves
        // less, but it does not fail.
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }
}
