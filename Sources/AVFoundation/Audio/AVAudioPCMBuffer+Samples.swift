// Samples as numbers from -1 to 1, whatever their format.

/// How samples are stored.
enum SampleKind {
  case float32, float64
  /// Signed integers of 16, 24 or 32 bits.
  case int16, int24, int32

  /// The kind of a format; `nil` for others, such as those of another order of bytes.
  init?(_ format: AVAudioFormat) {
    switch format.sound.sampleFormat {
    case "F32LE": self = .float32
    case "F64LE": self = .float64
    case "S16LE": self = .int16
    case "S24LE": self = .int24
    case "S32LE": self = .int32
    default: return nil
    }
  }
}

extension AVAudioPCMBuffer {
  /// The samples of a part of a channel.
  ///
  /// - Precondition: The frames are in the buffer, and the format has a ``SampleKind``.
  func numbers(_ frames: Range<Int>, ofChannel channel: Int) -> [Double] {
    guard let kind = SampleKind(format) else { return [] }
    let start = unsafe start(ofChannel: channel), step = stride
    func load<Sample>(_ type: Sample.Type, _ number: (Sample) -> Double) -> [Double] {
      let samples = unsafe start.assumingMemoryBound(to: Sample.self)
      return frames.map { unsafe number(samples[$0 * step]) }
    }
    return switch kind {
    case .float32: load(Float.self) { Double($0) }
    case .float64: load(Double.self) { $0 }
    case .int16: load(Int16.self) { Double($0) / 0x1p15 }
    case .int32: load(Int32.self) { Double($0) / 0x1p31 }
    case .int24:
      frames.map { frame in
        let place = frame * step * 3
        let low = unsafe UInt32(start.load(fromByteOffset: place, as: UInt8.self))
        let middle = unsafe UInt32(start.load(fromByteOffset: place + 1, as: UInt8.self))
        let high = unsafe UInt32(start.load(fromByteOffset: place + 2, as: UInt8.self))
        return Double(Int32(bitPattern: high << 24 | middle << 16 | low << 8)) / 0x1p31
      }
    }
  }

  /// Stores samples of a channel from a frame on; integers are rounded, and limited to their range.
  ///
  /// - Precondition: There is memory for them, and the format has a ``SampleKind``.
  func store(_ numbers: [Double], ofChannel channel: Int, at frame: Int) {
    guard let kind = SampleKind(format) else { return }
    let start = unsafe start(ofChannel: channel), step = stride
    func store<Sample>(_ type: Sample.Type, _ sample: (Double) -> Sample) {
      let samples = unsafe start.assumingMemoryBound(to: Sample.self)
      for (index, number) in numbers.enumerated() {
        unsafe samples[(frame + index) * step] = sample(number)
      }
    }
    switch kind {
    case .float32: store(Float.self) { Float($0) }
    case .float64: store(Double.self) { $0 }
    case .int16: store(Int16.self) { Int16(integer($0, 0x1p15)) }
    case .int32: store(Int32.self) { Int32(integer($0, 0x1p31)) }
    case .int24:
      for (index, number) in numbers.enumerated() {
        let bits = UInt32(bitPattern: Int32(integer(number, 0x1p23)))
        for byte in 0..<3 {
          unsafe start.storeBytes(
            of: UInt8(truncatingIfNeeded: bits >> (byte * 8)),
            toByteOffset: (frame + index) * step * 3 + byte, as: UInt8.self)
        }
      }
    }
  }

  /// Stores interleaved samples from a frame on.
  ///
  /// - Precondition: There is memory for them, and the format has a ``SampleKind``.
  func store(interleaved samples: ArraySlice<Float>, at frame: Int) {
    let channels = Int(format.channelCount), count = samples.count / channels, step = stride
    guard format.commonFormat == .pcmFormatFloat32 else {
      for channel in 0..<channels {
        let numbers = (0..<count).map {
          Double(samples[samples.startIndex + $0 * channels + channel])
        }
        store(numbers, ofChannel: channel, at: frame)
      }
      return
    }
    unsafe samples.withUnsafeBufferPointer { source in
      for channel in 0..<channels {
        let target = unsafe start(ofChannel: channel).assumingMemoryBound(to: Float.self)
        for index in 0..<count {
          unsafe target[(frame + index) * step] = source[index * channels + channel]
        }
      }
    }
  }

  /// The bytes of all frames, the samples of all channels of a frame together.
  func copyInterleaved(to target: UnsafeMutableRawBufferPointer) {
    let count = Int(frameLength), channels = Int(format.channelCount)
    let width = Int(format.sound.mBitsPerChannel) / 8
    guard !format.isInterleaved, channels > 1 else {
      let source = unsafe UnsafeRawBufferPointer(
        start: start(ofChannel: 0), count: count * channels * width)
      return unsafe target.copyMemory(from: source)
    }
    guard let base = target.baseAddress else { return }
    for channel in 0..<channels {
      let source = unsafe start(ofChannel: channel)
      for frame in 0..<count {
        unsafe (base + (frame * channels + channel) * width).copyMemory(
          from: source + frame * width, byteCount: width)
      }
    }
  }
}

/// A whole number of units, at most as many as there are.
private func integer(_ number: Double, _ units: Double) -> Int {
  let scaled = (number * units).rounded(.toNearestOrEven)
  // Also for what is no number.
  return scaled >= units
    ? Int(units) - 1 : scaled > -units ? Int(scaled) : scaled.isNaN ? 0 : -Int(units)
}
