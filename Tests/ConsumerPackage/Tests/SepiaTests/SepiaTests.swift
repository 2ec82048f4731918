import CutawayElements
import Sepia
import Testing

@Test func `an amount of 0 changes nothing`() throws {
  let image = Image(width: 8, height: 8, filledWith: Pixel(10, 200, 90, 255))
  #expect(try image.filtered(by: Sepia { $0.amount = 0 }) == image)
}
