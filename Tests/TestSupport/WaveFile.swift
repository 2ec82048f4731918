public import Foundation

/// Sound as a WAV file of 32-bit float samples, which is independent of the tested code.
public enum WaveFile {
  /// Writes channels of equal length (RIFF, `WAVE_FORMAT_EXTENSIBLE` from three channels on).
  ///
  /// - Parameters:
  ///   - channels: The samples of each channel, in the order of the format.
  ///   - sampleRate: In samples a second.
  ///   - url: The output file.
  /// - Throws: An error if the file cannot be written.
  public static func write(_ channels: [[Float]], sampleRate: Int, to url: URL) throws {
    let count = channels.first?.count ?? 0, size = channels.count * 4
    var data = Data()
    func add(_ value: some FixedWidthInteger) {
      for byte in 0..<(value.bitWidth / 8) {
        data.append(UInt8(truncatingIfNeeded: value >> (byte * 8)))
      }
    }
    let isExtensible = channels.count > 2
    let formatSize: UInt32 = isExtensible ? 40 : 16
    data.append(contentsOf: Array("RIFF".utf8))
    add(20 + formatSize + UInt32(count * size))
    data.append(contentsOf: Array("WAVEfmt ".utf8))
    add(formatSize)
    add(UInt16(isExtensible ? 0xFFFE : 3))
    add(UInt16(channels.count))
    add(UInt32(sampleRate))
    add(UInt32(sampleRate * size))
    add(UInt16(size))
    add(UInt16(32))
    if isExtensible {
      add(UInt16(22))
      add(UInt16(32))
      // Positions in GStreamer's order for the number; sides are other bits in a file (`dwChannelMask`).
      let masks: [Int: UInt32] = [3: 0xB, 4: 0x33, 5: 0x37, 6: 0x3F, 7: 0x13F, 8: 0x63F]
      add(masks[channels.count] ?? 0)
      add(UInt16(3))
      data.append(contentsOf: [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
    }
    data.append(contentsOf: Array("data".utf8))
    add(UInt32(count * size))
    for index in 0..<count {
      for channel in channels { add(channel[index].bitPattern) }
    }
    try data.write(to: url)
  }
}
