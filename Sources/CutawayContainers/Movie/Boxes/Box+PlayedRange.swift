import CutawayDiagnostics
import CutawayTime

extension Box {
  /// Restricts a track to a part of its media, with an edit list (ISO/IEC 14496-12, 8.6.6).
  ///
  /// - Parameters:
  ///   - range: The part, in the time of the media. Time past the end of the media is left out.
  ///   - delay: The time before it in which nothing is shown.
  ///   - timescale: The ticks per second of the movie, which is the unit of the edit's duration.
  /// - Returns: The duration of the track, in these ticks.
  /// - Throws: ``ContainerErrorCode/malformed`` if the track has no headers.
  mutating func setPlayedRange(
    _ range: TimeRange, after delay: MediaTime = .zero, movieTimescale timescale: Int64
  ) throws(ContainerError) -> Int64 {
    let media = try mediaTimes()
    let start = max(0, range.start.rounded(in: MediaTime(1, over: media.timescale)))
    var length = range.duration
    if let whole = media.duration {
      length = min(length, max(.zero, whole - MediaTime(start, over: media.timescale)))
    }
    let ticks = max(0, length.rounded(in: MediaTime(1, over: timescale)))
    let empty = max(0, delay.rounded(in: MediaTime(1, over: timescale)))
    // An empty edit has no place in the media.
    var edits: [(length: Int64, start: Int64)] = [(ticks, start)]
    if empty > 0 { edits.insert((empty, -1), at: 0) }
    let isLong = start > Int64(Int32.max) || max(ticks, empty) > Int64(UInt32.max)
    var list: [UInt8] = [isLong ? 1 : 0, 0, 0, 0, 0, 0, 0, UInt8(edits.count)]
    for edit in edits {
      if isLong {
        list.append(number: edit.length)
        list.append(number: edit.start)
      } else {
        list.append(number: UInt32(edit.length))
        list.append(number: Int32(edit.start))
      }
      // Normal speed.
      list += [0, 1, 0, 0]
    }
    self["edts"] = nil
    let header = boxes.firstIndex { $0.kind == "tkhd" } ?? -1
    boxes.insert(Box("edts", boxes: [Box("elst", list)]), at: header + 1)
    return empty + ticks
  }

  /// Adds a sample group `roll` (ISO/IEC 14496-12, 10.1), which states that each packet needs the
  /// decoding of the packets before it.
  ///
  /// A player that seeks then starts decoding earlier.
  mutating func setRollDistance(_ packets: Int16) {
    guard var media = self["mdia"], var information = media["minf"],
      var tables = information["stbl"],
      let count = tables["stsz"]?.bytes.number(UInt32.self, at: 8)
    else { return }
    var description: [UInt8] = [1, 0, 0, 0] + FourCC("roll").bytes + [0, 0, 0, 2, 0, 0, 0, 1]
    description.append(number: packets)
    var assignment: [UInt8] = [0, 0, 0, 0] + FourCC("roll").bytes + [0, 0, 0, 1]
    assignment.append(number: count)
    assignment += [0, 0, 0, 1]
    tables.boxes.removeAll { ["sgpd", "sbgp"].contains($0.kind) && $0.isGroup(of: "roll") }
    tables.boxes += [Box("sgpd", description), Box("sbgp", assignment)]
    information["stbl"] = tables
    media["minf"] = information
    self["mdia"] = media
  }

  private func isGroup(of kind: FourCC) -> Bool { bytes.number(at: 4) == kind.value }

  /// Ticks per second and duration of the media from a track's media header; a duration of `nil` is
  /// unknown.
  func mediaTimes() throws(ContainerError) -> (timescale: Int64, duration: MediaTime?) {
    let bytes = descendant("mdia", "mdhd")?.bytes ?? []
    let isLong = bytes.first == 1
    guard let scale = bytes.number(UInt32.self, at: isLong ? 20 : 12), scale > 0,
      let length = isLong
        ? bytes.number(UInt64.self, at: 24) : bytes.number(UInt32.self, at: 16).map(UInt64.init)
    else { throw ContainerError(.malformed, "a track without a media header") }
    let isKnown = length > 0 && length < UInt64(isLong ? Int64.max : Int64(UInt32.max))
    return (Int64(scale), isKnown ? MediaTime(Int64(clamping: length), over: Int64(scale)) : nil)
  }
}
