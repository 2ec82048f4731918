/// A box of a movie's header, with all that it holds (ISO/IEC 14496-12, 4.2; QuickTime's atoms).
package struct Box: Hashable, Sendable {
  package var kind: FourCC
  /// What is inside; in a container, what comes before the boxes in it.
  package var bytes: [UInt8] = []
  /// The boxes in a container.
  package var boxes: [Box] = []

  package init(_ kind: FourCC, _ bytes: [UInt8] = [], boxes: [Box] = []) {
    self.kind = kind
    self.bytes = bytes
    self.boxes = boxes
  }

  /// With its header.
  package var size: Int { boxes.reduce(8 + bytes.count) { $0 + $1.size } }

  /// The box as it is in a file.
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
  /// The first box of a kind in it; setting `nil` takes it away, setting a box adds it at the end
  /// where there was none.
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

  /// The box that a path of kinds leads to.
  func descendant(_ path: FourCC...) -> Box? {
    path.reduce(self) { box, kind in box?[kind] }
  }

  /// Changes each box of a kind in it, however deep.
  mutating func changeAll(
    _ kinds: Set<FourCC>, _ change: (inout Box) throws(ContainerError) -> Void
  ) throws(ContainerError) {
    for index in boxes.indices {
      if kinds.contains(boxes[index].kind) { try change(&boxes[index]) }
      try boxes[index].changeAll(kinds, change)
    }
  }

  /// Whether there is a box of one of the kinds in it, however deep.
  func contains(_ kinds: Set<FourCC>) -> Bool {
    boxes.contains { kinds.contains($0.kind) || $0.contains(kinds) }
  }
}
