import CoreImage
import Testing

/// A kernel of a program: swaps red and blue, and moves the image by a column.
private final class Swap: CIImageProcessorKernel {
  override class var outputFormat: CIFormat { .RGBAf }
  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class func roi(
    forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
  ) -> CGRect { outputRect.insetBy(dx: -1, dy: 0) }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?,
    output: any CIImageProcessorOutput
  ) throws {
    guard let input = inputs?.first, arguments?["fails"] == nil else {
      throw CocoaError(.featureUnsupported)
    }
    for row in 0..<Int(output.region.height) {
      for column in 0..<Int(output.region.width) {
        let x = Int(output.region.minX) + column - 1
        let y = Int(output.region.maxY) - 1 - row
        var color = SIMD4<Float>()
        if x >= Int(input.region.minX), x < Int(input.region.maxX), y < Int(input.region.maxY) {
          let above: Int = Int(input.region.maxY) - 1 - y, before: Int = x - Int(input.region.minX)
          color = input.baseAddress.load(
            fromByteOffset: above * input.bytesPerRow + before * 16, as: SIMD4<Float>.self)
        }
        output.baseAddress.storeBytes(
          of: SIMD4(color.z, color.y, color.x, color.w),
          toByteOffset: row * output.bytesPerRow + column * 16, as: SIMD4<Float>.self)
      }
    }
  }
}

/// Kernels in Swift.
@Suite struct ProcessorTests {
  private func pixels(_ image: CIImage, _ rect: CGRect) throws -> [UInt8] {
    let rendered = try #require(CIContext().createCGImage(image, from: rect))
    return Array(try #require(rendered.dataProvider?.data))
  }

  @Test func `a kernel in Swift computes an image`() throws {
    let extent = CGRect(x: 0, y: 0, width: 3, height: 2)
    let red = CIImage.red.cropped(to: extent)
    let image = try Swap.apply(
      withExtent: extent.insetBy(dx: -1, dy: 0), inputs: [red], arguments: nil)
    let all = try pixels(image, CGRect(x: -1, y: 0, width: 5, height: 2))
    let clear: [UInt8] = [0, 0, 0, 0], blue: [UInt8] = [0, 0, 255, 255]
    let row = clear + clear + blue + blue + blue
    #expect(all == row + row)
    let part = try pixels(image, CGRect(x: 1, y: 1, width: 2, height: 1))
    #expect(part == blue + blue)
  }

  @Test func `an error of a kernel gives a transparent image and a warning`() throws {
    let extent = CGRect(x: 0, y: 0, width: 1, height: 1)
    let image = try Swap.apply(
      withExtent: extent, inputs: [.red], arguments: ["fails": true])
    #expect(try pixels(image, extent) == [0, 0, 0, 0])
    #expect(Log.given.contains { $0.hasPrefix("Swap:") })
  }
}
