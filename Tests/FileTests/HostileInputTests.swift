import CutawayFile
import CutawayModel
import CutawayTime
import Foundation
import Testing

/// Files that exhaust the time, memory or stack of a careless reader.
@Suite(.serialized) struct HostileInputTests {
  enum Attack: String, CaseIterable, Codable, Sendable {
    case aliasBomb, aliasBombAsKey, flowLists, flowMaps, flowBehindQuotes, blockLists, explicitKeys
    case mapsAsKeys, fiftyMegabytes, manyValues, manyNulls, manyEntries, hugeNumber, longKey, binary
    case asterisks, manyErrors, manyDuplicates, loops, loopLines, overlappingBackwards
    case manyReferences, manyColors, manySurrogates

    var text: String {
      switch self {
      case .aliasBomb: bomb
      case .aliasBombAsKey: bomb + "b: {*a12 : 1, *a11 : 2, {*a12 : 3}: 4, *a12}\n"
      case .flowLists: "cutaway: " + String(repeating: "[", count: 100_000)
      case .flowMaps: "cutaway: " + String(repeating: "{a: ", count: 100_000)
      case .flowBehindQuotes: "cutaway: " + String(repeating: "{\"}\": ", count: 50_000)
      case .blockLists: String(repeating: "- ", count: 100_000) + "a"
      case .explicitKeys: String(repeating: "? ", count: 100_000) + "a"
      case .mapsAsKeys:
        "cutaway: " + String(repeating: "{\"}\": 1, ", count: 200) + "{" + numbered(40_000)
          + String(repeating: "}", count: 201)
      case .fiftyMegabytes: "cutaway: 1\n# " + String(repeating: "x", count: 50_000_000)
      case .manyValues: "cutaway: [" + String(repeating: "1,", count: 2_000_000) + "1]"
      case .manyNulls: "a: {" + numbered(60_000) + "}"
      case .manyEntries:
        base + "audioMix: [{track: s, volume: ["
          + (0..<500).map { "{at: \($0), value: 1}" }.joined(separator: ",") + ", {at: 5}]}]"
      case .hugeNumber: "cutaway: " + String(repeating: "9", count: 1_000_000)
      case .longKey: "cutaway: 1\n" + String(repeating: "k", count: 1_000) + ": 1"
      case .binary:
        String(
          decoding: (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 7) },
          as: UTF8.self)
      case .asterisks: "cutaway: \"" + String(repeating: "*", count: 1_000_000) + "\""
      case .manyErrors:
        "cutaway: 1\n" + (0..<20_000).map { "key\($0): 1\n" }.joined()
      case .loops: looped(100, 10_000)
      case .loopLines: looped(9_000, 9_999)
      case .overlappingBackwards:
        layer(
          "opacity: ["
            + (0..<20_000).map { "{at: \(20_000 - $0), value: 1}" }.joined(separator: ",")
            + ", {at: 5, value: 1}]")
      case .manyReferences:
        "cutaway: 1\ntracks: [{type: video},"
          + (0..<10_000).map { "{id: t\($0), type: video}" }.joined(separator: ",")
          + "]\ninstructions: [{range: [0, 1], layers: ["
          + (0..<20_000).map { "{track: u\($0)}" }.joined(separator: ",") + "]}]"
      case .manyColors:
        base + "instructions: ["
          + (0..<14_000).map { "{range: [\($0), \($0 + 1)], background: lightblueish}" }
          .joined(separator: ",") + "]"
      case .manySurrogates:
        "cutaway: \"" + String(repeating: #"\ud83d\ude00"#, count: 340_000) + "\""
      case .manyDuplicates:
        "cutaway: 1\n" + (0..<5_000).map { "a\($0): 1\na\($0): 1\n" }.joined()
      }
    }

    private var bomb: String {
      "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        + (1...12).map { level in
          let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
          return "a\(level): &a\(level) [\(aliases)]\n"
        }.joined()
    }

    private func looped(_ count: Int, _ times: Int) -> String {
      let segment = "{asset: a, source: [0, 0.001], fadeIn: 0.0001, track: 0, loop: \(times)}"
      return "cutaway: 1\nassets: {a: b}\ntracks:\n- id: t\n  type: audio\n  segments:\n"
        + String(repeating: "  - \(segment)\n", count: count)
    }

    private func numbered(_ count: Int) -> String {
      (0..<count).map { "k\($0)" }.joined(separator: ",")
    }
  }

  // Expanding the aliases or loops would take hours.
  @Test(.timeLimit(.minutes(1)), arguments: Attack.allCases)
  func `a hostile file is refused quickly`(attack: Attack) throws {
    let text = attack.text
    let error = #expect(throws: CompositionFileError.self) { try read(text) }
    let diagnostics = try #require(error?.diagnostics)
    #expect(1...100 ~= diagnostics.count)
    #expect(diagnostics.allSatisfy { $0.message.utf8.count < 500 })
  }

  @Test(arguments: [
    (Attack.aliasBomb, "the file has more than 120000 values"),
    (.aliasBombAsKey, "the file has more than 120000 values"),
    (.flowLists, "lists and maps are nested more than 80 deep"),
    (.flowMaps, "lists and maps are nested more than 80 deep"),
    (.flowBehindQuotes, "lists and maps are nested more than 80 deep"),
    (.blockLists, "lists and maps are nested more than 80 deep"),
    (.mapsAsKeys, "lists and maps are nested more than 80 deep"),
    (.fiftyMegabytes, "the file has more than 4194304 bytes, the limit"),
    (.loops, "9:5: the file has more than 20000 segments, repeats included"),
    (.loopLines, "9:5: the file has more than 20000 segments, repeats included"),
    (.overlappingBackwards, "the entry at 5 s overlaps the entry at 5 s"),
    (.manyValues, "the file has more than 120000 values"),
    (
      .hugeNumber, "version 999999999999999999999999999999999999999… of the format is not supported"
    ),
  ])
  func `an error names the exceeded limit`(attack: Attack, message: String) throws {
    let found = diagnose(attack.text)
    #expect(found.count == 1)
    #expect(found.first?.contains(message) == true)
  }

  @Test(
    arguments: [
      ([0x63, 0x3A, 0x0A, 0x20, 0xFF], 2, 2), ([0xC3], 1, 1), ([0xC3, 0xA9, 0xC3, 0x28], 1, 2),
      ([0xEF, 0xBB, 0xBF, 0x80], 1, 1), ([0xED, 0xA0, 0x80], 1, 1), ([0x61, 0xF5, 0x80], 1, 2),
    ] as [([UInt8], Int, Int)])
  func `an error gives the position of invalid UTF-8`(bytes: [UInt8], line: Int, column: Int) throws
  {
    let error = #expect(throws: CompositionFileError.self) {
      try CompositionDocument(reading: bytes, file: "f", directory: "")
    }
    #expect(
      error?.diagnostics == [
        Diagnostic(
          file: "f", line: line, column: column, kind: .syntax,
          message: "the text is not UTF-8 from here on")
      ])
  }

  /// Quadratic algorithms would take minutes.
  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func `a file with the maximum number of entries is read`(backwards: Bool) throws {
    let times = Array(0..<20_000)
    let list = (backwards ? times.reversed() : times)
      .map { "{at: \($0)/1000, value: \($0 % 2)}" }.joined(separator: ",")
    let opacity = try #require(
      try read(layer("opacity: [\(list)]")).instructions.first?.layers.first?.opacity)
    #expect(opacity.entries.count == times.count)
    #expect(
      zip(opacity.entries, times).allSatisfy { $0.span.start == seconds(Int64($1), over: 1000) })
    let volume = try #require(
      try read(base + "audioMix: [{track: s, volume: [\(list)]}]").audioMix.first?.volume)
    #expect(volume.entries == opacity.entries)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a file with the maximum number of tracks and layers is read`() throws {
    let tracks = (0..<6_000).map {
      "{id: t\($0), type: video, segments: [{asset: a, source: [0, 1]}]}"
    }
    let layers = (0..<6_000).map { "{track: t\(5_999 - $0)}" }
    let file = """
      cutaway: 1
      assets: {a: b}
      tracks: [\(tracks.joined(separator: ","))]
      instructions: [{range: [0, 1], layers: [\(layers.joined(separator: ","))]}]
      """
    #expect(try read(file).instructions.first?.layers.count == 6_000)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a file of one's own may have more values`() throws {
    let count = 10_000
    let parts = (0..<count).map {
      "{range: [\($0)/2000, \($0 + 1)/2000], layers: [{track: v, opacity: 0.5}]}"
    }
    let file = """
      cutaway: 1
      assets: {a: b}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 5]}]}]
      instructions: [\(parts.joined(separator: ","))]
      """
    #expect(diagnose(file).first?.contains("more than 120000 values") == true)
    let text = try CompositionText(file, file: "f", directory: "", limits: .large)
    #expect(try text.document().composition.instructions.count == count)
  }

  @Test func `a megabyte of arbitrary bytes is refused`() {
    var bytes = [UInt8](repeating: 0, count: 1_000_000)
    for index in bytes.indices {
      bytes[index] = UInt8(truncatingIfNeeded: index &* 31 &+ index >> 3)
    }
    #expect(throws: CompositionFileError.self) {
      try CompositionDocument(reading: bytes, file: "f", directory: "")
    }
  }

  /// Each in its own process, because the kernel reports the peak memory per process.
  ///
  /// The memory of the text and of the test runner does not count.
  @Test(arguments: Attack.allCases)
  func `a hostile file takes less than 100 MB`(attack: Attack) async {
    await #expect(processExitsWith: .success) { [attack = attack as Attack] in
      let text = attack.text
      let before = try highestMemory()
      #expect(throws: CompositionFileError.self) { try read(text) }
      #expect(try highestMemory() - before < 100_000)
    }
  }
}

/// The peak memory of this process in kB.
private func highestMemory() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
  return try #require(Int(line.split(separator: " ").dropLast().last?.trimmingPrefix("\t") ?? ""))
}
