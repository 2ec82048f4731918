// Unsafe: The caller states memory of its own, which must be as large as the frame.

// Whole frames to and from memory that a program owns, for compositors that want it so.

extension FrameView {
  /// Copies all rows into memory whose rows are `stride` bytes apart.
  @unsafe
  package func copy(to memory: UnsafeMutableRawPointer, stride target: Int) {
    let count = format.width * format.layout.bytesPerPixel
    for row in 0..<format.height {
      unsafe (memory + row * target).copyMemory(from: base + row * stride, byteCount: count)
    }
  }
}

extension PackedBand {
  /// Copies rows from memory whose rows are `stride` bytes apart, from the first of the frame on, and
  /// sets some bits of each pixel of four bytes.
  @unsafe
  package mutating func copy(
    from memory: UnsafeRawPointer, stride source: Int, setting bits: UInt32
  ) {
    for row in rows {
      let from = unsafe (memory + row * source).assumingMemoryBound(to: UInt32.self)
      let to = unsafe (base + (row - rows.lowerBound) * stride)
        .assumingMemoryBound(to: UInt32.self)
      for x in 0..<format.width { unsafe to[x] = from[x] | bits }
    }
  }
}

/// How samples are kept in memory of a program.
package struct SampleCoding<Sample: PixelComponent>: Sendable {
  /// The number of lower bits that are 0.
  package var shift: Int
  /// The value in memory for each sample, and the sample for each value; `nil` keeps them.
  package var tables: (stored: [Sample], drawn: [Sample])?

  /// Creates a coding.
  package init(shift: Int = 0, tables: (stored: [Sample], drawn: [Sample])? = nil) {
    (self.shift, self.tables) = (shift, tables)
  }

  fileprivate var keepsBytes: Bool { shift == 0 && tables == nil }
}

extension PlaneView {
  /// Copies all samples into memory.
  ///
  /// - Parameters:
  ///   - memory: The place of the first sample.
  ///   - target: The distance of two rows in bytes.
  ///   - step: The distance of two samples in samples.
  ///   - coding: How samples are kept there.
  @unsafe
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package func copy(
    to memory: UnsafeMutableRawPointer, stride target: Int, step: Int,
    as coding: SampleCoding<Sample>
  ) {
    let size = MemoryLayout<Sample>.size, shift = Sample(coding.shift)
    for row in 0..<height {
      let (from, to) = unsafe (base + row * stride, memory + row * target)
      if step == 1, coding.keepsBytes {
        unsafe to.copyMemory(from: from, byteCount: width * size)
        continue
      }
      for column in 0..<width {
        var sample = unsafe from.load(fromByteOffset: column * size, as: Sample.self)
        if let table = coding.tables?.stored { sample = table[min(Int(sample), table.count - 1)] }
        unsafe to.storeBytes(
          of: sample << shift, toByteOffset: column * step * size, as: Sample.self)
      }
    }
  }
}

extension PlanarBand {
  /// Copies the rows of a plane from memory; see ``PlaneView/copy(to:stride:step:as:)``.
  @unsafe
  @_specialize(where Sample == UInt8)
  @_specialize(where Sample == UInt16)
  package mutating func copy(
    _ plane: Int, from memory: UnsafeRawPointer, stride source: Int, step: Int,
    as coding: SampleCoding<Sample>
  ) {
    let columns = 0..<format.width(of: plane)
    let size = MemoryLayout<Sample>.size, shift = Sample(coding.shift)
    for row in rows(of: plane) {
      let (to, from) = unsafe (place(plane, row, columns), memory + row * source)
      if step == 1, coding.keepsBytes {
        unsafe to.copyMemory(from: from, byteCount: columns.count * size)
        continue
      }
      for column in columns {
        var sample =
          unsafe from.loadUnaligned(
            fromByteOffset: column * step * size, as: Sample.self) >> shift
        if let table = coding.tables?.drawn { sample = table[min(Int(sample), table.count - 1)] }
        unsafe to.storeBytes(of: sample, toByteOffset: column * size, as: Sample.self)
      }
    }
  }
}
