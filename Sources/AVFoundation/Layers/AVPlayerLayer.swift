import CutawayApple

/// A layer of a player; it shows nothing, because exports and servers have no screen.
public final class AVPlayerLayer: CALayer {
  /// The player.
  public var player: AVPlayer? {
    didSet { if player != nil { Self.warn() } }
  }

  private static func warn() {
    Log.warnOnce("AVPlayerLayer shows nothing: its player opens a window")
  }

  /// How the picture fills the layer.
  public var videoGravity = AVLayerVideoGravity.resizeAspect
  /// No.
  public var isReadyForDisplay: Bool { false }
  /// The area of the picture.
  public var videoRect: CGRect { bounds }

  /// Creates a layer of a player.
  public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
    // Initializers do not call observers.
    if player != nil { Self.warn() }
  }
}

/// A layer whose time is that of an item.
public final class AVSynchronizedLayer: CALayer {
  /// The item.
  public var playerItem: AVPlayerItem? {
    didSet { if playerItem != nil { Self.warn() } }
  }

  private static func warn() {
    Log.warnOnce("AVSynchronizedLayer shows nothing: layers are drawn by an animation tool")
  }

  /// Creates a layer of an item.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    self.playerItem = playerItem
    // Initializers do not call observers.
    Self.warn()
  }
}
