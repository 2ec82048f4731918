import CutawayMedia
import Testing

/// The threads of decoders.
@Suite struct DecodingThreadTests {
  @Test(arguments: [
    (1.0, 2, 2), (0.5, 2, 1), (0.25, 2, 1), (0.5, 8, 4), (0.25, 8, 2), (1, 64, 4), (1, 1, 1),
    (0, 8, 1),
  ])
  func `a decoder has its share of the cores, one to four threads`(
    share: Double, cores: Int, threads: Int
  ) {
    #expect(decodingThreads(share: share, ofCores: cores) == threads)
  }
}
