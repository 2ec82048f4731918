import CutawayModel
import CutawayTime
import Testing

/// The text form of chains of filters.
@Suite struct FilterChainTests {
  @Test func `filters and settings are written and read back`() throws {
    let text = """
      sepiaTone intensity{0.8} | colorMatrix RVector{1.0 0.0 0.5 -1.0} bias{1/3..2=0>1@easeOut} | invert
      """
    let chain = try FilterChain(text: text)
    #expect(chain.text == text)
    #expect(chain.filters.map(\.name) == ["sepiaTone", "colorMatrix", "invert"])
    #expect(
      chain.filters[1].settings.first == .init("RVector", .constant([1, 0, 0.5, -1])))
    guard case .animated(.number(let bias))? = chain.filters[1].settings.last?.value else {
      Issue.record("\(chain)")
      return
    }
    #expect(bias.value(at: MediaTime(2)) == 1)
  }

  @Test func `no text is no filters`() throws {
    #expect(try FilterChain(text: " \n").filters.isEmpty)
    #expect(FilterChain().text.isEmpty)
  }

  @Test(arguments: [
    ("a | ", "expected NAME or NAME SETTING{VALUE}"), ("| a", "expected NAME"),
    ("a b", "'b' is not a setting of 'a': expected NAME{VALUE}"), ("a b{", "expected NAME{VALUE}"),
    ("a b{}", "'' is neither numbers nor keyframes"), ("a b{x}", "'x' is neither numbers"),
    ("a b{1} b{2}", "the setting 'b' of 'a' occurs twice"), ("a b{nan}", "'nan' is neither"),
    ("a b{0..1=2}", "a b: '0..1=2' is not a keyframe"), ("ä", "'ä' is not a filter"),
  ])
  func `an error quotes what is wrong`(text: String, part: String) {
    let error = #expect(throws: CompositionError.self) { try FilterChain(text: text) }
    #expect(error?.message.contains(part) == true, "\(String(describing: error))")
  }
}
