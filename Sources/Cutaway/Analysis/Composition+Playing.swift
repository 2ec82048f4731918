import CutawayModel
import CutawaySources
import CutawayTime

extension Composition {
  /// A composition of a part of an asset alone.
  init(
    playing asset: Asset, _ type: Track.MediaType, _ range: TimeRange, _ render: RenderSettings
  ) throws {
    let segment = Segment(
      target: TimeRange(start: .zero, duration: range.duration),
      media: .init(asset: asset.id, source: range))
    let track = try Track(id: "media", mediaType: type, segments: [segment])
    self.init(render: render, assets: [asset], tracks: [track])
  }
}

extension RenderSettings {
  /// Settings that leave the samples of a sound as they are, as far as compositions can have them.
  init(hearing audio: MediaDescription.Audio) {
    let (rates, counts) = (Self.sampleRateRange, Self.channelRange)
    self.init(
      sampleRate: min(max(audio.sampleRate, rates.lowerBound), rates.upperBound),
      channels: min(max(audio.channels, counts.lowerBound), counts.upperBound))
  }
}
