/// A kernel in a language for graphics processors, which Cutaway does not run.
///
/// Write a ``CIImageProcessorKernel`` in Swift instead.
open class CIKernel: NSObject {
  private static func warn() {
    Log.warnOnce("kernels in a language for graphics processors are not supported: \(advice)")
  }
  private static let advice = "write a CIImageProcessorKernel in Swift"

  /// Gives `nil`, and a warning.
  public init?(source: String) {
    Self.warn()
    return nil
  }
  /// Fails.
  ///
  /// - Throws: An error that says what to use.
  public init(functionName name: String, fromMetalLibraryData data: Data) throws {
    throw CocoaError(
      .featureUnsupported,
      userInfo: [
        NSLocalizedDescriptionKey:
          "the kernel \(name) is for graphics processors, which Cutaway does not use: \(Self.advice)"
      ])
  }
  /// Fails.
  ///
  /// - Throws: An error that says what to use.
  public convenience init(
    functionName name: String, fromMetalLibraryData data: Data, outputPixelFormat format: CIFormat
  ) throws { try self.init(functionName: name, fromMetalLibraryData: data) }

  /// The name of the kernel.
  public var name: String { "" }
  /// Gives `nil`: there are no kernels.
  public func apply(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments args: [Any]?
  ) -> CIImage? { nil }
}

/// The region of an input that a region of the result needs.
public typealias CIKernelROICallback = (_ index: Int32, _ rect: CGRect) -> CGRect

/// A kernel for colours, which Cutaway does not run.
open class CIColorKernel: CIKernel {
  /// Gives `nil`: there are no kernels.
  public func apply(extent: CGRect, arguments args: [Any]?) -> CIImage? { nil }
}

/// A kernel for places, which Cutaway does not run.
open class CIWarpKernel: CIKernel {
  /// Gives `nil`: there are no kernels.
  public func apply(
    extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage,
    arguments args: [Any]?
  ) -> CIImage? { nil }
}

/// A kernel for blends, which Cutaway does not run.
open class CIBlendKernel: CIColorKernel {
  /// Gives `nil`: there are no kernels.
  public func apply(foreground: CIImage, background: CIImage) -> CIImage? { nil }
}
