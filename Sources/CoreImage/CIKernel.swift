/// A kernel in a language for graphics processors, which Cutaway does not run.
///
/// Write a ``CIImageProcessorKernel`` in Swift instead.
open class CIKernel: NSObject {
  /// Gives `nil`, and a warning.
  public init?(source: String) {
    Log.warnOnce(
      "kernels with a source text are not supported: write a CIImageProcessorKernel in Swift")
    return nil
  }
}
/// A kernel for colours, which Cutaway does not run.
open class CIColorKernel: CIKernel {}
/// A kernel for places, which Cutaway does not run.
open class CIWarpKernel: CIKernel {}
/// A kernel for blends, which Cutaway does not run.
open class CIBlendKernel: CIColorKernel {}
