import AppKit.NSColor
import Testing

@Suite struct SubmoduleTests {
  @Test func `a module comes with the name of a header`() {
    #expect(NSColor.red.cgColor == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  }
}
