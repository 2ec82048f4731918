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

extension PlaneView where Sample == UInt8 {
  /// Copies all samples into memory.
  ///
  /// - Parameters:
  ///   - memory: The place of the first sample.
  ///   - target: The distance of two rows in bytes.
  ///   - step: The distance of two samples in bytes.
  ///   - table: The new value of each sample; `nil` keeps it.
  @unsafe
  package func copy(
    to memory: UnsafeMutableRawPointer, stride target: Int, step: Int, table: [UInt8]?
  ) {
    for row in 0..<height {
      let (from, to) = unsafe (base + row * stride, memory + row * target)
      if step == 1, table == nil {
        unsafe to.copyMemory(from: from, byteCount: width)
        continue
      }
      for column in 0..<width {
        let sample = unsafe from.load(fromByteOffset: column, as: UInt8.self)
        unsafe to.storeBytes(
          of: table.map { $0[Int(sample)] } ?? sample, toByteOffset: column * step, as: UInt8.self)
      }
    }
  }
}

extension PlanarBand {
  /// Copies the rows of a plane of 8 bits from memory; see `PlaneView.copy(to:stride:step:table:)`.
  @unsafe
  package mutating func copyBytes(
    _ plane: Int, from memory: UnsafeRawPointer, stride source: Int, step: Int, table: [UInt8]?
  ) {
    precondition(Sample.bitWidth == 8, "the samples have another size")
    let columns = 0..<format.width(of: plane)
    for row in rows(of: plane) {
      let (to, from) = unsafe (place(plane, row, columns), memory + row * source)
      if step == 1, table == nil {
        unsafe to.copyMemory(from: from, byteCount: columns.count)
        continue
      }
      for column in columns {
        let sample = unsafe from.load(fromByteOffset: column * step, as: UInt8.self)
        unsafe to.storeBytes(
          of: table.map { $0[Int(sample)] } ?? sample, toByteOffset: column, as: UInt8.self)
      }
    }
  }
}

extension PlaneView where Sample == UInt16 {
  /// Copies all samples into memory, as words of which they take the upper bits.
  ///
  /// - Parameters:
  ///   - memory: The place of the first sample.
  ///   - target: The distance of two rows in bytes.
  ///   - step: The distance of two samples in words.
  ///   - shift: The number of lower bits that are 0.
  @unsafe
  package func copy(to memory: UnsafeMutableRawPointer, stride target: Int, step: Int, shift: Int) {
    for row in 0..<height {
      let (from, to) = unsafe (base + row * stride, memory + row * target)
      for column in 0..<width {
        let sample = unsafe from.load(fromByteOffset: column * 2, as: UInt16.self)
        unsafe to.storeBytes(
          of: sample << UInt16(shift), toByteOffset: column * step * 2, as: UInt16.self)
      }
    }
  }
}

extension PlanarBand {
  /// Copies the rows of a plane of words from memory; see `PlaneView.copy(to:stride:step:shift:)`.
  @unsafe
  package mutating func copyWords(
    _ plane: Int, from memory: UnsafeRawPointer, stride source: Int, step: Int, shift: Int
  ) {
    precondition(Sample.bitWidth == 16, "the samples have another size")
    let columns = 0..<format.width(of: plane)
    for row in rows(of: plane) {
      let (to, from) = unsafe (place(plane, row, columns), memory + row * source)
      for column in columns {
        let sample = unsafe from.loadUnaligned(fromByteOffset: column * step * 2, as: UInt16.self)
        unsafe to.storeBytes(
          of: sample >> UInt16(shift), toByteOffset: column * 2, as: UInt16.self)
      }
    }
  }
}
