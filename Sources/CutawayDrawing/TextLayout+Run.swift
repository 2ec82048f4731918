import CCutawayCairo

extension TextLayout {
  /// A part of a line in one font and one style.
  struct Run {
    let piece: Int
    /// The number of the line.
    let line: Int
    /// The left edge in pixels.
    let x: Double
    /// The area of the font's height and the advances of the glyphs.
    let area: Canvas.Area
    /// The distance of the baseline from the top in pixels.
    let baseline: Double
    let font: UnsafeMutablePointer<PangoFont>?
    let glyphs: UnsafeMutablePointer<PangoGlyphString>?

    /// Whether the letters of the font have colours of their own, or no outlines.
    var hasPictures: Bool {
      guard let font, let face = hb_font_get_face(pango_font_get_hb_font(font)) else { return true }
      func hasTable(_ name: String) -> Bool {
        let tag = name.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard let table = hb_face_reference_table(face, tag) else { return false }
        defer { hb_blob_destroy(table) }
        return hb_blob_get_length(table) > 0
      }
      return ["CBDT", "COLR", "SVG ", "sbix"].contains(where: hasTable)
        || !["glyf", "CFF ", "CFF2"].contains(where: hasTable)
    }

    /// The characters that no font has.
    var missingCharacters: [Unicode.Scalar] {
      guard let glyphs = glyphs?.pointee else { return [] }
      let unknown = UInt32(1) << 28
      return (0..<Int(glyphs.num_glyphs)).compactMap { index in
        let glyph = glyphs.glyphs[index].glyph
        return glyph & unknown == 0 ? nil : Unicode.Scalar(glyph & (unknown - 1))
      }
    }
  }
}
