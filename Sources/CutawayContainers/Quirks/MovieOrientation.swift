import CutawayDiagnostics
package import CutawayQuirks

extension Quirk {
  /// qtmux writes no matrix for the tag `image-orientation`.
  ///
  /// So the patch writes it when the file is complete.
  package static let movieOrientation = Quirk(
    "qtmux does not write the orientation of the video",
    versions: [.before(1, 24, 13), .since(1, 25, 0, before: 1, 26, 0)],
    kept: "later versions write the matrix only for a tag, which packetsrc does not send",
    upstream: "done by 1fc6f0d349 (merge request 8371)",
    test: "a copy states the orientation of rotated video")
}

extension MovieHeader {
  /// Patches that set the orientation of the video of a complete file.
  ///
  /// - Parameter matrix: `a`, `b`, `c`, `d`, `tx`, `ty`: a stored point is mapped to `(a·x + c·y +
  ///   tx, b·x + d·y + ty)`.
  /// - Returns: One patch per video track.
  /// - Throws: ``ContainerErrorCode/malformed`` if there is no video track.
  package func withPictures(turnedBy matrix: [Double]) throws(ContainerError) -> [FilePatch] {
    precondition(matrix.count == 6)
    let numbers = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, matrix[4], matrix[5]]
    let fixed = numbers.map { Int32(clamping: Int64(($0 * 65_536).rounded())) } + [1 << 30]
    let bytes = fixed.flatMap { [UInt8](bigEndian: $0) }
    let patches = tracks(of: "vide").compactMap { track in
      track.box("tkhd").map {
        FilePatch(position: place(of: $0, $0.byte(0) == 1 ? 52 : 40), bytes: bytes)
      }
    }
    if patches.isEmpty {
      throw ContainerError(.malformed, "the header has no video track to rotate")
    }
    return patches
  }
}
