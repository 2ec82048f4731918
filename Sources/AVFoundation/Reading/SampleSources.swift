import Cutaway
import CutawayElementBridge
import CutawayMedia
import CutawayModel
import CutawayTime

/// Where an output of a reader gets its samples.
protocol SampleSource: Sendable {
  /// Waits for the next sample; `nil` after the last one.
  func next() throws(AVError) -> CMSampleBuffer?
  /// Makes a waiting ``next()`` return.
  func cancel()
}

/// Frames or sound that the engine renders.
final class RenderedSamples: SampleSource {
  private let reader: SampleReader
  private let content: Content
  private let start: MediaTime
  private let compositing: CompositingSession?

  enum Content: Sendable {
    case frames(FrameLayout, duration: MediaTime)
    case sound(AudioStreamBasicDescription)
  }

  /// Starts to render a part of an edit.
  init(_ edit: Edit, _ content: Content, range: TimeRange?) {
    (self.content, compositing) = (content, edit.compositing)
    start = range?.start ?? .zero
    edit.begin(at: start)
    let format =
      switch content {
      case .frames(let layout, _):
        SampleReader.Format(.video, caps: layout.caps, picture: layout.picture)
      case .sound(let sound):
        // Channels are separated afterwards.
        SampleReader.Format(
          .audio,
          caps: "audio/x-raw,layout=interleaved,format=\(sound.sampleFormat ?? "S16LE"),"
            + "rate=\(Int(sound.mSampleRate)),channels=\(sound.mChannelsPerFrame)")
      }
    reader = SampleReader(edit.composition, as: format, range: range)
  }

  func next() throws(AVError) -> CMSampleBuffer? {
    let sample: MediaSample?
    do throws(ExportError) {
      sample = try reader.next()
    } catch {
      throw compositing?.error ?? AVError(error, hasVideoComposition: true)
    }
    guard let sample else {
      if let error = compositing?.error { throw error }
      return nil
    }
    switch content {
    case .frames(let layout, let duration):
      let index = MediaTime(nanoseconds: sample.start + 1).floored(in: duration)
      return try frameSample(
        sample, layout, at: start + duration * Int(index), lasting: duration)
    case .sound(let format):
      let rate = Int64(format.mSampleRate)
      let first = MediaTime(nanoseconds: sample.start).rounded(in: MediaTime(1, over: rate))
      let offset = start.rounded(in: MediaTime(1, over: rate))
      return soundSample(sample, format, from: first + offset)
    }
  }

  func cancel() {
    reader.cancel()
    compositing?.finish()
  }
}

/// A frame as a sample.
func frameSample(
  _ sample: MediaSample, _ layout: FrameLayout, at time: MediaTime, lasting duration: MediaTime?
) throws(AVError) -> CMSampleBuffer {
  guard let image = layout.image(of: sample) else {
    throw AVError(.decodeFailed, "the frame at \(time.seconds) s has another layout than requested")
  }
  return CMSampleBuffer(
    image: image, format: CMFormatDescription(of: image), count: 1,
    timing: CMSampleTimingInfo(
      duration: duration.map { CMTime($0) } ?? .invalid, presentationTimeStamp: CMTime(time)),
    sizes: [])
}

/// A block of sound as a sample.
func soundSample(
  _ sample: MediaSample, _ format: AudioStreamBasicDescription, from first: Int64
) -> CMSampleBuffer {
  let channels = Int(format.mChannelsPerFrame), bytes = Int(format.mBitsPerChannel) / 8
  let count = sample.size / (channels * bytes)
  let data = CMBlockBuffer(length: count * channels * bytes)
  if format.isNonInterleaved, channels > 1 {
    let all = sample.bytes
    unsafe data.withUnsafeMutableBytes { target in
      for frame in 0..<count {
        for channel in 0..<channels {
          for byte in 0..<bytes {
            unsafe target[(channel * count + frame) * bytes + byte] =
              all[(frame * channels + channel) * bytes + byte]
          }
        }
      }
    }
  } else {
    unsafe data.withUnsafeMutableBytes { unsafe sample.copyBytes(to: $0) }
  }
  let rate = CMTimeScale(format.mSampleRate)
  return CMSampleBuffer(
    data: data, format: CMFormatDescription(sound: format), count: count,
    timing: CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: rate),
      presentationTimeStamp: CMTime(value: first, timescale: rate)),
    sizes: [Int(format.mBytesPerFrame)])
}
