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

  @Test func `a barcode has the symbols of the standard`() throws {
    let filter = CIFilter.code128BarcodeGenerator()
    filter.message = Data("PJJ123C".utf8)
    (filter.quietSpace, filter.barcodeHeight) = (7, 5)
    let image = try #require(filter.outputImage)
    // ISO/IEC 15417, table 1: start B, P, J, J, 1, 2, 3, C, the check symbol 55, stop.
    // 104 + 48 + 2·42 + 3·42 + 4·17 + 5·18 + 6·19 + 7·35 = 879, and 879 mod 103 = 55.
    let symbols = [
      "211214", "313121", "112133", "112133", "123221", "223211", "221132", "131321", "311321",
      "2331112",
    ]
    var row = [Bool](repeating: false, count: 7)
    for symbol in symbols {
      for (place, width) in symbol.enumerated() {
        row += [Bool](repeating: place % 2 == 0, count: width.wholeNumberValue ?? 0)
      }
    }
    row += [Bool](repeating: false, count: 7)
    #expect(image.extent == CGRect(x: 0, y: 0, width: row.count, height: 5))
    let rendered = try #require(CIContext().createCGImage(image, from: image.extent))
    let data = [UInt8](try #require(rendered.dataProvider?.data))
    for y in 0..<5 {
      #expect((0..<row.count).map { data[(y * row.count + $0) * 4] == 0 } == row)
    }
    // Digits are pairs: start C, 12, 34, 56, the check symbol and stop.
    filter.message = Data("123456".utf8)
    #expect(filter.outputImage?.extent.width == CGFloat(14 + 5 * 11 + 13))
    filter.message = Data("é".utf8)
    #expect(filter.outputImage == nil)
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
