import Cutaway
import CutawayModel
import CutawayTime
import CutawayTranslation
import Foundation
import TestSupport
import Testing

/// Films in HDR that are read in the size in which they are shown.
///
/// With an effect they are read in their own size, for effects count in its pixels. The frames are the same but for the
/// order in which tones are mapped and pixels are mixed, to which a smooth film is almost indifferent.
@Suite(.serialized) struct ReadingSizeTests {
  private static let frame = MediaTime(1, over: 30)
  private static let length = 4

  /// 640 × 360 pixels in 10 bits and HLG, or PQ.
  private func film(_ transfer: String) async throws -> String {
    let tags =
      "setparams=range=tv:color_primaries=bt2020:color_trc=\(transfer):colorspace=bt2020nc"
    return try await FFmpegMedia(
      "mkv",
      [
        "-vf", "scale=640:360,gblur=3,format=yuv420p10le,\(tags)", "-c:v", "ffv1", "-pix_fmt",
        "yuv420p10le",
      ], video: .init(frameCount: 10)
    ).file().path
  }

  /// Layers of the film, the uppermost first, in 320 × 180 pixels; with an effect, if `isWhole`.
  private func composition(
    _ path: String, _ layers: [Layer], isWhole: Bool
  ) throws -> Composition {
    let range = TimeRange(start: .zero, duration: Self.frame * Self.length)
    return Composition(
      render: .film(Self.frame),
      assets: [Asset(id: "a", location: path)],
      tracks: try layers.map { layer in
        try Track(
          id: layer.track, mediaType: .video,
          segments: [Segment(target: range, media: .init(asset: "a", source: range))])
      },
      instructions: [
        Instruction(
          range: range,
          layers: layers.map { layer in
            var layer = layer
            if isWhole { layer.effects = [Effect(element: "identity")] }
            return layer
          })
      ])
  }

  private func translation(_ composition: Composition) async throws -> Translation {
    let catalog = await MediaCatalog(of: composition)
    return try Translation(.knowing(composition, catalog.descriptions))
  }

  /// The sizes that the segments of the sources state, each once.
  private func sizes(_ translation: Translation) -> Set<String> {
    let text = translation.graph(to: .raw(video: "/dev/null", audio: "/dev/null")).launchText
    return Set(
      text.split(separator: "*").dropFirst().map { part in
        String(part.prefix { $0.isNumber || $0 == "x" })
      })
  }

  private func compare(
    _ layers: [Layer], size: String, transfer: String = "arib-std-b67"
  ) async throws {
    let path = try await film(transfer)
    let small = try await translation(composition(path, layers, isWhole: false))
    let whole = try await translation(composition(path, layers, isWhole: true))
    #expect(sizes(small) == [size])
    #expect(sizes(whole) == [])
    let (found, expected) = (
      try await Rendering(small).frames, try await Rendering(whole).frames
    )
    #expect(found.count == Self.length && expected.count == Self.length)
    for (index, pair) in zip(found, expected).enumerated() {
      let ratio = psnr(pair.0, pair.1)
      #expect(ratio > 40, "frame \(index): \(ratio) dB")
    }
  }

  @Test(arguments: ["arib-std-b67", "smpte2084"])
  func `a film that fits the picture is read in its size`(transfer: String) async throws {
    let fit = Layer(track: "v", transform: AnimatedValue(LayerTransform(.fit)))
    try await compare([fit], size: "320x180", transfer: transfer)
  }

  @Test func `the greatest scale of a ramp and of all layers counts`() async throws {
    let range = TimeRange(start: .zero, duration: Self.frame * Self.length)
    func matrix(_ scale: Double, x: Double, degrees: Double = 0) -> LayerTransform {
      LayerTransform(
        TransformMatrix.scale(x: scale, y: scale)
          .concatenating(.rotation(degrees: degrees)).concatenating(.translation(x: x, y: 40)))
    }
    let growing = try AnimatedValue(entries: [
      .ramp(.init(over: range, from: matrix(0.2, x: 10), to: matrix(0.4, x: 30)))
    ])
    let turned = AnimatedValue(matrix(0.3, x: 200, degrees: 30))
    try await compare(
      [Layer(track: "v", transform: turned), Layer(track: "w", transform: growing)],
      size: "256x144")
  }

  @Test func `a crop keeps its place`() async throws {
    let crop = AnimatedValue(Rectangle(x: 101, y: 52, width: 333, height: 211))
    try await compare(
      [Layer(track: "v", transform: AnimatedValue(LayerTransform(.fit)), crop: crop)],
      size: "320x180")
  }

  @Test func `a film that is shown in its size, or larger, is read whole`() async throws {
    let path = try await film("arib-std-b67")
    for scale in [0.9, 1, 2] {
      let layer = Layer(
        track: "v",
        transform: AnimatedValue(LayerTransform(TransformMatrix.scale(x: scale, y: scale))))
      let other = Layer(track: "w", transform: AnimatedValue(LayerTransform(.fit)))
      let edit = try composition(path, [other, layer], isWhole: false)
      #expect(sizes(try await translation(edit)) == [])
    }
  }

  @Test func `a compositor's layers are placed from the size in which they are read`()
    async throws
  {
    let path = try await film("arib-std-b67")
    let layers = [
      Layer(
        track: "v", transform: AnimatedValue(LayerTransform(.fit)), opacity: AnimatedValue(0.5)),
      Layer(
        track: "w", transform: AnimatedValue(LayerTransform(TransformMatrix.scale(x: 0.3, y: 0.4)))
      ),
    ]
    func edit(isWhole: Bool) throws -> Composition {
      var edit = try composition(path, layers, isWhole: isWhole)
      edit.instructions[0].compositor = Compositor(element: "layermixer", tracks: ["w", "v"])
      return edit
    }
    let small = try await translation(edit(isWhole: false))
    #expect(sizes(small) == ["320x180"])
    let (found, expected) = (
      try await Rendering(small).frames,
      try await Rendering(try await translation(edit(isWhole: true))).frames
    )
    for pair in zip(found, expected) { #expect(psnr(pair.0, pair.1) > 40) }
  }

  @Test func `the first pipeline of a process scales, too`() async throws {
    let folder = try TemporaryDirectory()
    defer { folder.remove() }
    let edit = """
      cutaway: 1
      render: {size: [320, 180], frameRate: 30}
      assets: {a: "\(try await film("arib-std-b67"))"}
      tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 0.1]}]}]
      instructions: [{range: [0, 0.1], layers: [{track: v, transform: fit}]}]
      """
    try Data(edit.utf8).write(to: folder.file("edit.yaml"))
    let outcome = try await ChildProcess(
      TestedPackage.command, ["play", "edit.yaml", "--video-sink", "fakesink sync=false"],
      directory: folder.url
    ).run()
    #expect(outcome.status == .exited(0), "\(outcome.errorText)")
  }
}
