import Cutaway

// The code of the article "Moving an AVFoundation editor to Cutaway".

func inset(_ upper: Asset, over lower: Asset) throws -> Composition {
  let whole = TimeRange(start: 0, duration: 5)
  var edit = Composition(assets: [upper, lower])
  var layers: [Layer] = []
  let tracks: [(Track.ID, Asset)] = [("upper", upper), ("lower", lower)]
  for (id, asset) in tracks {
    var track = Track(id: id, mediaType: .video)
    try track.insert(.init(asset: asset.id, source: whole), at: 0)
    edit.tracks.append(track)
    layers.append(Layer(track: id))
  }
  let left = TransformMatrix(a: 0.25, b: 0, c: 0, d: 0.25, tx: 0, ty: 0)
  let right = TransformMatrix(a: 0.25, b: 0, c: 0, d: 0.25, tx: 960, ty: 0)
  try layers[0].transform.add(
    .ramp(
      .init(
        over: TimeRange(start: 1, duration: 2),
        from: LayerTransform(left), to: LayerTransform(right))))
  edit.instructions = [Instruction(range: whole, layers: layers)]
  edit.render.size = PixelSize(width: 1280, height: 720)
  edit.render.frameDuration = MediaTime(1, over: 30)
  return edit
}
