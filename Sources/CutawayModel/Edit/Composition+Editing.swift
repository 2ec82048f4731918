public import CutawayTime

// Edits of all tracks at once, as in AVFoundation's `AVMutableComposition`.
//
// They change tracks only. Instructions, the mix and markers keep their times.

extension Composition {
  /// Inserts a range of an asset at natural speed; later segments of the same tracks move back.
  ///
  /// The asset's first video track goes to the first video track of the composition, and its first
  /// audio track to the first audio track. A missing track is added with the name `video` or
  /// `audio`. A missing asset is added, too.
  ///
  /// - Parameters:
  ///   - range: The source range, in the time of the asset.
  ///   - asset: The asset.
  ///   - media: The properties of the asset, as `Asset.load()` returns them.
  ///   - time: When the range plays, in the time of the composition.
  /// - Throws: `CompositionError` if the range is empty, starts before 0 or ends past the asset,
  ///   `time` lies before 0, the asset contains neither video nor sound, or the composition has
  ///   another asset of the same name. The composition then stays unchanged.
  public mutating func insert(
    _ range: TimeRange, of asset: Asset, containing media: MediaDescription, at time: MediaTime
  ) throws(CompositionError) {
    if let known = self.asset(asset.id), known != asset {
      throw CompositionError(.overlap, "another asset is called '\(asset.id)'")
    }
    if let end = media.duration, !media.isDurationEstimated, range.end > end {
      throw CompositionError(
        .outOfRange, "the range \(range.text) s ends past the asset's end, \(end.text) s")
    }
    let types: [Track.MediaType] =
      (media.videoTracks.isEmpty ? [] : [.video]) + (media.audioTracks.isEmpty ? [] : [.audio])
    if types.isEmpty {
      throw CompositionError(
        .danglingReference, "the asset '\(asset.id)' contains neither video nor sound")
    }
    var edited = self
    if self.asset(asset.id) == nil { edited.assets.append(asset) }
    for type in types {
      let index = edited.indexOfTrack(type)
      try edited.tracks[index].insert(Segment.Media(asset: asset.id, source: range), at: time)
    }
    self = edited
  }

  /// Inserts an empty range into all tracks that last longer than its start.
  ///
  /// - Throws: `CompositionError` if the range is empty or starts before 0.
  public mutating func insertEmpty(_ range: TimeRange) throws(CompositionError) {
    try editTracks { track throws(CompositionError) in try track.insertEmpty(range) }
  }

  /// Removes a range of all tracks; later segments move forward.
  ///
  /// - Throws: `CompositionError` if the range is empty or starts before 0.
  public mutating func remove(_ range: TimeRange) throws(CompositionError) {
    try editTracks { track throws(CompositionError) in try track.remove(range) }
  }

  /// Stretches or compresses a range of all tracks to another duration; later segments move.
  ///
  /// In a track that ends inside the range, the part up to its end changes its speed.
  ///
  /// - Throws: `CompositionError` if the range or the duration is empty, or the range starts
  ///   before 0 or ends past the composition.
  public mutating func scale(
    _ range: TimeRange, to newDuration: MediaTime
  ) throws(CompositionError) {
    if range.end > duration {
      throw CompositionError(
        .outOfRange, "\(range.text) s ends past the composition's end, \(duration.text) s")
    }
    try editTracks { track throws(CompositionError) in
      try track.stretch(range, to: newDuration)
    }
  }

  /// Edits all tracks, or none if one edit fails.
  private mutating func editTracks(
    _ edit: (inout Track) throws(CompositionError) -> Void
  ) throws(CompositionError) {
    var edited = tracks
    for index in edited.indices { try edit(&edited[index]) }
    tracks = edited
  }

  /// The index of the first track of a type, which is added if there is none.
  private mutating func indexOfTrack(_ type: Track.MediaType) -> Int {
    if let index = tracks.firstIndex(where: { $0.mediaType == type }) { return index }
    var id = Track.ID(type.rawValue), number = 2
    while track(id) != nil {
      id = "\(type.rawValue)-\(number)"
      number += 1
    }
    tracks.append(Track(id: id, mediaType: type))
    return tracks.count - 1
  }
}
