public import CutawayKeyframes
public import CutawayTime

/// A segment with everything that a reader of its track needs: what it plays, and which part plays
/// when.
public struct SourceSegment: Sendable, Hashable {
  /// The source range and the target range, both in seconds.
  public var mapping: TimeMapping
  /// What it plays.
  package var source: MediaSource
  /// The index of the media's track among those of the same media type, from 0.
  public var trackIndex: Int
  /// How a change of speed affects the pitch of sound.
  public var pitch: Pitch
  /// Overrides the colorimetry of the video; `nil` uses that of the file.
  public var colorimetry: Colorimetry?
  /// What decodes the video; `nil` is the decoder of the highest rank.
  public var decoder: Decoder?
  /// The size of the video's frames, if they are read smaller than they are stored, in both axes of the stored frame;
  /// `nil` is their own.
  public var size: PixelSize?

  /// What decodes video.
  public enum Decoder: String, Sendable, Hashable, Codable, CaseIterable {
    /// A decoder that runs on the processor.
    case software
    /// A decoder of dedicated hardware, if there is one.
    case hardware
  }

  /// How a change of speed affects the pitch of sound.
  public enum Pitch: String, Sendable, Hashable, Codable, CaseIterable {
    /// The pitch stays the same; the default.
    case preserved = "preserve"
    /// The pitch changes with the speed, as on a tape.
    case varispeed
  }

  /// Matrix, transfer function, primaries and range of Y′CbCr, named after standards.
  public enum Colorimetry: String, Sendable, Hashable, Codable, CaseIterable {
    /// 525-line SD (NTSC): the matrix of BT.601, the primaries of SMPTE 170M.
    case bt601
    /// 625-line SD (PAL, SECAM): the matrix of BT.601, the primaries of EBU Tech. 3213.
    case bt470bg
    /// HD (BT.709).
    case bt709
    /// Early HD (SMPTE 240M).
    case smpte240m
    /// UHD in standard dynamic range (BT.2020).
    case bt2020
    /// UHD in high dynamic range (BT.2100) with the transfer function of SMPTE ST 2084.
    case pq = "bt2100-pq"
    /// UHD in high dynamic range (BT.2100) with hybrid log-gamma.
    case hlg = "bt2100-hlg"
    /// Full range with the matrix of BT.601 and the primaries of BT.709, as in JFIF.
    case jpeg
  }

  /// Creates a segment of a file, whose location is a path or a URI; neither range may be empty.
  public init(
    mapping: TimeMapping, location: String, trackIndex: Int = 0,
    pitch: Pitch = .preserved, colorimetry: Colorimetry? = nil, decoder: Decoder? = nil
  ) {
    self.init(
      mapping: mapping, source: .file(location), trackIndex: trackIndex, pitch: pitch,
      colorimetry: colorimetry, decoder: decoder)
  }

  /// Creates a segment; neither range may be empty.
  package init(
    mapping: TimeMapping, source: MediaSource, trackIndex: Int = 0,
    pitch: Pitch = .preserved, colorimetry: Colorimetry? = nil, decoder: Decoder? = nil,
    size: PixelSize? = nil
  ) {
    self.size = size
    self.mapping = mapping
    self.source = source
    self.trackIndex = trackIndex
    self.pitch = pitch
    self.colorimetry = colorimetry
    self.decoder = decoder
  }

  /// The path or the URI of a file; the text form of another source.
  public var location: String { source.text }

  /// Whether `next` plays the following part of the same file, at the same speed and without a gap,
  /// so that a reader can continue as if there were no cut.
  public func continues(with next: SourceSegment) -> Bool {
    source == next.source && trackIndex == next.trackIndex && pitch == next.pitch
      && colorimetry == next.colorimetry && decoder == next.decoder && size == next.size
      && mapping.continues(with: next.mapping)
  }
}

extension [SourceSegment] {
  /// Appends a segment, and joins it to the last one if it only continues that.
  package mutating func append(joining segment: SourceSegment) {
    guard let last, last.continues(with: segment) else {
      append(segment)
      return
    }
    self[count - 1].mapping = last.mapping.joined(to: segment.mapping)
  }
}

// The text form of segments in a launch line: the `segments` property of `tracksrc`.
//
//     0..16=media/beach.mp4@0..16; 18..20=media/beach.mp4@20..24#1~varispeed
//
// An entry is `START..END=LOCATION@START..END`, in seconds of the timeline and of the source. A source
// that ends before it starts, `@24..20`, is reversed. Then come `#` and the index of the track if it is not the first,
// `~varispeed`, `&` with a colorimetry, `+software` or `+hardware`, and `*960x540` if frames are read in another size. A location percent-encodes spaces, control characters and ; = @ # ~ % " \ ' as in a
// URI: %3B and so on.

extension SourceSegment: LosslessStringConvertible {
  /// The segment as text: `18..20=media/beach.mp4@20..24#1~varispeed`.
  public var description: String {
    let source = mapping.source
    let range = mapping.isReversed ? "\(source.end)..\(source.start)" : "\(source)"
    var text = "\(mapping.target)=\(escaped(location))@\(range)"
    if trackIndex != 0 { text += "#\(trackIndex)" }
    if pitch != .preserved { text += "~\(pitch.rawValue)" }
    if let colorimetry { text += "&\(colorimetry.rawValue)" }
    if let decoder { text += "+\(decoder.rawValue)" }
    if let size { text += "*\(size.width)x\(size.height)" }
    return text
  }

  /// Parses the output of ``description``; `nil` for any other text.
  public init?(_ text: String) {
    let halves = text.split(separator: "=", maxSplits: 1)
    guard halves.count == 2, let at = halves[1].lastIndex(of: "@") else { return nil }
    var rest = halves[1][halves[1].index(after: at)...]
    var size: PixelSize?
    if let mark = rest.firstIndex(of: "*") {
      let sides = rest[rest.index(after: mark)...].split(separator: "x").map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1],
        (1...32_768).contains(width), (1...32_768).contains(height)
      else { return nil }
      size = PixelSize(width: width, height: height)
      rest = rest[..<mark]
    }
    var decoder: Decoder?
    if let mark = rest.firstIndex(of: "+") {
      guard let named = Decoder(rawValue: String(rest[rest.index(after: mark)...])) else {
        return nil
      }
      decoder = named
      rest = rest[..<mark]
    }
    var colorimetry: Colorimetry?
    if let mark = rest.firstIndex(of: "&") {
      guard let named = Colorimetry(rawValue: String(rest[rest.index(after: mark)...])) else {
        return nil
      }
      colorimetry = named
      rest = rest[..<mark]
    }
    var pitch = Pitch.preserved
    if let mark = rest.firstIndex(of: "~") {
      guard let named = Pitch(rawValue: String(rest[rest.index(after: mark)...])) else {
        return nil
      }
      pitch = named
      rest = rest[..<mark]
    }
    var index = 0
    if let mark = rest.firstIndex(of: "#") {
      guard let number = Int(rest[rest.index(after: mark)...]), number >= 0 else { return nil }
      index = number
      rest = rest[..<mark]
    }
    guard let target = TimeRange(text: halves[0]), let ends = rest.timesAroundDots,
      ends.start != ends.end, let location = unescaped(halves[1][..<at]), !location.isEmpty
    else { return nil }
    self.init(
      mapping: TimeMapping(
        source: TimeRange(start: min(ends.start, ends.end), end: max(ends.start, ends.end)),
        target: target, isReversed: ends.end < ends.start),
      source: MediaSource(text: location), trackIndex: index, pitch: pitch,
      colorimetry: colorimetry, decoder: decoder, size: size)
  }
}

private let hexDigits = Array("0123456789ABCDEF".utf8)

private func escaped(_ location: String) -> String {
  var bytes: [UInt8] = []
  for byte in location.utf8 {
    if byte <= 0x20 || ";=@#~%\"\\'".utf8.contains(byte) {
      bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func unescaped(_ text: some StringProtocol) -> String? {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let high = rest.popFirst(), let low = rest.popFirst(),
      let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
    else { return nil }
    bytes.append(value)
  }
  return String(validating: bytes, as: UTF8.self)
}
