import CutawayImaging

/// Pixels that a processor kernel reads.
public protocol CIImageProcessorInput: AnyObject {
  /// Where the pixels lie in the image.
  var region: CGRect { get }
  /// The bytes of a row.
  var bytesPerRow: Int { get }
  /// The layout: ``CIFormat/RGBAf`` or ``CIFormat/BGRA8``.
  var format: CIFormat { get }
  /// The first byte of the highest row.
  var baseAddress: UnsafeRawPointer { get }
}

/// Pixels that a processor kernel writes.
public protocol CIImageProcessorOutput: AnyObject {
  /// Where the pixels lie in the image.
  var region: CGRect { get }
  /// The bytes of a row.
  var bytesPerRow: Int { get }
  /// The layout: ``CIFormat/RGBAf`` or ``CIFormat/BGRA8``.
  var format: CIFormat { get }
  /// The first byte of the highest row.
  var baseAddress: UnsafeMutableRawPointer { get }
}

/// A filter in Swift: override ``process(with:arguments:output:)``.
///
/// Numbers are those of the working space, colours multiplied by alpha. Formats other than ``CIFormat/BGRA8`` are
/// ``CIFormat/RGBAf``.
open class CIImageProcessorKernel: NSObject {
  /// Computes the pixels of the output from those of the inputs.
  ///
  /// - Parameters:
  ///   - inputs: The pixels of the images.
  ///   - arguments: What ``apply(withExtent:inputs:arguments:)`` got.
  ///   - output: Where the pixels go.
  /// - Throws: Any error; the output is then transparent, and a warning says why.
  open class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?,
    output: any CIImageProcessorOutput
  ) throws {}

  /// The region of an input that a region of the output needs; by default the same.
  open class func roi(
    forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
  ) -> CGRect { outputRect }
  /// The layout of an input.
  open class func formatForInput(at input: Int32) -> CIFormat { .BGRA8 }
  /// The layout of the output.
  open class var outputFormat: CIFormat { .BGRA8 }
  /// Whether the output is opaque; it has no effect.
  open class var outputIsOpaque: Bool { false }
  /// Whether inputs must be in memory; they always are.
  open class var synchronizeInputs: Bool { true }

  /// An image that the kernel computes.
  ///
  /// - Parameters:
  ///   - extent: Where it has pixels.
  ///   - inputs: The images that it reads.
  ///   - arguments: What the kernel gets.
  /// - Returns: The image.
  /// - Throws: Nothing; errors of the kernel come when the image is rendered.
  open class func apply(
    withExtent extent: CGRect, inputs: [CIImage]?, arguments: [String: Any]?
  ) throws -> CIImage {
    let call = KernelCall(kernel: self, arguments: arguments, inputs: inputs)
    return CIImage(
      .processed(
        (inputs ?? []).map(\.picture), extent: Region(extent),
        required: { region, input in
          Region(
            call.kernel.roi(
              forInput: Int32(input), arguments: call.arguments, outputRect: CGRect(region)))
        }, { sources, region in call.run(sources, region) }))
  }
}

/// A use of a kernel.
private struct KernelCall: @unchecked Sendable {
  // Arguments are the program's own, which must not change them while images are rendered.
  let kernel: CIImageProcessorKernel.Type
  let arguments: [String: Any]?
  let inputs: [CIImage]?

  func run(_ sources: [Picture.Pixels], _ region: Region) -> [SIMD4<Float>] {
    let output = KernelMemory(
      region, isFloat: kernel.outputFormat != .BGRA8,
      [SIMD4<Float>](repeating: SIMD4(), count: region.width * region.height))
    let memories = sources.enumerated().map { index, source in
      KernelMemory(
        source.region, isFloat: kernel.formatForInput(at: Int32(index)) != .BGRA8, source.colors)
    }
    do {
      try kernel.process(
        with: inputs == nil ? nil : memories.map { KernelInput($0) }, arguments: arguments,
        output: KernelOutput(output))
    } catch {
      Log.warnOnce("\(kernel): \(error.localizedDescription)")
      return []
    }
    return output.colors
  }
}

/// Pixels in memory for a kernel.
@safe
private final class KernelMemory {
  let region: CGRect
  let format: CIFormat
  let bytesPerRow: Int
  @unsafe let memory: UnsafeMutableRawPointer
  private let count: Int

  init(_ region: Region, isFloat: Bool, _ colors: [SIMD4<Float>]) {
    self.region = CGRect(region)
    format = isFloat ? .RGBAf : .BGRA8
    let size = isFloat ? 16 : 4
    (bytesPerRow, count) = (region.width * size, colors.count)
    unsafe memory = .allocate(byteCount: max(16, count * size), alignment: 16)
    for (index, color) in colors.enumerated() {
      if isFloat {
        unsafe memory.storeBytes(of: color, toByteOffset: index * 16, as: SIMD4<Float>.self)
      } else {
        // What is not a number becomes 0.
        func byte(_ number: Float) -> UInt8 { number > 0 ? UInt8(min(number, 1) * 255 + 0.5) : 0 }
        let bytes = SIMD4(byte(color.x), byte(color.y), byte(color.z), byte(color.w))
        unsafe memory.storeBytes(
          of: SIMD4(bytes.z, bytes.y, bytes.x, bytes.w), toByteOffset: index * 4,
          as: SIMD4<UInt8>.self)
      }
    }
  }

  deinit { unsafe memory.deallocate() }

  var colors: [SIMD4<Float>] {
    (0..<count).map { index in
      if format == .RGBAf {
        return unsafe memory.load(fromByteOffset: index * 16, as: SIMD4<Float>.self)
      }
      let bytes = unsafe memory.load(fromByteOffset: index * 4, as: SIMD4<UInt8>.self)
      return SIMD4<Float>(SIMD4(bytes.z, bytes.y, bytes.x, bytes.w)) / 255
    }
  }
}

private final class KernelInput: CIImageProcessorInput {
  private let memory: KernelMemory
  init(_ memory: KernelMemory) { self.memory = memory }
  var region: CGRect { memory.region }
  var bytesPerRow: Int { memory.bytesPerRow }
  var format: CIFormat { memory.format }
  var baseAddress: UnsafeRawPointer { unsafe UnsafeRawPointer(memory.memory) }
}

private final class KernelOutput: CIImageProcessorOutput {
  private let memory: KernelMemory
  init(_ memory: KernelMemory) { self.memory = memory }
  var region: CGRect { memory.region }
  var bytesPerRow: Int { memory.bytesPerRow }
  var format: CIFormat { memory.format }
  var baseAddress: UnsafeMutableRawPointer { unsafe memory.memory }
}
