// AVKit's views do not exist on Linux. Programs import it for AVFoundation.
@_exported public import AVFoundation
