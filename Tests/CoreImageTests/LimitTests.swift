import CoreImage
import CoreImage.CIFilterBuiltins
import CutawayImaging
import Testing

/// Core Image's names: what programs spell in other ways, and what they should not do.
@Suite struct LimitTests {
  @Test func `a value of another type does not remove an image`() throws {
    let filter = try #require(CIFilter(name: "CIColorInvert"))
    filter.setValue(CIImage.red, forKey: kCIInputImageKey)
    filter.setValue(NSObject(), forKey: kCIInputImageKey)
    #expect(filter.outputImage != nil)
    filter.setValue(nil, forKey: kCIInputImageKey)
    #expect(filter.outputImage == nil)
  }

  @Test func `what is too large gives nothing, and does not trap`() throws {
    let large = CGRect(x: 0, y: 0, width: 1e9, height: 1e9)
    #expect(CIContext().createCGImage(.red, from: large) == nil)
    let average = CIImage.red.applyingFilter(
      "CIAreaAverage", parameters: [kCIInputExtentKey: CIVector(cgRect: large)])
    #expect(average.extent.isEmpty)
  }

  @Test func `a destination is rendered at a point`() throws {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32BGRA, nil, &buffer)
    let frame = try #require(buffer)
    try CIContext().startTask(
      toRender: .red, from: CGRect(x: 9, y: 9, width: 2, height: 1),
      to: CIRenderDestination(pixelBuffer: frame), at: CGPoint(x: 1, y: 0)
    ).waitUntilCompleted()
    var rows: [[UInt8]] = []
    for y in 0..<4 {
      frame.withRow(y, plane: 0) { row in rows.append(row.indices.map { row[$0] }) }
    }
    let clear: [UInt8] = [0, 0, 0, 0], red: [UInt8] = [0, 0, 255, 255]
    #expect(rows[3] == clear + red + red + clear)
    #expect(rows[2] == clear + clear + clear + clear)
  }

  @Test func `factories have Apple's spellings`() {
    let matrix = CIFilter.colorMatrix()
    matrix.rVector = CIVector(x: 0, y: 1, z: 0, w: 0)
    #expect(matrix.value(forKey: "inputRVector") as? CIVector == CIVector(x: 0, y: 1, z: 0, w: 0))
    let exposure = CIFilter.exposureAdjust()
    exposure.ev = 2
    #expect((exposure.value(forKey: kCIInputEVKey) as? NSNumber)?.doubleValue == 2)
    let white = CIFilter.temperatureAndTint()
    white.neutral = CIVector(x: 5_000, y: 0)
    #expect(white.neutral == CGPoint(x: 5_000, y: 0))
    #expect(CIFilter.median().name == "CIMedianFilter")
    #expect(CIFilter.cmykHalftone().inputKeys.contains("inputGCR"))
  }
}
