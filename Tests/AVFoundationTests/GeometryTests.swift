import AVFoundation
import TestSupport
import Testing

/// Rules 27 to 33 and 37: where frames land.
@Suite(.serialized) struct GeometryTests {
  func setting(
    _ asset: AVURLAsset
  ) async throws -> (AVMutableComposition, AVMutableCompositionTrack) {
    let composition = AVMutableComposition(), track = try composition.add()
    try track.insertTimeRange(f(0, 60), of: asset.video(), at: .zero)
    return (composition, track)
  }

  struct Place: Sendable, CustomTestStringConvertible {
    let name: String, transform: CGAffineTransform, region: CGRect
    var testDescription: String { name }
  }

  @Test(arguments: [
    Place(
      name: "identity", transform: .identity, region: CGRect(x: 0, y: 0, width: 320, height: 180)),
    Place(
      name: "to the right and down", transform: CGAffineTransform(translationX: 200, y: 100),
      region: CGRect(x: 200, y: 100, width: 320, height: 180)),
    Place(
      name: "half", transform: CGAffineTransform(scaleX: 0.5, y: 0.5),
      region: CGRect(x: 0, y: 0, width: 160, height: 90)),
    Place(
      name: "scaled, then moved",
      transform: CGAffineTransform(scaleX: 2, y: 2).concatenating(
        CGAffineTransform(translationX: 0, y: 40)),
      region: CGRect(x: 0, y: 40, width: 640, height: 360)),
    Place(
      name: "moved, then scaled",
      transform: CGAffineTransform(scaleX: 0.5, y: 0.5).translatedBy(x: 100, y: 60),
      region: CGRect(x: 50, y: 30, width: 160, height: 90)),
  ])
  func `R27: the origin is at the top left, y grows downwards`(place: Place) async throws {
    let (composition, track) = try await setting(Clips.silent(1))
    let video = videoComposition(
      [instruction(f(0, 60), [layer(track, place.transform)])],
      size: CGSize(width: 640, height: 400))
    let picture = try await image(of: composition, video, at: f(9))
    #expect(picture.width == 640 && picture.height == 400)
    #expect(try picture.shown(in: place.region) == Shown(1, 9))
    // Around it is the background.
    for (x, y) in [(2, 2), (637, 2), (2, 397), (637, 397), (320, 399)]
    where !place.region.insetBy(dx: -2, dy: -2).contains(CGPoint(x: x, y: y)) {
      #expect(try picture.color(x, y).isNear(.black), "\(x), \(y)")
    }
  }

  @Test func `R27: what lies outside is clipped`() async throws {
    let (composition, track) = try await setting(Clips.silent(1))
    let video = videoComposition(
      [instruction(f(0, 60), [layer(track, CGAffineTransform(translationX: -1000, y: 0))])])
    let picture = try await image(of: composition, video)
    for x in [0, 100, 319] { #expect(try picture.color(x, 90).isNear(.black)) }
  }

  @Test(arguments: [
    (CGFloat.pi / 2, CGAffineTransform(translationX: 180, y: 0), PictureOrientation.rotate90),
    (CGFloat.pi, CGAffineTransform(translationX: 320, y: 180), .rotate180),
    (-CGFloat.pi / 2, CGAffineTransform(translationX: 0, y: 320), .rotate270),
  ])
  func `R27: positive angles turn to the right`(
    angle: CGFloat, shift: CGAffineTransform, orientation: PictureOrientation
  ) async throws {
    let (composition, track) = try await setting(Clips.silent(1))
    let turned = CGAffineTransform(rotationAngle: angle).concatenating(shift)
    let isTall = orientation != .rotate180
    let size = isTall ? CGSize(width: 180, height: 320) : CGSize(width: 320, height: 180)
    let video = videoComposition([instruction(f(0, 60), [layer(track, turned)])], size: size)
    let picture = try await image(of: composition, video, at: f(3))
    #expect(try picture.shown(in: nil, orientation) == Shown(1, 3))
  }

  @Test func `R28: crops count from the top left and act before the transform`() async throws {
    let (composition, track) = try await setting(Clips.silent(1))
    let cropped = layer(track, CGAffineTransform(scaleX: 2, y: 2))
    cropped.setCropRectangle(CGRect(x: 0, y: 0, width: 320, height: 54), at: .zero)
    let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let video = videoComposition(
      [instruction(f(0, 60), [cropped], background: red)], size: CGSize(width: 640, height: 360))
    let picture = try await image(of: composition, video, at: f(3))
    // The code fills the upper 30 %, which is what the crop leaves, twice as large.
    #expect(try picture.shown(in: CGRect(x: 0, y: 0, width: 640, height: 360)) == Shown(1, 3))
    #expect(try picture.color(100, 115).isNear(RGB(red: 255, green: 0, blue: 0)))
    #expect(try picture.color(600, 350).isNear(RGB(red: 255, green: 0, blue: 0)))
  }

  @Test func `R29: nothing is fitted to the render size`() async throws {
    let large = try await Clips.silent(3, width: 640, height: 360)
    let (composition, track) = try await setting(large)
    let video = videoComposition([instruction(f(0, 60), [layer(track)])])
    let picture = try await image(of: composition, video, at: f(4))
    #expect(picture.width == 320 && picture.height == 180)
    #expect(try picture.shown(in: CGRect(x: 0, y: 0, width: 640, height: 360)) == nil)
    // Its upper left quarter: the corner block is white, and the code goes on to the right.
    #expect(try picture.color(5, 5).isNear(.white, within: 30))
    let small = try await setting(Clips.silent(1))
    let wide = videoComposition(
      [instruction(f(0, 60), [layer(small.1)])], size: CGSize(width: 640, height: 360))
    let corner = try await image(of: small.0, wide, at: f(4))
    #expect(try corner.shown(in: CGRect(x: 0, y: 0, width: 320, height: 180)) == Shown(1, 4))
    #expect(try corner.color(500, 300).isNear(.black))
  }

  @Test(arguments: [PictureOrientation.rotate90, .rotate180, .rotate270, .flip])
  func `R30, R31: the preferred transform as a layer's makes the picture upright`(
    orientation: PictureOrientation
  ) async throws {
    let asset = try await Clips.silent(1, orientation: orientation)
    let (composition, track) = try await setting(asset)
    let source = try asset.video(), transform = source.preferredTransform
    let size = CGRect(origin: .zero, size: source.naturalSize).applying(transform).size
    #expect(source.naturalSize == CGSize(width: 320, height: 180))
    if orientation == .rotate90 {
      #expect(transform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 180, ty: 0))
    }
    let video = videoComposition([instruction(f(0, 60), [layer(track, transform)])], size: size)
    #expect(try await shown(of: composition, video, at: [8]) == [Shown(1, 8)])
  }

  @Test func `R30: the compositor does not apply the preferred transform`() async throws {
    let asset = try await Clips.silent(1, orientation: .rotate90)
    let (composition, track) = try await setting(asset)
    let video = videoComposition([instruction(f(0, 60), [layer(track)])])
    let picture = try await image(of: composition, video, at: f(8))
    #expect(try picture.shown(in: nil, PictureOrientation.rotate270) == Shown(1, 8))
  }

  @Test func `R30: without a video composition an export honours the track's preferred transform`()
    async throws
  {
    let asset = try await Clips.silent(1, orientation: .rotate90)
    let (composition, track) = try await setting(asset)
    track.preferredTransform = try asset.video().preferredTransform
    let file = try await Exported(composition, range: f(0, 10))
    defer { file.remove() }
    let result = AVURLAsset(url: file.url), video = try result.video()
    let size = CGRect(origin: .zero, size: video.naturalSize).applying(video.preferredTransform)
      .size
    #expect(size == CGSize(width: 180, height: 320))
    let generator = AVAssetImageGenerator(asset: result)
    generator.appliesPreferredTrackTransform = true
    #expect(try await generator.image(at: .zero).image.shown() == Shown(1, 0))
  }

  @Test func `R32: portrait and landscape mix`() async throws {
    let (portrait, landscape) = (
      try await Clips.silent(1, orientation: .rotate90), try await Clips.silent(2)
    )
    let composition = AVMutableComposition(), track = try composition.add()
    try track.insertTimeRange(f(0, 30), of: portrait.video(), at: .zero)
    try track.insertTimeRange(f(0, 30), of: landscape.video(), at: f(30))
    let upright = layer(track, try portrait.video().preferredTransform)
    upright.setTransform(.identity, at: f(30))
    let video = videoComposition(
      [instruction(f(0, 60), [upright])], size: CGSize(width: 320, height: 320))
    let file = try await Exported(composition, video)
    defer { file.remove() }
    let frames = try await RawVideo.read(file.url)
    #expect(frames.count == 60)
    #expect(
      Shown(frames[10].code(in: PictureRegion(x: 0, y: 0, width: 180, height: 320))) == Shown(1, 10)
    )
    #expect(
      Shown(frames[40].code(in: PictureRegion(x: 0, y: 0, width: 320, height: 180))) == Shown(2, 10)
    )
  }

  @Test func `R37: an odd render size exports without garbage at its edges`() async throws {
    let (composition, track) = try await setting(Clips.silent(1))
    let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    let video = videoComposition(
      [
        instruction(
          f(0, 60), [layer(track, CGAffineTransform(translationX: 0, y: 400))], background: white)
      ],
      size: CGSize(width: 321, height: 181))
    let file = try await Exported(composition, video, range: f(0, 3))
    defer { file.remove() }
    let frame = try #require(try await RawVideo.read(file.url).first)
    #expect(abs(frame.width - 321) <= 1 && abs(frame.height - 181) <= 1)
    let luma = frame.luma
    for y in [0, frame.height / 2, frame.height - 1] {
      #expect(luma[frame.width - 1, y] > 220)
    }
    for x in [0, frame.width / 2] { #expect(luma[x, frame.height - 1] > 220) }
  }
}
