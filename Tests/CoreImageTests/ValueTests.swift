import CoreImage
import CoreImage.CIFilterBuiltins
import CutawayImaging
import Testing

/// Values by key, defaults, formats and spaces as programs use them.
@Suite struct ValueTests {
  private func grey(_ value: Double) -> CIImage {
    CIImage(color: CIColor(red: value, green: value, blue: value))
      .cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
  }

  /// The bytes of an image in sRGB.
  private func bytes(_ image: CIImage) throws -> [UInt8] {
    let rendered = try #require(CIContext().createCGImage(image, from: image.extent))
    return Array(try #require(rendered.dataProvider?.data))
  }

  /// Renders an image into memory.
  private func bitmap<Number>(
    _ image: CIImage, _ zero: Number, count: Int, _ format: CIFormat, _ space: CGColorSpace?
  ) -> [Number] {
    var numbers = Array(repeating: zero, count: count)
    numbers.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      CIContext().render(
        image, toBitmap: base, rowBytes: bytes.count, bounds: image.extent, format: format,
        colorSpace: space)
    }
    return numbers
  }

  @Test func `a number by key may be of any type`() throws {
    let values: [Any] = [
      CGFloat(1), Float(1), 1.0, 1, Int32(1), NSNumber(value: 1), UInt8(1),
    ]
    let expected = try bytes(
      grey(0.5).applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1.0]))
    #expect(try expected != bytes(grey(0.5)))
    for value in values {
      let image = grey(0.5).applyingFilter("CIExposureAdjust", parameters: ["inputEV": value])
      #expect(try bytes(image) == expected, "\(type(of: value))")
    }
  }

  @Test func `defaults leave the image`() throws {
    let filter = try #require(CIFilter(name: "CIExposureAdjust"))
    filter.setValue(grey(0.5), forKey: kCIInputImageKey)
    filter.setValue(2, forKey: kCIInputEVKey)
    filter.setDefaults()
    // The default of Core Image changes nothing.
    #expect(filter.value(forKey: kCIInputEVKey) as? Double == 0)
    #expect(try bytes(#require(filter.outputImage)) == bytes(grey(0.5)))
  }

  @Test func `a scaled code has sharp modules`() throws {
    let code = CIFilter.qrCodeGenerator()
    code.message = Data("https://example.org".utf8)
    let small = try #require(code.outputImage), width = Int(small.extent.width)
    let modules = try bytes(small)
    let large = try bytes(small.transformed(by: CGAffineTransform(scaleX: 10, y: 10)))
    try #require(large.count == modules.count * 100)
    for y in 0..<width * 10 {
      for x in 0..<width * 10 {
        let (pixel, module) = ((y * width * 10 + x) * 4, (y / 10 * width + x / 10) * 4)
        guard large[pixel] == modules[module] else {
          Issue.record("\(x), \(y): \(large[pixel]), not \(modules[module])")
          return
        }
      }
    }
  }

  @Test func `a single component is red or grey`() throws {
    let color = CIImage(color: CIColor(red: 220 / 255, green: 40 / 255, blue: 30 / 255))
      .cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    let space = CGColorSpace(name: CGColorSpace.sRGB)
    #expect(bitmap(color, UInt8(0), count: 1, .R8, space) == [220])
    let light = bitmap(color, Float(0), count: 1, .Rf, CGColorSpace(name: CGColorSpace.linearSRGB))
    #expect(abs(light[0] - 0.7157) < 1e-3)
    // (220, 40, 30) is light of 0.7157, 0.0212 and 0.0130; its luminance is 0.1683, or 114 in sRGB.
    #expect(abs(Int(bitmap(color, UInt8(0), count: 1, .L8, space)[0]) - 114) <= 1)
  }

  @Test func `a bitmap without a space has the numbers of the working space`() throws {
    let one = grey(0.5).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    let light = bitmap(one, Float(0), count: 4, .RGBAf, nil)
    #expect(abs(light[0] - 0.2140) < 1e-3)
    // So the bins of a histogram are the parts of the pixels.
    let histogram = CIFilter.areaHistogram()
    (histogram.inputImage, histogram.extent) = (grey(0.5), grey(0.5).extent)
    (histogram.count, histogram.scale) = (16, 1)
    let bins = bitmap(try #require(histogram.outputImage), Float(0), count: 64, .RGBAf, nil)
    for channel in 0..<3 {
      let sum = stride(from: channel, to: 64, by: 4).reduce(Float(0)) { $0 + bins[$1] }
      #expect(abs(sum - 1) < 1e-4)
    }
  }

  @Test func `a kernel of a graphics processor says what to use instead`() {
    #expect(CIColorKernel(source: "kernel vec4 f(__sample s) { return s; }") == nil)
    do {
      _ = try CIColorKernel(functionName: "tint", fromMetalLibraryData: Data())
      Issue.record("a kernel")
    } catch {
      #expect(error.localizedDescription.contains("CIImageProcessorKernel"), "\(error)")
    }
  }
}
