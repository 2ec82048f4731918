import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayTime

/// A segment of a track, or a part of one.
struct StoredPart: Sendable {
  let location: String
  let trackIndex: Int
  let colorimetry: String?
  let mapping: TimeMapping
}

/// The packets of a track as its files store them, one segment after the other.
final class StoredSamples: SampleSource {
  private let parts: [StoredPart]
  private let format: CMFormatDescription
  private let unit: MediaTime?
  private let state = Monitor(State())

  private struct State {
    var index = 0
    var reader: MediaReader?
    var isCancelled = false
    /// Whether a packet has been delivered.
    var hasBegun = false
    /// The packet after the one that was delivered.
    var waiting: CMSampleBuffer?
    /// The format of the packets, and the caps that it has.
    var format: (caps: String, description: CMFormatDescription)?
  }

  /// - Parameters:
  ///   - parts: In order of time, without empty ones.
  ///   - format: The format of the track.
  ///   - unit: The duration of a frame, in whose multiples times are exact; `nil` if it varies.
  init(_ parts: [StoredPart], _ format: CMFormatDescription, unit: MediaTime?) {
    (self.parts, self.format, self.unit) = (parts, format, unit)
  }

  func cancel() {
    let reader = state.update { state in
      state.isCancelled = true
      return state.reader
    }
    reader?.interrupt()
  }

  func next() throws(AVError) -> CMSampleBuffer? {
    if let waiting = state.update({ state in
      defer { state.waiting = nil }
      return state.waiting
    }) {
      return waiting
    }
    while true {
      guard let (part, reader) = try current() else { return nil }
      let reading: MediaReader.Reading
      do throws(ElementError) {
        reading = try reader.next()
      } catch {
        throw AVError(.decodeFailed, "'\(part.location)': \(error)")
      }
      switch reading {
      case .interrupted: throw AVError(.operationCancelled)
      case .end: advance()
      case .sample(let sample):
        guard let buffer = buffer(of: sample, in: part) else { continue }
        return prepared(sample, in: part).map { earlier in
          state.update { $0.waiting = buffer }
          return earlier
        } ?? buffer
      }
    }
  }

  /// The part that is read; `nil` after the last one.
  private func current() throws(AVError) -> (StoredPart, MediaReader)? {
    let result = state.update { state -> Result<(StoredPart, MediaReader)?, AVError> in
      if state.isCancelled { return .failure(AVError(.operationCancelled)) }
      guard state.index < parts.count else { return .success(nil) }
      let part = parts[state.index]
      if let reader = state.reader { return .success((part, reader)) }
      let request = MediaReader.Request(
        location: part.location, trackIndex: part.trackIndex,
        output: .packets(format.mediaType == .video ? .video : .audio))
      let reader = MediaReader(request, from: part.mapping.source.start.nanoseconds)
      state.reader = reader
      return .success((part, reader))
    }
    return try result.get()
  }

  private func advance() {
    let reader = state.update { state in
      defer { state.reader = nil }
      state.index += 1
      return state.reader
    }
    reader?.close()
  }

  /// The sample of the track; `nil` if it lies outside of the segment.
  private func buffer(of sample: MediaSample, in part: StoredPart) -> CMSampleBuffer? {
    let source = part.mapping.source
    let start = exact(sample.start)
    let length = sample.duration.map { exact($0) } ?? unit
    if start >= source.end, exact(sample.decodingTime ?? sample.start) >= source.end {
      advance()
      return nil
    }
    if sample.isSetup || start + (length ?? .zero) <= source.start { return nil }
    let time = part.mapping.targetTime(of: start)
    let duration = length.map { part.mapping.targetTime(of: start + $0) - time }
    return packet(sample, at: time, lasting: duration, part.mapping)
  }

  /// The packet before the first one of a track of sound, which decoders need, though it is not heard; `nil` if there is
  /// none.
  private func prepared(_ first: MediaSample, in part: StoredPart) -> CMSampleBuffer? {
    let isFirst = state.update { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst, format.mediaType == .audio,
      let sample = first.soundBefore(in: part.location, trackIndex: part.trackIndex).last
    else { return nil }
    let start = exact(sample.start), end = exact(first.start)
    let time = part.mapping.targetTime(of: start)
    return packet(
      sample, at: time, lasting: part.mapping.targetTime(of: end) - time, part.mapping)
  }

  private func packet(
    _ sample: MediaSample, at time: MediaTime, lasting duration: MediaTime?, _ mapping: TimeMapping
  ) -> CMSampleBuffer {
    let (mediaType, fields) = sample.capsFields
    let caps = ([mediaType] + fields.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
      .joined(separator: ",")
    let description = state.update { state in
      if let known = state.format, known.caps == caps { return known.description }
      let new = CMFormatDescription(
        format.mediaType.rawValue, codec: format.mediaSubType.rawValue,
        dimensions: format.dimensions, sound: format.audioStreamBasicDescription,
        packetCaps: caps)
      state.format = (caps, new)
      return new
    }
    let data = CMBlockBuffer(length: sample.size)
    unsafe data.withUnsafeMutableBytes { unsafe sample.copyBytes(to: $0) }
    let buffer = CMSampleBuffer(
      data: data, format: description, count: 1,
      timing: CMSampleTimingInfo(
        duration: duration.map { CMTime($0) } ?? .invalid, presentationTimeStamp: CMTime(time),
        decodeTimeStamp: sample.decodingTime.map {
          CMTime(mapping.targetTime(of: exact($0)))
        } ?? .invalid),
      sizes: [sample.size])
    if !sample.isKey { buffer.markDependent() }
    return buffer
  }

  /// A time that is a multiple of the frame duration, if it differs from one only by rounding.
  private func exact(_ nanoseconds: Int64) -> MediaTime {
    let time = MediaTime(nanoseconds: nanoseconds)
    guard let unit, unit > .zero else { return time }
    let near = unit * Int(time.rounded(in: unit))
    let distance = near.nanoseconds - nanoseconds
    return abs(distance) <= 2_000 ? near : time
  }
}
