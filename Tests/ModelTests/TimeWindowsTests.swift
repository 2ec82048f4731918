import CutawayKeyframes
import CutawayModel
import CutawayTime
import Testing

@Suite struct TimeWindowsTests {
  @Test func `text and ranges give equal windows`() throws {
    let ranges = [
      TimeRange(start: .zero, end: MediaTime(1, over: 3)),
      TimeRange(start: MediaTime(1, over: 2), end: MediaTime(2, over: 1)),
    ]
    let windows = TimeWindows(ranges)
    #expect(windows.text == "0..1/3;1/2..2")
    #expect(try TimeWindows(text: windows.text) == windows)
    #expect(try TimeWindows(text: " 0..1/3; 1/2..2;") == windows)
  }

  @Test func `a window contains its start, but not its end`() throws {
    let windows = try TimeWindows(text: "1..2;3..4")
    let second: Int64 = 1_000_000_000
    let inside = [0, second - 1, second, 2 * second - 1, 2 * second, 3 * second, 4 * second - 1]
      .filter(windows.contains)
    #expect(inside == [second, 2 * second - 1, 3 * second, 4 * second - 1])
    #expect(!TimeWindows().contains(0))
  }

  @Test(arguments: ["1", "a..b", "2..1", "2..2", "1..2 2..3"])
  func `an error quotes text that is not a window`(text: String) throws {
    let error = #expect(throws: CompositionError.self) { try TimeWindows(text: "0..1;\(text)") }
    #expect(error?.code == .invalidValue)
    #expect(error?.message == "'\(text)' is not START..END")
  }

  @Test func `a window starts no earlier than the one before it ends`() throws {
    let error = #expect(throws: CompositionError.self) { try TimeWindows(text: "0..2;1..3") }
    #expect(error?.code == .overlap)
    #expect(error?.message == "'1..3' starts before the window before it ends")
  }
}
