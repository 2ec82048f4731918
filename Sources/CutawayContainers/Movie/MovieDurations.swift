/// The durations in a movie's headers, in ticks of the movie.
extension Box {
  /// The duration of a track, as its header states it.
  var trackDuration: Int64? {
    get { self["tkhd"]?.duration(at: 20, long: 28) }
    set { setDuration(newValue, of: "tkhd", at: 20, long: 28) }
  }

  /// Changes the duration in the movie's header, and the duration of the fragments in a fragmented
  /// movie.
  ///
  /// Source: ISO/IEC 14496-12, 8.2.2 and 8.8.2.
  mutating func changeMovieDuration(_ change: (Int64) -> Int64) {
    if let length = self["mvhd"]?.duration(at: 16, long: 24), length > 0 {
      setDuration(change(length), of: "mvhd", at: 16, long: 24)
    }
    guard var extends = self["mvex"], let length = extends["mehd"]?.duration(at: 4, long: 4) else {
      return
    }
    extends.setDuration(change(length), of: "mehd", at: 4, long: 4)
    self["mvex"] = extends
  }

  private func duration(at short: Int, long: Int) -> Int64? {
    bytes.first == 1
      ? bytes.number(UInt64.self, at: long).map { Int64(clamping: $0) }
      : bytes.number(UInt32.self, at: short).map { Int64($0) }
  }

  private mutating func setDuration(_ ticks: Int64?, of kind: FourCC, at short: Int, long: Int) {
    guard let ticks, var header = self[kind], header.duration(at: short, long: long) != nil else {
      return
    }
    if header.bytes.first == 1 {
      header.bytes.set(ticks, at: long)
    } else {
      header.bytes.set(UInt32(clamping: ticks), at: short)
    }
    self[kind] = header
  }
}
