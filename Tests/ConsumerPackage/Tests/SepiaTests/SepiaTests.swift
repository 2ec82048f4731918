import CutawayElements
import Sepia
import Testing

@Test func `an amount of 0 changes nothing`() throws {
  let image = Image(width: 8, height: 8, filledWith: Pixel(10, 200, 90, 255))
  #expect(try image.filtered(by: Sepia { $0.amount = 0 }) == image)
}

@Test func `a transition uncovers the upper left corner first`() throws {
  let dark = PlanarImage(width: 32, height: 32, y: 50)
  let bright = PlanarImage(width: 32, height: 32, y: 200)
  let frame = try PlanarImage.mixed(
    by: Diagonal { $0.progress = 0.5 },
    [
      (settings: PictureInput(), picture: .planar(dark)),
      (settings: PictureInput(), picture: .planar(bright)),
    ], in: dark.format)
  #expect(frame[0, 0, 0] == 200 && frame[0, 31, 31] == 50)
}

@Test func `a compositor shows a source on either side`() throws {
  func picture(_ level: UInt8) -> Image {
    Image(width: 8, height: 4, layout: .rgba, filledWith: Pixel(level, level, level, 255))
  }
  let frame = try Image.mixed(
    by: SideBySide { $0.position = 0.25 },
    [
      (settings: PictureInput(), picture: picture(10)),
      (settings: PictureInput(), picture: picture(90)),
    ], in: VideoFormat(width: 8, height: 4, layout: .rgba))
  #expect(frame[1, 3].x == 10 && frame[2, 3].x == 90)
}
