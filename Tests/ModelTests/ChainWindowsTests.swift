import CutawayModel
import CutawayTime
import Testing

@Suite struct ChainWindowsTests {
  private func range(_ start: Int64, _ end: Int64) -> TimeRange {
    TimeRange(start: MediaTime(start, over: 3), end: MediaTime(end, over: 3))
  }

  @Test(arguments: [
    "vignette strength=0.5", "a ! b ! c", "overlay text=\"} {\"", "overlay text=\"a \\\"} b\"",
    "overlay text=\"a\\\\\" x=\"}\"",
  ])
  func `written windows read back equal`(chain: String) throws {
    var windows = ChainWindows()
    windows.add("first", during: range(0, 1))
    windows.add("", during: range(1, 2))
    windows.add(chain, during: range(2, 5))
    windows.add("last", during: range(5, 6))
    #expect(windows.windows.map(\.chain) == ["first", chain, "last"])
    #expect(try ChainWindows(text: windows.text) == windows)
  }

  @Test func `an empty list of windows is an empty text`() throws {
    #expect(try ChainWindows(text: " \n").windows.isEmpty)
    #expect(ChainWindows().text.isEmpty)
  }

  @Test(arguments: [
    "vignette", "0..1", "0..1{a", "0..1 a}", "{a}", "1..1{a}", "2..1{a}", "0..1{a} b", "x..1{a}",
    "0..1{a text=\"}",
  ])
  func `an error quotes text that is not a window`(text: String) throws {
    let error = #expect(throws: CompositionError.self) { try ChainWindows(text: text) }
    #expect(error?.code == .invalidValue)
    #expect(error?.message.contains("expected START..END{CHAIN}") == true)
  }

  @Test func `a window starts no earlier than the one before it ends`() throws {
    let error = #expect(throws: CompositionError.self) { try ChainWindows(text: "0..2{a} 1..3{b}") }
    #expect(error?.code == .overlap)
    #expect(error?.message.contains("'1..3{b}'") == true)
  }
}
