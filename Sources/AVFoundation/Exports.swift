@_exported public import CoreGraphics
@_exported public import CoreMedia
@_exported public import CoreVideo
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import ImageIO
@_exported public import QuartzCore
@_exported public import UniformTypeIdentifiers
