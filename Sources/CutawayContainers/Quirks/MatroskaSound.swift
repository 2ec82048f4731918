package import CutawayQuirks

extension Quirk {
  /// matroskamux marks no sound block as a key frame.
  ///
  /// Chromium searches for such a block after a seek. If the sound is Opus, the seek then never
  /// ends.
  package static let matroskaSound = Quirk(
    "matroskamux marks no sound block as a key frame",
    versions: [.before(1, 24, 11), .since(1, 25, 0, before: 1, 26, 0)],
    upstream: "fixed by 06a0ab7b33 (merge request 8225, issue 4142)",
    test: "each audio block is marked as a key frame")
}

/// Marks the sound blocks of a Matroska or WebM file as key frames.
package struct MatroskaSound {
  private var tracks: Set<UInt64> = []

  /// Marks all sound blocks as key frames.
  ///
  /// - Parameter path: A complete file.
  /// - Throws: ``ContainerError`` if the file cannot be read or written.
  package static func mark(in path: String) throws(ContainerError) {
    let file = try EBMLFile(path: path, isWritable: true)
    var sound = MatroskaSound()
    try sound.mark(in: 0..<file.size, of: file)
  }

  private mutating func mark(
    in range: Range<Int>, of file: borrowing EBMLFile
  ) throws(ContainerError) {
    for element in try file.elements(in: range) {
      switch element.name {
      case MatroskaName.segment, MatroskaName.tracks, MatroskaName.cluster:
        try mark(in: element.body, of: file)
      case MatroskaName.track: try noteTrack(element.body, of: file)
      case MatroskaName.simpleBlock: try markBlock(at: element.body.lowerBound, of: file)
      default: break
      }
    }
  }

  private mutating func noteTrack(
    _ range: Range<Int>, of file: borrowing EBMLFile
  ) throws(ContainerError) {
    var number: UInt64?, isSound = false
    for element in try file.elements(in: range) {
      switch element.name {
      case MatroskaName.trackNumber: number = try file.integer(element)
      case MatroskaName.trackType: isSound = try file.integer(element) == MatroskaName.sound
      default: break
      }
    }
    if isSound, let number { tracks.insert(number) }
  }

  private func markBlock(
    at position: Int, of file: borrowing EBMLFile
  ) throws(ContainerError) {
    guard let block = MatroskaBlock(try file.file.read(12, at: position)),
      tracks.contains(block.track), !block.isKeyFrame
    else { return }
    try file.file.write([block.flags | 0x80], at: position + block.flagsOffset)
  }
}
