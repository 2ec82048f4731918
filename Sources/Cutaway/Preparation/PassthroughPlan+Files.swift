package import CutawayContainers
import CutawayDiagnostics
import CutawayElementBridge
import CutawayElementKit
import CutawayMedia
import CutawayModel
import CutawayQuirks
import CutawayRuntime
import CutawayTime
import CutawayTrack
import CutawayTranslation

extension PassthroughPlan {
  /// Examines a composition and the packets of its files for passthrough.
  ///
  /// ``PassthroughPlan/faults`` of the result lists every reason against copying, except limits of
  /// a muxer.
  ///
  /// - Parameters:
  ///   - resolved: The composition and the properties of its media.
  ///   - range: The part to copy, whose start becomes time 0 of the output; `nil` copies
  ///     everything.
  ///   - kinds: The media types that the output file contains.
  /// - Returns: The plan.
  package static func inspecting(
    _ resolved: ResolvedComposition, range: TimeRange? = nil,
    kinds: Set<MediaType> = [.video, .audio]
  ) async -> PassthroughPlan {
    var plan = PassthroughPlan(resolved, range: range, kinds: kinds)
    do throws(PipelineError) {
      try registerElements()
    } catch {
      for segment in plan.segments { plan.fail("\(error)", for: segment) }
      return plan
    }
    for segment in plan.segments {
      switch await inspect(segment) {
      case .success(let found): plan.add(found, for: segment)
      case .failure(let error): plan.fail(error.description, for: segment)
      }
    }
    return plan
  }

  /// Completes an MP4 or MOV file that the plan's graph has written, before the file is renamed.
  ///
  /// Writes the preferred transform, which muxers do not write. Removes the delay of the sound,
  /// through which the muxer received the time before 0, and ends the sound with its last packet.
  /// Files of other types need none of this.
  ///
  /// - Throws: `ContainerError` if the file is of another type or cannot be written. The file would
  ///   then play incorrectly.
  package func complete(_ path: String) throws(ContainerError) {
    let header = try MovieHeader(completed: path)
    var patches: [FilePatch] = []
    if Quirk.soundDelays.applies { patches += header.withoutSoundDelays }
    if Quirk.soundEnd.applies { patches += header.withSoundEndingWithMedia }
    if orientation != .identity, Quirk.movieOrientation.applies {
      let m = preferredTransform
      patches += try header.withPictures(turnedBy: [m.a, m.b, m.c, m.d, m.tx, m.ty])
    }
    try FilePatch.apply(patches, to: path)
  }
}

private func inspect(
  _ segment: PassthroughPlan.Segment
) async -> Result<PacketFindings, ElementError> {
  await onBlockingThread {
    Result { () throws(ElementError) in
      try PacketInspection.inspect(
        segment.source, media: segment.media == .video ? .video : .audio)
    }
  }
}
