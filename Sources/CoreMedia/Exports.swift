@_exported public import CoreVideo
@_exported public import CutawayApple
@_exported public import Foundation
