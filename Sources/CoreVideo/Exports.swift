@_exported public import CutawayApple
@_exported public import Foundation
