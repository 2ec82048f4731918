extension Picture {
  /// The picture with its numbers taken as multiplied, or divided, by alpha once more.
  public func multipliedByAlpha(_ isMultiplied: Bool) -> Picture {
    colored { line, _ in
      line.map { pixel in isMultiplied ? pixel.premultiplied : pixel.straight }
    }
  }

  /// The picture, opaque within a region and transparent outside of it.
  public func opaque(in region: Region) -> Picture {
    .mixed([self], extent: region) { line, _, _ in
      line.map { pixel in SIMD4(pixel.color, 1) }
      line.isOpaque = true
    }
  }

  /// The picture whose numbers in a coding are taken as light.
  public func decoded(from coding: ColorCoding) -> Picture {
    let codec = ColorCodec.of(coding, .linear)
    return colored { line, _ in
      line.mapColors { color in SIMD4(codec.decoded(color.color), 1) }
    }
  }

  /// The picture with numbers of a coding instead of light.
  public func encoded(to coding: ColorCoding) -> Picture {
    let codec = ColorCodec.of(coding, .linear)
    return colored { line, _ in
      line.mapColors { color in SIMD4(codec.encoded(color.color), 1) }
    }
  }
}
