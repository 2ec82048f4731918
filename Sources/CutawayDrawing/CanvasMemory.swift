import CCutawayCairo

/// How a pixel lies in memory, with 8 bits for each component.
public struct PixelMemoryLayout: Sendable, Hashable {
  /// The order of the bytes.
  public enum Order: Sendable, Hashable {
    case bgra, argb, rgba, abgr
    /// One byte.
    case grey
  }

  /// The order of the bytes.
  public var order: Order
  /// Whether the byte of alpha means nothing, and every pixel is opaque.
  public var isOpaque: Bool

  /// Creates a layout; unless it is opaque, colours are multiplied by alpha.
  public init(_ order: Order, isOpaque: Bool) {
    self.order = order
    self.isOpaque = isOpaque || order == .grey
  }

  /// The size of a pixel.
  public var bytesPerPixel: Int { order == .grey ? 1 : 4 }

  /// Whether it is Cairo's, whose words are ARGB in the order of the machine.
  var isCairos: Bool { order == .bgra && !isOpaque }
}

/// Memory of a caller, in which a canvas draws.
///
/// Cairo knows one layout. Pixels of another one are converted before and after each drawing.
final class CanvasMemory {
  private let base: UnsafeMutableRawPointer
  private let layout: PixelMemoryLayout
  private let width: Int, height: Int, bytesPerRow: Int

  init(
    _ base: UnsafeMutableRawPointer, _ layout: PixelMemoryLayout, width: Int, height: Int,
    bytesPerRow: Int
  ) {
    (self.base, self.layout) = (base, layout)
    (self.width, self.height, self.bytesPerRow) = (width, height, bytesPerRow)
  }

  /// A surface that draws directly into the memory; `nil` if it has to be converted.
  var direct: OpaquePointer? {
    guard layout.isCairos, Int(bitPattern: base) % 4 == 0, bytesPerRow % 4 == 0 else { return nil }
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    let surface = cairo_image_surface_create_for_data(
      bytes, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(bytesPerRow))
    if cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS { return surface }
    cairo_surface_destroy(surface)
    return nil
  }

  /// Converts the memory into a surface of the same size.
  func load(into surface: OpaquePointer) {
    cairo_surface_flush(surface)
    forEachRow(of: surface) { row, words in
      switch layout.order {
      case .bgra: convert(row, words) { $0 }
      case .argb: convert(row, words) { $0.byteSwapped }
      case .rgba: convert(row, words) { ($0 &<< 16 | $0 &>> 16) & 0xFF00FF | $0 & 0xFF00_FF00 }
      case .abgr: convert(row, words) { $0 &>> 8 | $0 &<< 24 }
      case .grey:
        for x in 0..<width {
          words[x] = 0xFF00_0000 | UInt32(row.load(fromByteOffset: x, as: UInt8.self)) &* 0x10101
        }
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Converts a surface of the same size into the memory.
  func store(_ surface: OpaquePointer) {
    cairo_surface_flush(surface)
    let filler: UInt32 = layout.isOpaque ? 0xFF00_0000 : 0
    forEachRow(of: surface) { row, words in
      switch layout.order {
      case .bgra: write(words, row) { $0 | filler }
      case .argb: write(words, row) { ($0 | filler).byteSwapped }
      case .rgba:
        write(words, row) { word in
          (word &<< 16 | word &>> 16) & 0xFF00FF | word & 0xFF00_FF00 | filler
        }
      case .abgr:
        write(words, row) { word in
          let full = word | filler
          return full &<< 8 | full &>> 24
        }
      case .grey:
        for x in 0..<width {
          // Luma of BT.601, as Core Graphics computes greys.
          let (r, g, b) = (words[x] &>> 16 & 255, words[x] &>> 8 & 255, words[x] & 255)
          let luma = (r &* 19_595 &+ g &* 38_470 &+ b &* 7_471 &+ 0x8000) &>> 16
          row.storeBytes(of: UInt8(truncatingIfNeeded: luma), toByteOffset: x, as: UInt8.self)
        }
      }
    }
  }

  private func forEachRow(
    of surface: OpaquePointer,
    _ body: (UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>) -> Void
  ) {
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      let words = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      body(base + y * bytesPerRow, words)
    }
  }

  @inline(__always)
  private func convert(
    _ row: UnsafeMutableRawPointer, _ words: UnsafeMutablePointer<UInt32>,
    _ word: (UInt32) -> UInt32
  ) {
    let filler: UInt32 = layout.isOpaque ? 0xFF00_0000 : 0
    for x in 0..<width {
      words[x] = word(row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)) | filler
    }
  }

  @inline(__always)
  private func write(
    _ words: UnsafeMutablePointer<UInt32>, _ row: UnsafeMutableRawPointer,
    _ word: (UInt32) -> UInt32
  ) {
    for x in 0..<width {
      row.storeBytes(of: word(words[x]), toByteOffset: x &* 4, as: UInt32.self)
    }
  }
}
