import CoreImage
import CoreImage.CIFilterBuiltins
import CutawayImaging
import Testing

/// Core Image's names: images, geometry, filters by key and by property.
@Suite struct ImageTests {
  /// An image of the given size whose pixels differ, and its bytes.
  private func sample(_ width: Int, _ height: Int) throws -> (image: CGImage, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(x * 37 % 256), UInt8(y * 91 % 256), UInt8((x ^ y) % 256), 255]
      }
    }
    let provider = try #require(CGDataProvider(data: Data(bytes)))
    let image = try #require(
      CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32,
        bytesPerRow: width * 4, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue), provider: provider,
        decode: nil, shouldInterpolate: false, intent: .defaultIntent))
    return (image, bytes)
  }

  private func bytes(_ image: CIImage, from rect: CGRect? = nil) throws -> [UInt8] {
    let rendered = try #require(CIContext().createCGImage(image, from: rect ?? image.extent))
    return Array(try #require(rendered.dataProvider?.data))
  }

  @Test func `an image passes unchanged`() throws {
    let (image, bytes) = try sample(17, 9)
    let ciImage = CIImage(cgImage: image)
    #expect(ciImage.extent == CGRect(x: 0, y: 0, width: 17, height: 9))
    #expect(try self.bytes(ciImage) == bytes)
  }

  @Test func `the y axis points upwards`() throws {
    let (image, bytes) = try sample(4, 6)
    // The lowest two rows are the last ones in memory.
    let low = CIImage(cgImage: image).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 2))
    #expect(try self.bytes(low) == Array(bytes[(4 * 4 * 4)...]))
  }

  @Test(arguments: 1...8) func `orientations turn images upright`(orientation: Int) throws {
    let (image, bytes) = try sample(5, 3)
    let value = try #require(CGImagePropertyOrientation(rawValue: UInt32(orientation)))
    let upright = CIImage(cgImage: image).oriented(value)
    let isTall = orientation >= 5, width = isTall ? 3 : 5, height = isTall ? 5 : 3
    #expect(upright.extent == CGRect(x: 0, y: 0, width: width, height: height))
    let result = try self.bytes(upright)
    // EXIF: what the first row and the first column of the stored image are in the upright one.
    for row in 0..<3 {
      for column in 0..<5 {
        let (x, y) =
          switch orientation {
          case 1: (column, row)
          case 2: (4 - column, row)
          case 3: (4 - column, 2 - row)
          case 4: (column, 2 - row)
          case 5: (row, column)
          case 6: (2 - row, column)
          case 7: (2 - row, 4 - column)
          default: (row, 4 - column)
          }
        let stored = bytes[(row * 5 + column) * 4..<(row * 5 + column) * 4 + 4]
        #expect(Array(result[(y * width + x) * 4..<(y * width + x) * 4 + 4]) == Array(stored))
      }
    }
  }

  @Test func `filters have values by key and by property`() throws {
    let filter = try #require(CIFilter(name: "CISepiaTone"))
    #expect(filter.inputKeys == ["inputImage", "inputIntensity"])
    #expect(filter.outputImage == nil)
    filter.setValue(0.25, forKey: kCIInputIntensityKey)
    #expect((filter.value(forKey: kCIInputIntensityKey) as? NSNumber)?.doubleValue == 0.25)
    filter.setValue(CIImage.red, forKey: kCIInputImageKey)
    #expect(filter.outputImage?.extent == .infinite)
    let builtin = CIFilter.sepiaTone()
    #expect(builtin.intensity == 1)
    builtin.intensity = 0.25
    builtin.inputImage = CIImage.red
    let square = CGRect(x: 0, y: 0, width: 1, height: 1)
    let first = try bytes(try #require(filter.outputImage), from: square)
    #expect(try bytes(try #require(builtin.outputImage), from: square) == first)
    builtin.setDefaults()
    #expect(builtin.intensity == 1)
  }

  @Test func `what does not exist changes nothing`() throws {
    #expect(CIFilter(name: "CINoSuchFilter") == nil)
    #expect(CIColorKernel(source: "kernel vec4 f(__sample s) { return s; }") == nil)
    let filter = try #require(CIFilter(name: "CIGaussianBlur"))
    filter.setValue(3, forKey: "inputNothing")
    filter.setValue("wide", forKey: kCIInputRadiusKey)
    filter.setValue(nil, forKey: kCIInputRadiusKey)
    filter.setValue(Double.nan, forKey: kCIInputRadiusKey)
    #expect((filter.value(forKey: kCIInputRadiusKey) as? NSNumber)?.doubleValue == 10)
    #expect(filter.outputImage == nil)
    // An image without end has no pixels of its own.
    #expect(CIContext().createCGImage(.red, from: CIImage.red.extent) == nil)
    #expect(CIImage.red.applyingFilter("CINoSuchFilter").extent == .infinite)
    let warnings = Log.given.joined(separator: "\n")
    #expect(warnings.contains("there is no filter CINoSuchFilter"))
    #expect(warnings.contains("CIGaussianBlur has no inputNothing"))
    #expect(warnings.contains("CIGaussianBlur: inputRadius cannot be String"))
  }

  @Test func `every filter has its name, keys and defaults`() throws {
    let names = CIFilter.filterNames(inCategory: nil)
    #expect(names.count == Set(names).count && names.count > 10)
    for name in names {
      let filter = try #require(CIFilter(name: name), "\(name)")
      #expect(filter.name == name)
      #expect(filter.attributes[kCIAttributeFilterName] as? String == name)
      for key in filter.inputKeys {
        #expect(filter.attributes[key] is [String: Any], "\(name).\(key)")
        // A default can be set again.
        if let value = filter.value(forKey: key) { filter.setValue(value, forKey: key) }
      }
      // Other tests give these on purpose.
      let others = ["NSObject", "String", "nil", "finite"]
      let wrong = Log.given.filter { message in
        message.hasPrefix("\(name):") && message.contains("cannot be")
          && !others.contains { message.hasSuffix($0) }
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test(
    arguments: [
      kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ARGB,
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
      kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, kCVPixelFormatType_64ARGB,
    ], ["none", "709", "hlg", "pq"])
  func `frames pass unchanged`(format: OSType, colors: String) throws {
    var buffers: [CVPixelBuffer] = []
    for _ in 0..<2 {
      var buffer: CVPixelBuffer?
      CVPixelBufferCreate(nil, 63, 41, format, nil, &buffer)
      let new = try #require(buffer)
      let names: (CFString, CFString, CFString)? =
        switch colors {
        case "709": ("ITU_R_709_2", "ITU_R_709_2", "ITU_R_709_2")
        case "hlg": ("ITU_R_2020", "ITU_R_2100_HLG", "ITU_R_2020")
        case "pq": ("ITU_R_2020", "SMPTE_ST_2084_PQ", "ITU_R_2020")
        default: nil
        }
      if let names {
        CVBufferSetAttachment(new, kCVImageBufferColorPrimariesKey, names.0, .shouldPropagate)
        CVBufferSetAttachment(new, kCVImageBufferTransferFunctionKey, names.1, .shouldPropagate)
        CVBufferSetAttachment(new, kCVImageBufferYCbCrMatrixKey, names.2, .shouldPropagate)
      }
      buffers.append(new)
    }
    var seed: UInt64 = 7
    let isDeep =
      format == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
      || format == kCVPixelFormatType_422YpCbCr10BiPlanarFullRange
    let isPacked = !CVPixelBufferIsPlanar(buffers[0])
    for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffers[0])) {
      let height = isPacked ? 41 : CVPixelBufferGetHeightOfPlane(buffers[0], plane)
      for y in 0..<height {
        buffers[0].withMutableRow(y, plane: plane) { row in
          for index in row.indices {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Moderate colours: others lie outside of red, green and blue.
            var byte = UInt8(96 + (seed >> 58))
            if isDeep { byte = index % 2 == 0 ? byte & 0xC0 : byte }
            let isAlpha =
              format == kCVPixelFormatType_32BGRA && index % 4 == 3
              || format == kCVPixelFormatType_32ARGB && index % 4 == 0
              || format == kCVPixelFormatType_64ARGB && index % 8 < 2
            row[index] = isAlpha ? 255 : byte
          }
        }
      }
    }
    CIContext().render(CIImage(cvPixelBuffer: buffers[0]), to: buffers[1])
    // One step of 8 or 10 bits; of 16 bits, 16 steps.
    let limit = format == kCVPixelFormatType_64ARGB ? 16 : 1
    var worst = 0
    for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffers[0])) {
      let height = isPacked ? 41 : CVPixelBufferGetHeightOfPlane(buffers[0], plane)
      for y in 0..<height {
        var rows: [[Int]] = []
        for buffer in buffers {
          buffer.withRow(y, plane: plane) { row in
            if isDeep {
              rows.append(
                stride(from: 0, to: row.count, by: 2).map {
                  Int(row[$0]) >> 6 | Int(row[$0 + 1]) << 2
                })
            } else if format == kCVPixelFormatType_64ARGB {
              rows.append(
                stride(from: 0, to: row.count, by: 2).map { Int(row[$0]) << 8 | Int(row[$0 + 1]) })
            } else {
              rows.append(row.indices.map { Int(row[$0]) })
            }
          }
        }
        worst = max(worst, zip(rows[0], rows[1]).map { abs($0 - $1) }.max() ?? 0)
      }
    }
    #expect(worst <= limit)
  }

  @Test func `files are written and read again`() throws {
    let (image, bytes) = try sample(16, 8)
    let context = CIContext()
    let data = try #require(
      context.pngRepresentation(
        of: CIImage(cgImage: image), format: .RGBA8, colorSpace: CGColorSpaceCreateDeviceRGB()))
    let read = try #require(CIImage(data: data))
    #expect(try self.bytes(read) == bytes)
    #expect(throws: (any Error).self) {
      try context.writePNGRepresentation(
        of: .red, to: URL(fileURLWithPath: "/tmp/never.png"), format: .RGBA8,
        colorSpace: CGColorSpaceCreateDeviceRGB())
    }
  }

  @Test func `means are those of light`() throws {
    // Half black, half white: the mean light is a half, which sRGB writes as 188.
    let left = CIImage.black.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 4))
    let right = CIImage.white.cropped(to: CGRect(x: 2, y: 0, width: 2, height: 4))
    let average = CIFilter.areaAverage()
    average.inputImage = left.composited(over: right)
    average.extent = CGRect(x: 0, y: 0, width: 4, height: 4)
    let output = try #require(average.outputImage)
    #expect(try bytes(output) == [188, 188, 188, 255])
    let unmanaged = CIContext(options: [.workingColorSpace: NSNull()])
    let rendered = try #require(unmanaged.createCGImage(output, from: output.extent))
    #expect(Array(try #require(rendered.dataProvider?.data)) == [128, 128, 128, 255])
  }

  @Test func `bitmaps are rendered in formats with numbers`() throws {
    var numbers = [Float](repeating: 0, count: 8)
    let color = CIImage(color: CIColor(red: 0.5, green: 1, blue: 0, alpha: 0.5))
    numbers.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      CIContext().render(
        color, toBitmap: base, rowBytes: 32, bounds: CGRect(x: 0, y: 0, width: 2, height: 1),
        format: .RGBAf, colorSpace: CGColorSpace(name: CGColorSpace.linearSRGB))
    }
    // Light of sRGB 0.5 is 0.2140; colours are multiplied by alpha.
    for (number, wanted) in zip(numbers, [0.1070, 0.5, 0, 0.5, 0.1070, 0.5, 0, 0.5]) {
      #expect(abs(Double(number) - wanted) < 1e-3)
    }
  }
}
