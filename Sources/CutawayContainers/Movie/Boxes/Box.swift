/// A box of a movie's header with its contents (ISO/IEC 14496-12, 4.2; QuickTime calls it an atom).
package struct Box: Hashable, Sendable {
  package var kind: FourCC
  /// The contents; in a container, the bytes before the contained boxes.
  package var bytes: [UInt8] = []
  /// The boxes in a container.
  package var boxes: [Box] = []

  package init(_ kind: FourCC, _ bytes: [UInt8] = [], boxes: [Box] = []) {
    self.kind = kind
    self.bytes = bytes
    self.boxes = boxes
  }

  /// The size in bytes, with the header of the box.
  package var size: Int { boxes.reduce(8 + bytes.count) { $0 + $1.size } }

  /// The box as stored in a file.
  package var encoded: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(size)
    write(to: &output)
    return output
  }

  private func write(to output: inout [UInt8]) {
    output.append(number: UInt32(clamping: size))
    output.append(number: kind.value)
    output.append(contentsOf: bytes)
    for box in boxes { box.write(to: &output) }
  }
}

extension Box {
  /// The first contained box of a kind.
  ///
  /// Setting `nil` removes the box. Setting a box replaces the first one of its kind, or appends it
  /// if there is none.
  subscript(kind: FourCC) -> Box? {
    get { boxes.first { $0.kind == kind } }
    set {
      let index = boxes.firstIndex { $0.kind == kind }
      if let index, let newValue {
        boxes[index] = newValue
      } else if let index {
        boxes.remove(at: index)
      } else if let newValue {
        boxes.append(newValue)
      }
    }
  }

  /// The box at a path of kinds.
  func descendant(_ path: FourCC...) -> Box? {
    path.reduce(self) { box, kind in box?[kind] }
  }

  /// Changes each contained box of the given kinds, at any depth.
  mutating func changeAll(
    _ kinds: Set<FourCC>, _ change: (inout Box) throws(ContainerError) -> Void
  ) throws(ContainerError) {
    for index in boxes.indices {
      if kinds.contains(boxes[index].kind) { try change(&boxes[index]) }
      try boxes[index].changeAll(kinds, change)
    }
  }

  /// Whether a box of one of the kinds is contained, at any depth.
  func contains(_ kinds: Set<FourCC>) -> Bool {
    boxes.contains { kinds.contains($0.kind) || $0.contains(kinds) }
  }
}
