import Glibc

/// Makes an MP4 or MOV file say that sound is heard in the order and at the times at which it is
/// decoded.
///
/// Muxers of GStreamer 1.22 leave out sound before time 0. `packetsrc` gives it the time 0 and says
/// by the decoding time how much earlier it is, from which they write the right edit list, but also how
/// much later it is heard than it is decoded. That is what is taken back. Call it when the file is
/// complete.
///
/// - Returns: Whether there was something to do and it is done.
@discardableResult
public func clearSoundDelays(inMovie path: String) -> Bool {
  guard let movie = movieHeader(path) else { return false }
  var places: [Int] = []
  for track in movie.box.tracks(of: "soun") {
    guard let delays = track.box("mdia")?.box("minf")?.box("stbl")?.box("ctts") else { continue }
    for index in 0..<min(delays.word(4), (delays.count - 8) / 8)
    where delays.word(12 + 8 * index) != 0 {
      places.append(movie.position + delays.offset + 12 + 8 * index)
    }
  }
  return !places.isEmpty && overwrite(path, at: places, with: [0, 0, 0, 0])
}

/// Makes an MP4 or MOV file say how its pictures have to be turned.
///
/// Muxers of GStreamer 1.22 do not write it. Call it when the file is complete.
///
/// - Parameters:
///   - matrix: `a`, `b`, `c`, `d`, `tx`, `ty`: a stored point goes to `(a·x + c·y + tx, b·x + d·y + ty)`.
///   - path: The file.
/// - Returns: Whether it is done.
public func setPictureMatrix(_ matrix: [Double], inMovie path: String) -> Bool {
  guard matrix.count == 6, let movie = movieHeader(path) else { return false }
  let numbers = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, matrix[4], matrix[5]]
  let fixed = numbers.map { Int32(clamping: Int64(($0 * 65_536).rounded())) } + [1 << 30]
  let bytes = fixed.flatMap { number in
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
  let places = movie.box.tracks(of: "vide").compactMap { track in
    track.box("tkhd").map { movie.position + $0.offset + ($0.byte(0) == 1 ? 52 : 40) }
  }
  return !places.isEmpty && overwrite(path, at: places, with: bytes)
}

func overwrite(_ path: String, at places: [Int], with bytes: [UInt8]) -> Bool {
  guard let file = fopen(path, "r+be") else { return false }
  let isWritten = places.allSatisfy { place in
    fseek(file, place, SEEK_SET) == 0 && fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
  return fclose(file) == 0 && isWritten
}
