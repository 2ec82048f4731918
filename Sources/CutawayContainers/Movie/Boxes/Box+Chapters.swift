import CutawayDiagnostics
import CutawayTime

extension Box {
  /// Removes the chapters from a movie's header.
  mutating func removeChapters() {
    var numbers: Set<UInt32> = []
    for index in boxes.indices where boxes[index].kind == "trak" {
      // References that cannot be parsed name no chapters to remove.
      guard var references = boxes[index]["tref"],
        var inside = try? Box.boxes(in: references.bytes[...], isFlat: true)
      else { continue }
      for reference in inside where reference.kind == "chap" {
        for offset in stride(from: 0, to: reference.bytes.count, by: 4) {
          if let number = reference.bytes.number(UInt32.self, at: offset) { numbers.insert(number) }
        }
      }
      inside.removeAll { $0.kind == "chap" }
      references.bytes = inside.flatMap(\.encoded)
      boxes[index]["tref"] = inside.isEmpty ? nil : references
    }
    boxes.removeAll { $0.kind == "trak" && numbers.contains($0.trackNumber ?? 0) }
    if var userData = self["udta"] {
      userData["chpl"] = nil
      self["udta"] = userData
    }
  }

  /// Sets Nero's chapter list, for programs that do not read the chapter track.
  ///
  /// The list contains at most 255 chapters, and at most 255 bytes of each title.
  mutating func setChapterList(_ list: ChapterList) {
    let chapters = list.chapters.prefix(255)
    var bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(chapters.count)]
    for chapter in chapters {
      let title = chapter.title.utf8Prefix(255)
      bytes.append(number: chapter.time.rounded(in: MediaTime(1, over: 10_000_000)))
      bytes += [UInt8(title.count)] + title
    }
    var userData = self["udta"] ?? Box("udta")
    userData["chpl"] = Box("chpl", bytes)
    self["udta"] = userData
  }

  /// Makes a track the chapters of the first video track or, without one, of the first audio track.
  ///
  /// - Throws: ``ContainerErrorCode/unsupported`` for a movie with neither.
  mutating func nameChapters(_ number: UInt32) throws(ContainerError) {
    let handlers = boxes.map { $0.descendant("mdia", "hdlr")?.bytes.number(UInt32.self, at: 8) }
    guard
      let index = handlers.firstIndex(of: FourCC("vide").value)
        ?? handlers.firstIndex(of: FourCC("soun").value)
    else {
      throw ContainerError(.unsupported, "a movie without video and audio cannot have chapters")
    }
    addReference("chap", to: number, of: index)
  }

  /// Makes a track the time codes of the first video track.
  ///
  /// - Returns: Whether there is one.
  mutating func nameTimecode(_ number: UInt32) -> Bool {
    let index = boxes.firstIndex {
      $0.descendant("mdia", "hdlr")?.bytes.number(UInt32.self, at: 8) == FourCC("vide").value
    }
    if let index { addReference("tmcd", to: number, of: index) }
    return index != nil
  }

  /// Adds a reference of a kind to the track at an index.
  private mutating func addReference(_ kind: FourCC, to number: UInt32, of index: Int) {
    var word: [UInt8] = []
    word.append(number: number)
    var references = boxes[index]["tref"] ?? Box("tref")
    references.bytes += Box(kind, word).encoded
    boxes[index]["tref"] = references
  }

  /// The number by which other tracks refer to this track.
  var trackNumber: UInt32? {
    let header = self["tkhd"]?.bytes ?? []
    return header.number(at: header.first == 1 ? 20 : 12)
  }

  /// Reserves a number for a new track, and updates the next number in the movie's header.
  ///
  /// - Parameter taken: A number that is reserved for a track that has not been added yet.
  /// - Returns: The number.
  /// - Throws: ``ContainerErrorCode/malformed``.
  mutating func takeTrackNumber(after taken: UInt32 = 0) throws(ContainerError) -> UInt32 {
    let used = boxes.filter { $0.kind == "trak" }.compactMap(\.trackNumber)
      .reduce(taken) { max($0, $1) }
    guard var header = self["mvhd"], header.bytes.count >= 4, used < .max - 1 else {
      throw ContainerError(
        .malformed, "a movie whose header is missing, or whose tracks have no identifiers")
    }
    header.bytes.set(used + 2, at: header.bytes.count - 4)
    self["mvhd"] = header
    return used + 1
  }

  /// Width and height of the first video track, in the form of its track header.
  var pictureSize: [UInt8]? {
    let track = boxes.first {
      $0.descendant("mdia", "hdlr")?.bytes.number(at: 8) == FourCC("vide").value
    }
    guard let bytes = track?["tkhd"]?.bytes, bytes.count >= 84 else { return nil }
    return Array(bytes.suffix(8))
  }

  /// Ticks per second and duration of the movie, as its header states them; a duration of `nil` is
  /// unknown.
  func movieTimes() throws(ContainerError) -> (timescale: Int64, duration: MediaTime?) {
    let bytes = self["mvhd"]?.bytes ?? []
    let isLong = bytes.first == 1
    guard let scale = bytes.number(UInt32.self, at: isLong ? 20 : 12), scale > 0,
      let length = isLong
        ? bytes.number(UInt64.self, at: 24) : bytes.number(UInt32.self, at: 16).map(UInt64.init)
    else { throw ContainerError(.malformed, "a movie whose header has no timescale") }
    let isKnown = length > 0 && length < UInt64(isLong ? Int64.max : Int64(UInt32.max))
    return (Int64(scale), isKnown ? MediaTime(Int64(clamping: length), over: Int64(scale)) : nil)
  }
}
