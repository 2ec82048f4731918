import Testing

/// Sound effects on integers of 16 bits.
@Suite struct SoundFormatTests {
  private func sound(_ effect: String, _ format: String) throws -> [UInt8] {
    try LaunchedMixer.firstFrame(
      "audiotestsrc num-buffers=1 samplesperbuffer=4800 volume=0.9 freq=300 "
        + "! audio/x-raw,format=\(format),rate=48000,channels=2 ! \(effect)")
  }

  private func integers(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count, by: 2).map {
      Int(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))
    }
  }

  @Test func `a gain of integers is rounded and limited`() throws {
    let plain = integers(try sound("identity", "S16LE"))
    try #require(plain.count == 9_600)
    for gain in [0, 0.3, 1, 1.7] {
      let louder = integers(try sound("volumeramp volume=\(gain)", "S16LE"))
      let expected = plain.map { min(max(Int((Double($0) * gain).rounded()), -32_768), 32_767) }
      // A gain of 32 bits may fall on the other side of a half.
      #expect(zip(louder, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(gain)")
      #expect(zip(louder, expected).count { $0 != $1 } < 20, "\(gain)")
    }
  }

  @Test func `panned integers are panned numbers`() throws {
    let numbers = try sound(
      "audioconvert ! audio/x-raw,format=F32LE ! panramp keyframes=0=-0.5", "S16LE")
    let integers = integers(try sound("panramp keyframes=0=-0.5", "S16LE"))
    let expected = stride(from: 0, to: numbers.count, by: 4).map { place in
      Float(
        bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(numbers[place + $1]) << (8 * $1) })
    }
    try #require(expected.count == integers.count)
    #expect(
      zip(integers, expected).allSatisfy {
        abs(Float($0) - min(max($1 * 32_768, -32_768), 32_767)) <= 0.5001
      })
  }
}
