import CutawayFile
import CutawayModel
import CutawayTime
import Foundation

extension OTIOWriter {
  func track(of item: TimelineTrack) -> OTIOValue {
    var children: [OTIOValue] = []
    for (index, segment) in item.segments.enumerated() {
      // Without its parts of transitions: half of each is before the cut.
      var segment = segment
      if let transition = item.transitions[index] {
        let half = half(of: transition)
        children.append(self.transition(transition, half, item.track.mediaType))
        segment = segment.shortened(atEnd: false, by: half)
      }
      if let next = item.transitions[index + 1] {
        segment = segment.shortened(atEnd: true, by: next.duration - half(of: next))
      }
      children.append(clip(of: segment))
    }
    var kept = OTIOKept()
    kept.language = item.track.language
    if item.track.preferredVolume != 1 { kept.volume = item.track.preferredVolume }
    if item.track.declick != .zero { kept.declick = item.track.declick }
    if item.track.isSilent { kept.isSilent = true }
    if !item.track.effects.isEmpty { kept.effects = item.track.effects }
    return .schema(
      "Track.1",
      [
        "name": .text(item.track.id.rawValue), "source_range": .null, "effects": .list([]),
        "kind": .text(item.track.mediaType == .video ? "Video" : "Audio"),
        "markers": .list([]), "metadata": metadata(kept), "children": .list(children),
      ])
  }

  /// The part of a transition before the cut: half of it, in whole frames if it has whole frames.
  private func half(of transition: Transition) -> MediaTime {
    let frames = transition.duration / clock.frameDuration
    return frames.denominator == 1
      ? clock.frameDuration * Int(frames.numerator / 2)
      : transition.duration * MediaTime(1, over: 2)
  }

  private func transition(
    _ transition: Transition, _ half: MediaTime, _ type: Track.MediaType
  ) -> OTIOValue {
    let isDissolve = transition.kind == .dissolve && transition.properties.isEmpty
    var kept = OTIOKept()
    if type == .video, !isDissolve || transition.easing != .linear { kept.transition = transition }
    return .schema(
      "Transition.1",
      [
        "name": .text(""), "metadata": metadata(kept),
        "transition_type": .text(isDissolve ? "SMPTE_Dissolve" : "Custom_Transition"),
        "in_offset": clock.time(half), "out_offset": clock.time(transition.duration - half),
      ])
  }

  private func clip(of segment: Segment) -> OTIOValue {
    guard let media = segment.media, let asset = composition.asset(media.asset) else {
      return .schema(
        "Gap.1",
        [
          "name": .text(""), "effects": .list([]), "markers": .list([]), "metadata": .object([:]),
          "source_range": clock.range(TimeRange(start: .zero, duration: segment.target.duration)),
        ])
    }
    var kept = OTIOKept()
    if media.trackIndex != 0 { kept.trackIndex = media.trackIndex }
    if media.pitch != .preserved { kept.pitch = media.pitch }
    if media.volume != 1 { kept.volume = media.volume }
    (kept.fadeIn, kept.fadeOut) = (media.fadeIn, media.fadeOut)
    // Clips have the length that they have in the track.
    let range = TimeRange(start: media.source.start, duration: segment.target.duration)
    return .schema(
      "Clip.2",
      [
        "name": .text(media.asset.rawValue), "source_range": clock.range(range),
        "effects": .list(speed(of: media, in: segment).map { [$0] } ?? []), "markers": .list([]),
        "metadata": metadata(kept), "active_media_reference_key": .text("DEFAULT_MEDIA"),
        "media_references": .object(["DEFAULT_MEDIA": reference(to: asset)]),
      ])
  }

  private func speed(of media: Segment.Media, in segment: Segment) -> OTIOValue? {
    let speed = media.source.duration / segment.target.duration
    if media.isFrozen {
      return .schema(
        "FreezeFrame.1",
        [
          "name": .text(""), "effect_name": .text("FreezeFrame"), "time_scalar": .number(0),
          "metadata": .object([:]),
        ])
    }
    if speed == MediaTime(1), !media.isReversed { return nil }
    return .schema(
      "LinearTimeWarp.1",
      [
        "name": .text(""), "effect_name": .text("LinearTimeWarp"),
        "time_scalar": .number(media.isReversed ? -speed.seconds : speed.seconds),
        "metadata": .object([:]),
      ])
  }

  private func reference(to asset: Asset) -> OTIOValue {
    var kept = OTIOKept()
    kept.colorimetry = asset.colorimetry
    var members: [String: OTIOValue] = ["name": .text(asset.id.rawValue), "available_range": .null]
    if let generator = asset.generator {
      kept.generator = generator
      members["metadata"] = metadata(kept)
      members["parameters"] = .object([:])
      members["generator_kind"] = .text(generator.kindName)
      return .schema("GeneratorReference.1", members)
    }
    members["metadata"] = metadata(kept)
    let location = AssetLocation(asset.location).relative(to: directory)
    if let duration = asset.frameDuration, let parts = location.imageName {
      members["target_url_base"] = .text(url(of: parts.folder))
      members["name_prefix"] = .text(parts.prefix)
      members["name_suffix"] = .text(parts.suffix)
      members["frame_zero_padding"] = .integer(Int64(parts.digits))
      members["start_frame"] = .integer(0)
      members["frame_step"] = .integer(1)
      members["rate"] = .number((MediaTime(1) / duration).seconds)
      members["missing_frame_policy"] = .text("error")
      return .schema("ImageSequenceReference.1", members)
    }
    members["target_url"] = .text(url(of: location))
    return .schema("ExternalReference.1", members)
  }

  /// Absolute paths are written as URLs.
  private func url(of path: String) -> String {
    path.hasPrefix("/") ? URL(fileURLWithPath: path).absoluteString : path
  }
}

extension Segment {
  /// The segment without a part of its start or end.
  fileprivate func shortened(atEnd: Bool, by duration: MediaTime) -> Segment {
    let range =
      atEnd
      ? TimeRange(start: target.start, end: target.end - duration)
      : TimeRange(start: target.start + duration, end: target.end)
    var part = clipped(to: range) ?? self
    // A frozen frame stays one, and the transition takes no fade away.
    if media?.isFrozen == true { part.media = media }
    part.media?.fadeIn = media?.fadeIn
    part.media?.fadeOut = media?.fadeOut
    return part
  }
}

extension Generator {
  /// The name that other programs may know.
  fileprivate var kindName: String {
    switch self {
    case .color: "SolidColor"
    case .gradient: "Gradient"
    case .bars(.smpte): "SMPTEBars"
    case .bars(.ebu): "EBUBars"
    case .noise: "Noise"
    case .countdown: "Countdown"
    case .image: "Image"
    }
  }
}

extension String {
  /// The parts of the name of a series of images: `frame-%05d.png`.
  fileprivate var imageName: (folder: String, prefix: String, digits: Int, suffix: String)? {
    let start = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
    guard let match = self[start...].firstMatch(of: /%(?:0([1-9]))?d/) else { return nil }
    return (
      String(self[..<start]), String(self[start..<match.range.lowerBound]),
      match.output.1.flatMap { Int($0) } ?? 0, String(self[match.range.upperBound...])
    )
  }
}
