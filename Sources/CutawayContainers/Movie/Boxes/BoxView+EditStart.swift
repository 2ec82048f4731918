extension BoxView {
  /// The start of the first edit that plays media, in ticks and in seconds of the track's media.
  package var editStart: (ticks: Int64, seconds: Double)? {
    guard let list = box("edts")?.box("elst"), let clock = box("mdia")?.box("mdhd") else {
      return nil
    }
    let scale = clock.word(clock.byte(0) == 1 ? 20 : 12)
    let isLong = list.byte(0) == 1
    for index in 0..<min(list.word(4), 4) where scale > 0 {
      let entry = 8 + index * (isLong ? 20 : 12)
      let start = isLong ? list.longWord(entry + 8) : list.signedWord(entry + 4)
      if start >= 0 { return (Int64(start), Double(start) / Double(scale)) }
    }
    return nil
  }
}
