import CutawayModel
import CutawayTime
import CutawayTranslation
import TestSupport
import Testing

/// Graphs as text: the syntax of `gst-launch-1.0`.
@Suite struct LaunchTextTests {
  /// Reads the launch text as GStreamer does, as far as graphs use its syntax.
  private struct Reading {
    var elements: Set<String> = []
    /// Links as `SOURCE>SINK`, with the caps and the pad.
    var links: Set<String> = []
    /// The links to the pads of each mixer, in the order of the text.
    var pads: [String: [String]] = [:]

    init(_ text: String) {
      for line in text.split(separator: "\n") { read(line: String(line)) }
    }

    private mutating func read(line: String) {
      var previous: String?, caps: String?
      for part in Self.split(line) {
        let words = Self.words(part)
        if words[0].contains("/x-raw") {
          caps = part
          continue
        }
        var name: String?, pad = ""
        if words.count == 1, let dot = words[0].firstIndex(of: ".") {
          name = String(words[0][..<dot])
          pad = String(words[0][words[0].index(after: dot)...])
        } else {
          name = words.first { $0.hasPrefix("name=") }.map { String($0.dropFirst(5)) }
          elements.insert(part)
        }
        if let previous {
          links.insert("\(previous)>\(name ?? "?").\(pad) \(caps ?? "")")
          if !pad.isEmpty { pads[name ?? "?", default: []].append(pad) }
        }
        (previous, caps) = (name, nil)
      }
    }

    /// The parts between exclamation marks that no quotes enclose.
    private static func split(_ line: String) -> [String] {
      separate(line) { $0 == "!" }.map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }

    private static func words(_ part: String) -> [String] {
      separate(part) { $0 == " " }.filter { !$0.isEmpty }
    }

    private static func separate(_ text: String, at isEnd: (Character) -> Bool) -> [String] {
      var parts = [""], isQuoted = false, isEscaped = false
      for character in text {
        if character == "\"", !isEscaped { isQuoted.toggle() }
        isEscaped = character == "\\" && !isEscaped
        if isEnd(character), !isQuoted {
          parts.append("")
        } else {
          parts[parts.count - 1].append(character)
        }
      }
      return parts
    }
  }

  /// The elements of a graph, each with its settings in the order of the text.
  private func elements(of graph: PipelineGraph) -> Set<String> {
    Set(
      graph.elements.map { element in
        let pads = element.pads.flatMap { pad in
          pad.properties.map { "\(pad.name)::\($0.name)=\($0.value)" }
        }
        return
          (["\(element.factory) name=\(element.name)"]
          + element.properties.map { "\($0.name)=\($0.value)" } + pads).joined(separator: " ")
      })
  }

  private func links(of graph: PipelineGraph) -> Set<String> {
    Set(
      graph.links.map { link in
        "\(link.source.element)>\(link.sink.element).\(link.sink.pad ?? "") \(link.caps ?? "")"
      })
  }

  @Test(arguments: UInt64(400)..<440)
  func `the launch text has every element once, and every link`(seed: UInt64) throws {
    let graph = try RandomEdit(seed: seed).composition.graph(RandomEdit.media)
    let reading = Reading(graph.launchText)
    #expect(reading.elements == elements(of: graph), "seed \(seed)")
    #expect(reading.links == links(of: graph), "seed \(seed)")
  }

  @Test(arguments: UInt64(440)..<470)
  func `the launch text links the pads of a mixer in their order`(seed: UInt64) throws {
    // GStreamer stacks the inputs of a mixer in the order in which it requests their pads.
    let graph = try RandomEdit(seed: seed).composition.graph(RandomEdit.media)
    let reading = Reading(graph.launchText)
    for mixer in graph.elements where !mixer.pads.isEmpty {
      #expect(reading.pads[mixer.name] == mixer.pads.map(\.name), "seed \(seed)")
    }
  }

  @Test(arguments: [
    (Value.int(-7), "-7"), (.double(0.1), "0.1"), (.double(2), "2.0"), (.bool(true), "true"),
    (.string("plain-1.0/a_b"), "plain-1.0/a_b"), (.string(""), "\"\""), (.string("a b"), "\"a b\""),
    (.string("a!b"), "\"a!b\""), (.string("é"), "\"é\""), (.string(#"a"b\c"#), #""a\"b\\c""#),
  ])
  func `text that is not one plain word is quoted`(value: Value, text: String) {
    #expect(value.description == text)
  }

  @Test func `settings of pads follow those of their element`() {
    var graph = PipelineGraph()
    let mixer = graph.add("mixer", name: "m", [.init("a", 1)])
    let source = graph.add("source", name: "s")
    graph.link(
      source.restricted(to: "video/x-raw,format=I420"),
      graph.pad("sink_0", of: mixer, [.init("alpha", 0.5)]))
    graph.link(mixer, graph.add(description: "tee ! fakesink", name: "end"))
    #expect(
      graph.launchText == """
        mixer name=m a=1 sink_0::alpha=0.5 ! tee ! fakesink
        source name=s ! video/x-raw,format=I420 ! m.sink_0
        """)
  }

  @Test func `a shell keeps the words of a graph`() async throws {
    let texts = ["it's \"so\"", "a  b", "$HOME `id` *", "\\ and \n", "x;y&z|w"]
    var graph = PipelineGraph()
    let source = graph.add(
      "source", name: "s", texts.enumerated().map { .init("p\($0)", .string($1)) })
    graph.link(
      source.restricted(to: "video/x-raw(memory:any),rate=(int)[1,2]"), graph.add("sink", name: "t")
    )
    let script = graph.shellText.replacing("gst-launch-1.0", with: "printf '%s\\n'")
    let outcome = try await ChildProcess("sh", ["-c", script]).run()
    let words =
      ["source", "name=s"] + graph.elements[0].properties.map { "\($0.name)=\($0.value)" }
      + ["!", "video/x-raw(memory:any),rate=(int)[1,2]", "!", "sink", "name=t"]
    #expect(outcome.outputText == words.map { $0 + "\n" }.joined())
  }

  @Test func `a program whose output is the media prints nothing`() {
    var graph = PipelineGraph()
    graph.link(graph.add("source", name: "s"), graph.add("fdsink", name: "file"))
    #expect(graph.shellText.hasPrefix("gst-launch-1.0 -q "))
  }

  @Test func `a description of several streams refers to them by name`() {
    var graph = PipelineGraph()
    let output = SinkOutput(sink: "video. ! a ! m. audio. ! b ! m. mux name=m ! fakesink")
    output.build(
      in: &graph, video: graph.add("v", name: "v").restricted(to: "video/x-raw"),
      audio: graph.add("a", name: "a").restricted(to: "audio/x-raw"))
    let lines = graph.launchText.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("v name=v ") && $0.hasSuffix(" ! video.") })
    #expect(lines.contains { $0.hasPrefix("a name=a ") && $0.hasSuffix(" ! audio.") })
    #expect(
      lines.contains(
        "identity name=video identity name=audio video. ! a ! m. audio. ! b ! m. mux name=m ! fakesink"
      ))
  }

  @Test func `a name that is taken gets a number`() {
    var graph = PipelineGraph()
    let names = (0..<3).map { _ in graph.add("queue", name: "q").element }
    #expect(names == ["q", "q-2", "q-3"])
  }

  @Test func `an element name has only characters that a launch line accepts`() throws {
    let composition = Editing.composition([try Editing.track("a b!\"é", (0, 1))])
    #expect(try composition.graph().trackSources.map(\.name) == ["track-a_b___"])
  }
}
