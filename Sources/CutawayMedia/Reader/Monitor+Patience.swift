import CutawayElementBridge
import CutawaySystem

extension Monitor {
  /// Waits until `body` gives a result, or something hangs.
  func waitPatiently<Result>(until body: (inout Value) -> Result?) -> Result? {
    var patience = Patience(seconds: ReaderPipeline.patience)
    while patience.rest > 0 {
      if let result = wait(seconds: patience.slice, until: body) { return result }
      patience.spend()
    }
    return nil
  }
}
