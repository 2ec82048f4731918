import CutawayDiagnostics

/// The absolute file offsets in a fragmented movie.
///
/// Most offsets are relative: a fragment counts from its own header, an index from its own end
/// (ISO/IEC 14496-12, 8.8.7 and 8.16.3). Only two are absolute: a base offset in the header of a
/// track fragment, and the list of fragments at the end of the file (8.8.10).
struct FragmentOffsets {
  let plan: HeaderPlan
  /// The layout of the file before the tail was moved.
  let layout: MovieLayout

  /// The maximum size of a fragment's header.
  private static let longest = 64 << 20

  /// Checks that the file contains nothing that finishing it would break.
  func check(_ header: Box) throws(ContainerError) {
    guard plan.shift > 0 else { return }
    if header.contains(["saio", "iloc"]) {
      throw ContainerError(
        .unsupported, "the header holds offsets of encrypted or still pictures, which would break")
    }
    if layout.boxes.contains(where: {
      $0.kind == "sidx" && $0.range.upperBound <= plan.tail.lowerBound
    }) {
      throw ContainerError(.unsupported, "an index lies before the header, and would break")
    }
  }

  /// Corrects the offsets in a file whose tail has been moved.
  func correct(in file: borrowing DiskFile) throws(ContainerError) {
    guard plan.shift > 0 else { return }
    for box in layout.boxes where box.kind == "moof" || box.kind == "mfra" {
      guard box.range.count <= Self.longest else {
        throw ContainerError(.malformed, "a '\(box.kind)' of \(box.range.count) bytes")
      }
      let start = Int(plan.newOffset(of: UInt64(box.range.lowerBound)))
      let old = try file.readAll(box.range.count, at: start)
      guard let before = try Box.boxes(in: old[...]).first else { continue }
      var tree = before
      try tree.changeAll(["tfhd"]) { header throws(ContainerError) in try correct(base: &header) }
      try tree.changeAll(["tfra"]) { list throws(ContainerError) in try correct(list: &list) }
      guard tree != before else { continue }
      guard tree.size == box.range.count else {
        throw ContainerError(.unsupported, "a '\(box.kind)' with lengths of 64 bits")
      }
      try file.write(tree.encoded, at: start)
    }
  }

  private func correct(base header: inout Box) throws(ContainerError) {
    guard let flags = header.bytes.number(UInt32.self, at: 0), flags & 1 != 0 else { return }
    try correct(&header.bytes, at: 8, width: 8)
  }

  private func correct(list: inout Box) throws(ContainerError) {
    guard let version = list.bytes.first, let lengths = list.bytes.number(UInt32.self, at: 8),
      let count = list.bytes.number(UInt32.self, at: 12)
    else { throw ContainerError(.malformed, "a truncated 'tfra'") }
    let width = version == 1 ? 8 : 4
    // The numbers of track fragment, run and sample have one to four bytes each.
    let numbers = [4, 2, 0].reduce(3) { $0 + Int(lengths >> $1 & 3) }
    let entry = 2 * width + numbers
    guard Int(count) <= (list.bytes.count - 16) / entry else {
      throw ContainerError(.malformed, "a 'tfra' that is shorter than its stated length")
    }
    for index in 0..<Int(count) {
      try correct(&list.bytes, at: 16 + index * entry + width, width: width)
    }
  }

  private func correct(
    _ bytes: inout [UInt8], at offset: Int, width: Int
  ) throws(ContainerError) {
    let long = width == 8 ? bytes.number(UInt64.self, at: offset) : nil
    let short = width == 4 ? bytes.number(UInt32.self, at: offset) : nil
    guard let old = long ?? short.map(UInt64.init) else {
      throw ContainerError(.malformed, "a truncated offset")
    }
    let new = plan.newOffset(of: old)
    if width == 8 {
      bytes.set(new, at: offset)
    } else if let new = UInt32(exactly: new) {
      bytes.set(new, at: offset)
    } else {
      throw ContainerError(.unsupported, "an offset past four gigabytes does not fit")
    }
  }
}
