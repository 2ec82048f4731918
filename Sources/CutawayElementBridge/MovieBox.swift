import Glibc

/// No header is longer: ten hours of film have one of a few megabytes.
private let longestHeader = 256 << 20

/// The header of an MP4 or MOV file, where its inside begins in the file, and how long that is.
func movieHeader(_ path: String) -> (box: MovieBox, position: Int, fileSize: Int)? {
  guard let file = fopen(path, "rbe") else { return nil }
  defer { fclose(file) }
  guard fseek(file, 0, SEEK_END) == 0 else { return nil }
  let fileSize = ftell(file)
  var head = [UInt8](repeating: 0, count: 16), position = 0
  while fseek(file, position, SEEK_SET) == 0, fread(&head, 1, 16, file) == 16 {
    let box = MovieBox(head[...])
    let short = box.word(0), kind = box.text(4)
    // Anything else is no such file, and its numbers are no lengths.
    guard ["ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid"].contains(kind) else {
      return nil
    }
    let length = short == 1 ? box.word(8) << 32 | box.word(12) : short
    guard length >= 8, length < Int.max / 4 else { return nil }
    if kind == "moov" {
      guard short != 1, length <= longestHeader else { return nil }
      var movie = [UInt8](repeating: 0, count: length - 8)
      guard fseek(file, position + 8, SEEK_SET) == 0,
        fread(&movie, 1, length - 8, file) == length - 8
      else { return nil }
      return (MovieBox(movie[...]), position + 8, fileSize)
    }
    position += length
  }
  return nil
}

/// The inside of a box; what lies past its end reads as 0.
struct MovieBox {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Where it begins in what was read.
  var offset: Int { bytes.startIndex }

  /// How many bytes it has.
  var count: Int { bytes.count }

  /// The tracks of a movie that are seen, `vide`, or heard, `soun`, in the order in which qtdemux counts
  /// them: by their numbers.
  func tracks(of handler: String) -> [MovieBox] {
    boxes("trak").filter { $0.box("mdia")?.box("hdlr")?.text(8) == handler }
      .sorted { $0.trackNumber < $1.trackNumber }
  }

  private var trackNumber: Int {
    guard let header = box("tkhd") else { return 0 }
    return header.word(header.byte(0) == 1 ? 20 : 12)
  }

  func byte(_ offset: Int) -> Int {
    let index = bytes.startIndex + offset
    return index < bytes.endIndex ? Int(bytes[index]) : 0
  }

  func word(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | byte(offset + $1) } }

  func text(_ offset: Int) -> String {
    String(decoding: (0..<4).map { UInt8(byte(offset + $0)) }, as: UTF8.self)
  }

  func box(_ kind: String) -> MovieBox? { boxes(kind).first }

  func boxes(_ kind: String) -> [MovieBox] {
    var found: [MovieBox] = [], position = 0
    while position + 8 <= bytes.count {
      let length = word(position)
      guard length >= 8, position + length <= bytes.count else { break }
      let start = bytes.startIndex + position
      if text(position + 4) == kind { found.append(MovieBox(bytes[start + 8..<start + length])) }
      position += length
    }
    return found
  }
}
