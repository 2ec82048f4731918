@_exported public import CoreGraphics
@_exported public import CoreVideo
@_exported public import CutawayApple
@_exported public import Foundation
@_exported public import ImageIO
