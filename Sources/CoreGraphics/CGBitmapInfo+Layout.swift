import CutawayDrawing

extension CGBitmapInfo {
  /// How alpha is stored; `nil` for a number that means nothing.
  var alphaInfo: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue)
  }

  /// The layout in memory; `nil` if contexts do not have it.
  func layout(in space: CGColorSpace) -> PixelMemoryLayout? {
    guard rawValue & ~(Self.alphaInfoMask.rawValue | Self.byteOrderMask.rawValue) == 0 else {
      return nil
    }
    let order = intersection(.byteOrderMask)
    if space.model == .monochrome {
      return alphaInfo == CGImageAlphaInfo.none && order == [] ? .init(.grey, isOpaque: true) : nil
    }
    guard [[], .byteOrder32Big, .byteOrder32Little].contains(order) else { return nil }
    let isLittle = order == .byteOrder32Little
    switch alphaInfo {
    case .premultipliedFirst: return .init(isLittle ? .bgra : .argb, isOpaque: false)
    case .premultipliedLast: return .init(isLittle ? .abgr : .rgba, isOpaque: false)
    case .noneSkipFirst: return .init(isLittle ? .bgra : .argb, isOpaque: true)
    case .noneSkipLast: return .init(isLittle ? .abgr : .rgba, isOpaque: true)
    default: return nil
    }
  }
}
