import Testing
import UIKit.UIColor
import UIKit.UIImage

@Suite struct SubmoduleTests {
  @Test func `a module comes with the name of a header`() {
    #expect(UIColor.red.cgColor == CGColor(red: 1, green: 0, blue: 0, alpha: 1))
  }
}
