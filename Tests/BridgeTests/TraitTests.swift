import CutawayElementBridge
import CutawayElementKit
import CutawayGraph
import CutawayRuntime
import Testing

/// A filter without a state.
private struct Plain: VideoFilter {
  static let name = "testplain"
  static let summary = "Changes nothing"

  func apply(to frame: inout VideoFrame) {}
}

/// A filter whose state is the number of frames.
private struct Counting: StatefulVideoFilter {
  static let name = "testcounting"
  static let summary = "Counts frames"
  static let layouts: [PixelLayout] = [.bgra]

  func makeState(for format: VideoFormat) -> Int { 0 }
  func isIdle(at time: Duration, state: inout Int) -> Bool { false }
  func apply(to frame: inout VideoFrame, state: inout Int) { state += 1 }
}

/// A filter whose state is only a table, and whose author says so.
private struct Tabulating: StatefulVideoFilter {
  static let name = "testtabulating"
  static let summary = "Looks pixels up"
  static let layouts: [PixelLayout] = [.bgra]
  static let traits: ElementTraits = [.stateless, .keepsPace, .safe]

  func makeState(for format: VideoFormat) -> [UInt8] { Array(0...255) }
  func isIdle(at time: Duration, state: inout [UInt8]) -> Bool { true }
  func apply(to frame: inout VideoFrame, state: inout [UInt8]) {}
}

/// A filter of sound.
private struct Listening: AudioFilter {
  static let name = "testlistening"
  static let summary = "Changes no sample"

  func makeState(for format: AudioFormat) {}
  func isIdle(from time: Duration, count: Int, state: inout Void) -> Bool { true }
  func apply(to samples: inout AudioBlock, state: inout Void) {}
}

private let plugin = Plugin(
  "traittest", "Elements of the tests of traits",
  elements: .filter(Plain.self), .filter(Counting.self), .filter(Tabulating.self),
  .audioFilter(Listening.self))

private let isRegistered = plugin.register()

/// What the registry knows about the frames of elements.
@Suite struct TraitTests {
  init() throws { try #require(isRegistered) }

  @Test func `traits follow from the protocol unless the author states others`() {
    let catalog = ElementCatalog.installed
    #expect(catalog["testplain"] == [.stateless, .keepsPace])
    #expect(catalog["testcounting"] == .keepsPace)
    #expect(catalog["testtabulating"] == [.stateless, .keepsPace, .safe])
    #expect(catalog["testlistening"] == .keepsPace)
    #expect(ElementInspection("testtabulating")?.traits == [.stateless, .keepsPace, .safe])
  }

  @Test func `nothing is assumed about elements that state no traits`() {
    let catalog = ElementCatalog.installed
    #expect(catalog["agingtv"] == [])
    #expect(catalog["videorate"] == [])
    #expect(catalog["there is no such element"] == [])
    #expect(catalog["videobalance"] == [.stateless, .keepsPace, .safe])
  }

  @Test func `the text in the registry gives the same traits`() {
    for bits in 0..<16 {
      let traits = ElementTraits(rawValue: bits)
      #expect(ElementTraits(text: traits.text) == traits)
    }
    #expect(ElementTraits(text: "stateless,safe, other") == [.stateless, .safe])
  }
}
