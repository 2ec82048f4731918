import CutawayEffects
import CutawayElementKit
import CutawayKeyframes
import Dispatch
import Glibc

extension Picture {
  /// The largest standard deviation, as for the element `blur`.
  private static var largestDeviation: Double { 1_000 }
  /// The standard deviation from which a picture is halved first.
  private static var wideDeviation: Double { 100 }

  /// The picture, blurred with a Gaussian filter, by the kernel of the element `blur`.
  ///
  /// The result is larger by three standard deviations on each side.
  func blurred(sigma: Double) -> Picture {
    let sigma = sigma.confined(to: 0...Self.largestDeviation)
    guard sigma > 0.05, !extent.isEmpty else { return self }
    let reach = Int((3 * sigma).rounded(.up))
    if sigma > Self.wideDeviation {
      // At half the size, the blur needs a quarter of the memory, and no detail is lost that it would keep.
      return halved(x: true, y: true).blurred(sigma: sigma / 2)
        .transformed(by: .scale(x: 2, y: 2)).cropped(to: extent.outset(by: reach))
    }
    let pass = AreaPass(inputs: [self]) { region, _ in
      BlurBands.source(of: region, sigma: sigma)
    } draw: { region, readers, _ in
      BlurBands(region: region, sigma: sigma, reader: readers[0]).draw()
    }
    return Picture(.area(pass), extent: extent.outset(by: reach))
  }
}

/// Bands of rows that threads blur, each with the rows around it.
private struct BlurBands: Sendable {
  let region: Region
  let sigma: Double
  let reader: LineReader

  /// The distance up to which pixels count, a multiple of the step of the smallest level.
  ///
  /// Levels begin at multiples of their steps in the plane. So neither bands nor regions are visible.
  private static func halo(_ sigma: Double) -> (reach: Int, step: Int) {
    let step = 1 << GaussianBlur.depth(sigma)
    // The kernel of the smallest level reaches 8 of its pixels, and each halving and doubling 2.
    return (step * 16, step)
  }

  static func source(of region: Region, sigma: Double) -> Region {
    let (reach, step) = halo(sigma)
    let wide = region.outset(by: reach)
    func down(_ value: Int) -> Int { value & ~(step - 1) }
    return Region(minX: down(wide.minX), minY: down(wide.minY), maxX: wide.maxX, maxY: wide.maxY)
  }

  func draw() -> Tile {
    let (_, step) = Self.halo(sigma)
    let count = max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), region.height / 128))
    let height = ((region.height + count - 1) / count + step - 1) / step * step
    return Tile(region, bandHeight: height) { band in
      let rows = Region(
        minX: region.minX, minY: region.minY + band.rows.lowerBound, maxX: region.maxX,
        maxY: region.minY + band.rows.upperBound)
      let source = Self.source(of: rows, sigma: sigma)
      var lines = BlurredLines(filler: reader.filler(), region: source)
      var blur = GaussianBlur(
        width: source.width, height: source.height, components: 4, sigma: SIMD2(sigma, sigma))
      let first = region.minX - source.minX, width = region.width
      let offset = region.minY - source.minY
      blur.run(on: &lines) { _, image, y, _ in
        let row = y - offset
        guard band.rows.contains(row) else { return }
        image.withPixels(of: 0) { pixels in
          band.withRow(row) { target in
            for index in 0..<width { target[index] = pixels[first &+ index] }
          }
        }
      }
    }
  }
}

/// The lines of a picture for a blur.
private struct BlurredLines: FloatRows {
  var filler: LineFiller
  let region: Region
  private var line: PixelLine

  init(filler: LineFiller, region: Region) {
    (self.filler, self.region) = (filler, region)
    line = self.filler.line(columns: region.columns, y: 0)
  }

  mutating func load(_ y: Int, into image: inout FloatImage, row: Int) -> Bool {
    line.y = region.minY + y
    filler.draw(&line)
    let pixels = line.pixels, count = line.count
    image.withPixels(of: row) { target in
      for index in 0..<count { target[index] = pixels[index] }
    }
    return line.isOpaque
  }
}
