public import CutawayElementKit
import Glibc

/// Makes an MP4 or MOV file say that sound is heard in the order and at the times at which it is
/// decoded.
///
/// Muxers of GStreamer 1.22 leave out sound before time 0. `packetsrc` gives it the time 0 and says
/// by the decoding time how much earlier it is, from which they write the right edit list, but also how
/// much later it is heard than it is decoded. That is what is taken back. Call it when the file is
/// complete.
///
/// - Throws: `ElementError` where the header cannot be read or written.
public func clearSoundDelays(inMovie path: String) throws(ElementError) {
  let movie = try completeMovieHeader(path)
  var places: [Int] = []
  for track in movie.box.tracks(of: "soun") {
    guard let delays = track.box("mdia")?.box("minf")?.box("stbl")?.box("ctts") else { continue }
    for index in 0..<min(delays.word(4), (delays.count - 8) / 8)
    where delays.word(12 + 8 * index) != 0 {
      places.append(movie.position + delays.offset + 12 + 8 * index)
    }
  }
  try overwrite(path, at: places, with: [0, 0, 0, 0])
}

/// The header of a file that a muxer has completed.
///
/// - Throws: `ElementError` where there is none.
func completeMovieHeader(_ path: String) throws(ElementError) -> (box: MovieBox, position: Int) {
  guard let movie = movieHeader(path), movie.box.box("mvhd") != nil else {
    throw ElementError("the header that the muxer wrote cannot be read")
  }
  return (movie.box, movie.position)
}

/// Makes an MP4 or MOV file say how its pictures have to be turned.
///
/// Muxers of GStreamer 1.22 do not write it. Call it when the file is complete.
///
/// - Parameters:
///   - matrix: `a`, `b`, `c`, `d`, `tx`, `ty`: a stored point goes to `(a·x + c·y + tx, b·x + d·y + ty)`.
///   - path: The file.
/// - Throws: `ElementError` where the header cannot be read or written, or has no picture.
public func setPictureMatrix(_ matrix: [Double], inMovie path: String) throws(ElementError) {
  precondition(matrix.count == 6)
  let movie = try completeMovieHeader(path)
  let numbers = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, matrix[4], matrix[5]]
  let fixed = numbers.map { Int32(clamping: Int64(($0 * 65_536).rounded())) } + [1 << 30]
  let bytes = fixed.flatMap { number in
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
  let places = movie.box.tracks(of: "vide").compactMap { track in
    track.box("tkhd").map { movie.position + $0.offset + ($0.byte(0) == 1 ? 52 : 40) }
  }
  if places.isEmpty { throw ElementError("the header has no track of pictures to turn") }
  try overwrite(path, at: places, with: bytes)
}

func overwrite(_ path: String, at places: [Int], with bytes: [UInt8]) throws(ElementError) {
  guard !places.isEmpty else { return }
  guard let file = fopen(path, "r+be") else { throw headerError(errno) }
  let isWritten = places.allSatisfy { place in
    fseek(file, place, SEEK_SET) == 0 && fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
  let reason = errno
  guard fclose(file) == 0 else { throw headerError(errno) }
  if !isWritten { throw headerError(reason) }
}

private func headerError(_ reason: Int32) -> ElementError {
  ElementError("the header cannot be corrected: \(String(cString: strerror(reason)))")
}
