import CutawayTime

/// Receives the faults that a validation finds; each method returns whether to continue.
public protocol AVVideoCompositionValidationHandling: AnyObject {
  /// A property has an invalid value.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool
  /// No instruction covers a time range.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool
  /// The range of an instruction is malformed, overlaps the one before, or comes before it.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool
  /// A layer names a track that the asset does not have.
  func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol,
    layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool
}

extension AVVideoCompositionValidationHandling {
  /// Continues.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidValueForKey key: String
  ) -> Bool { true }
  /// Continues.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
  ) -> Bool { true }
  /// Continues.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol
  ) -> Bool { true }
  /// Continues.
  public func videoComposition(
    _ videoComposition: AVVideoComposition,
    shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
      any AVVideoCompositionInstructionProtocol,
    layerInstruction: AVVideoCompositionLayerInstruction, asset: AVAsset
  ) -> Bool { true }
}

/// A fault of a video composition.
enum VideoCompositionFault {
  case value(key: String, String)
  case gap(CMTimeRange)
  case range(any AVVideoCompositionInstructionProtocol, String)
  case track(
    any AVVideoCompositionInstructionProtocol, AVVideoCompositionLayerInstruction, String)

  /// The reason, in words.
  var reason: String {
    switch self {
    case .value(_, let reason), .range(_, let reason), .track(_, _, let reason): reason
    case .gap(let range): "no instruction covers \(rangeText(range))"
    }
  }
}

extension AVVideoComposition {
  /// All faults, in order of time.
  ///
  /// - Parameters:
  ///   - trackIDs: The numbers of the asset's tracks; `nil` does not check those of layers.
  ///   - end: The end of the asset, up to which instructions are needed.
  ///   - timeRange: Only instructions that touch this range are looked at.
  /// - Returns: The faults; empty if the video composition is valid.
  func faults(
    trackIDs: Set<CMPersistentTrackID>?, end: CMTime, timeRange: CMTimeRange
  ) -> [VideoCompositionFault] {
    var faults: [VideoCompositionFault] = []
    if !(frameDuration.isNumeric && frameDuration > .zero) {
      faults.append(
        .value(
          key: "frameDuration", "frameDuration is \(frameDuration.seconds) s; it must be positive"))
    }
    if !(renderSize.width >= 1 && renderSize.height >= 1) {
      faults.append(
        .value(
          key: "renderSize",
          "renderSize is \(renderSize.width)×\(renderSize.height); both sides must be positive"))
    }
    if !(renderScale > 0 && renderScale.isFinite) {
      faults.append(
        .value(key: "renderScale", "renderScale is \(renderScale); it must be positive"))
    }
    let first = timeRange.isValid ? timeRange.start : .zero
    let last = timeRange.isValid && timeRange.end.isNumeric ? min(timeRange.end, end) : end
    var covered = first
    for (index, instruction) in instructions.enumerated() {
      let range = instruction.timeRange, text = rangeText(range)
      guard range.isValid, range.start.isNumeric, !range.isEmpty else {
        faults.append(.range(instruction, "instruction \(index) has no valid range: \(text)"))
        continue
      }
      // Those outside of the range are not looked at.
      if range.end <= first || last.isNumeric && range.start >= last && covered >= last { continue }
      if range.start > covered {
        faults.append(.gap(CMTimeRange(start: covered, end: range.start)))
      } else if range.start < covered, index > 0, covered > first {
        faults.append(
          .range(
            instruction,
            "instruction \(index), \(text), starts before the one before it ends, at "
              + "\(covered.seconds) s"))
      }
      covered = max(covered, range.end)
      faults += layerFaults(of: instruction, index: index, trackIDs)
    }
    if last.isNumeric, covered < last {
      faults.append(.gap(CMTimeRange(start: covered, end: last)))
    }
    return faults
  }

  private func layerFaults(
    of instruction: any AVVideoCompositionInstructionProtocol, index: Int,
    _ trackIDs: Set<CMPersistentTrackID>?
  ) -> [VideoCompositionFault] {
    guard let instruction = instruction as? AVVideoCompositionInstruction else { return [] }
    let extra = animationTool?.trackID
    return instruction.layerInstructions.flatMap { layer -> [VideoCompositionFault] in
      var faults = layer.content.faults.map { reason in
        VideoCompositionFault.track(instruction, layer, "instruction \(index): \(reason)")
      }
      if let trackIDs, !trackIDs.contains(layer.trackID), layer.trackID != extra {
        let known = trackIDs.sorted().map { "\($0)" }.joined(separator: ", ")
        faults.append(
          .track(
            instruction, layer,
            "instruction \(index) shows track \(layer.trackID), but the video tracks of the asset are "
              + "\(known)"))
      }
      return faults
    }
  }

  /// Whether the video composition fits an asset; waits until its tracks are known.
  public func isValid(
    for asset: AVAsset?, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    let ids = asset.map { Set($0.currentTracks.filter { $0.mediaType == .video }.map(\.trackID)) }
    let found = faults(
      trackIDs: ids, end: asset?.duration ?? timeRange.end, timeRange: timeRange)
    for fault in found {
      guard let validationDelegate else { break }
      let continues =
        switch fault {
        case .value(let key, _):
          validationDelegate.videoComposition(
            self, shouldContinueValidatingAfterFindingInvalidValueForKey: key)
        case .gap(let range):
          validationDelegate.videoComposition(
            self, shouldContinueValidatingAfterFindingEmptyTimeRange: range)
        case .range(let instruction, _):
          validationDelegate.videoComposition(
            self, shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instruction)
        case .track(let instruction, let layer, _):
          validationDelegate.videoComposition(
            self, shouldContinueValidatingAfterFindingInvalidTrackIDIn: instruction,
            layerInstruction: layer, asset: asset ?? AVAsset())
        }
      if !continues { break }
    }
    return found.isEmpty
  }

  /// Whether the video composition fits tracks of one asset.
  public func isValid(
    for tracks: [AVAssetTrack], assetDuration duration: CMTime, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) -> Bool {
    let ids = Set(tracks.filter { $0.mediaType == .video }.map(\.trackID))
    let isRight = faults(trackIDs: ids, end: duration, timeRange: timeRange).isEmpty
    if validationDelegate != nil, !isRight {
      return isValid(
        for: tracks.first?.asset, timeRange: timeRange, validationDelegate: validationDelegate)
    }
    return isRight
  }

  /// Whether the video composition fits an asset, after its tracks are loaded.
  public func isValid(
    for asset: AVAsset?, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?
  ) async throws -> Bool {
    try await asset?.prepare()
    let check: (AVAsset?, CMTimeRange, (any AVVideoCompositionValidationHandling)?) -> Bool =
      isValid(for:timeRange:validationDelegate:)
    return check(asset, timeRange, validationDelegate)
  }

  /// Whether the video composition fits an asset; the handler may run before the call returns.
  public func determineValidity(
    for asset: AVAsset?, timeRange: CMTimeRange,
    validationDelegate: (any AVVideoCompositionValidationHandling)?,
    completionHandler: @escaping (Bool, (any Error)?) -> Void
  ) {
    completionHandler(
      isValid(for: asset, timeRange: timeRange, validationDelegate: validationDelegate), nil)
  }
}
