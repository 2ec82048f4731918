import CoreImage
import CoreImage.CIFilterBuiltins
import CutawayImaging
import Testing

/// QR codes.
@Suite struct CodeTests {
  @Test func `a code has its finder patterns, and a margin`() throws {
    let filter = CIFilter.qrCodeGenerator()
    filter.message = Data("https://swift.org".utf8)
    filter.correctionLevel = "H"
    let image = try #require(filter.outputImage)
    let size = Int(image.extent.width)
    // Sizes of the standard are 21, 25, 29 and so on.
    #expect(image.extent.width == image.extent.height && (size - 2 - 21) % 4 == 0)
    let rendered = try #require(CIContext().createCGImage(image, from: image.extent))
    let data = [UInt8](try #require(rendered.dataProvider?.data))
    func isDark(_ column: Int, _ row: Int) -> Bool { data[(row * size + column) * 4] == 0 }
    for index in 0..<size {
      #expect(!isDark(index, 0) && !isDark(index, size - 1))
      #expect(!isDark(0, index) && !isDark(size - 1, index))
    }
    // ISO/IEC 18004: squares of 7, 5 and 3 modules at three corners.
    for (left, top) in [(1, 1), (size - 8, 1), (1, size - 8)] {
      for row in 0..<7 {
        for column in 0..<7 {
          let ring = min(min(column, 6 - column), min(row, 6 - row))
          #expect(isDark(left + column, top + row) == (ring != 1))
        }
      }
    }
    // The alternating line between the upper squares.
    for column in 8..<size - 8 { #expect(isDark(column, 7) == ((column - 1) % 2 == 0)) }
  }

  @Test func `messages that no code can have give no image`() {
    let filter = CIFilter.qrCodeGenerator()
    #expect(filter.outputImage == nil)
    filter.message = Data(count: 4_000)
    #expect(filter.outputImage == nil)
    filter.message = Data([1, 0, 2])
    #expect(filter.outputImage != nil)
    filter.correctionLevel = "X"
    #expect(filter.outputImage == nil)
  }
}
