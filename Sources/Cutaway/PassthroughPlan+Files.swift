public import CutawayContainers
import CutawayElementBridge
import CutawayElementKit
public import CutawayGraph
public import CutawayModel
import CutawayRuntime
public import CutawayTime
import CutawayTrack

extension PassthroughPlan {
  /// Looks at a composition and at the packets of its files.
  ///
  /// ``PassthroughPlan/faults`` then tells everything that keeps it from being copied, but for what a
  /// muxer does not take.
  ///
  /// - Parameters:
  ///   - resolved: The composition and what is known of its media.
  ///   - range: The part to copy; its start becomes the output's 0.
  ///   - kinds: What goes into the file.
  /// - Returns: The plan.
  public static func inspecting(
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

  /// Completes an MP4 or MOV file that the graph of the plan has made, before it gets its name.
  ///
  /// It gets how its picture is turned, which muxers do not write, and how much later
  /// sound is heard than it is decoded is taken back, which is how a muxer is told of what comes before
  /// time 0. The sound then ends with its last packet. Files of other types need none of it.
  ///
  /// - Throws: `ContainerError` where the file is of another type, or that cannot be written: then it plays
  ///   wrong.
  public func complete(_ path: String) throws(ContainerError) {
    let header = try MovieHeader(completed: path)
    var patches = header.withoutSoundDelays + header.withSoundEndingWithMedia
    if orientation != .identity {
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
      try PacketInspection.inspect(segment.source, media: segment.media)
    }
  }
}
