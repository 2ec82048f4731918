import Cutaway
import Foundation

func dissolve(_ first: URL, _ second: URL) throws -> Composition {
  let beach = Asset(id: "beach", url: first)
  let city = Asset(id: "city", url: second)
  let parts: [(Track.ID, Track.MediaType, Asset, MediaTime)] = [
    ("a", .video, beach, 0), ("b", .video, city, 4),
    ("a-sound", .audio, beach, 0), ("b-sound", .audio, city, 4),
  ]
  var edit = Composition(assets: [beach, city])
  for (id, type, asset, start) in parts {
    var track = Track(id: id, mediaType: type)
    let source = TimeRange(start: 0, duration: 5)
    try track.insert(.init(asset: asset.id, source: source), at: start)
    edit.tracks.append(track)
  }

  let overlap = TimeRange(start: 4, end: 5)
  let whole = TimeRange(start: 0, end: edit.duration)
  let fit = AnimatedValue(LayerTransform(.fit))
  var top = Layer(track: "b", transform: fit)
  try top.opacity.add(.ramp(.init(over: overlap, from: 0, to: 1)))
  let bottom = Layer(track: "a", transform: fit)
  edit.instructions = [Instruction(range: whole, layers: [top, bottom])]

  var before = AudioMixParameters(track: "a-sound")
  try before.volume.add(.ramp(.init(over: overlap, from: 1, to: 0)))
  var after = AudioMixParameters(track: "b-sound")
  try after.volume.add(.ramp(.init(over: overlap, from: 0, to: 1)))
  edit.audioMix = [before, after]
  return edit
}
