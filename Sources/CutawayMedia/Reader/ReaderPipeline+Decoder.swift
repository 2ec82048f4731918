import CCutawayGStreamer
import CutawayElementBridge

extension ReaderPipeline {
  /// Leaves out a decoder of hardware from now on if an error is its own.
  ///
  /// If it refuses a format, the element before it reports an error of its flow.
  func refusesDecoder(
    after message: UnsafeMutablePointer<GstMessage>, isFlowError: Bool
  ) -> Bool {
    guard let chain = discovery.update({ $0.chain }), let decoder = chain.hardwareDecoder,
      let source = message.pointee.src
    else { return false }
    let isOwn = decoder.contains(source)
    guard isOwn || isFlowError && !decoder.hasDecoded else { return false }
    chain.dropRest()
    decoder.refuse()
    return true
  }
}
