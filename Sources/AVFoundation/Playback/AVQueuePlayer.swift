import CutawayApple
import Synchronization

/// Plays items one after the other.
public final class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  // The items are in a `Mutex`.
  private let queue = Mutex<[AVPlayerItem]>([])

  /// Creates a player without items.
  public override init() {
    super.init()
    actionAtItemEnd = .advance
  }

  /// Creates a player of items.
  public convenience init(items: [AVPlayerItem]) {
    self.init()
    for item in items { insert(item, after: nil) }
  }

  /// The current item and those that follow.
  public func items() -> [AVPlayerItem] { queue.withLock { $0 } }

  /// Whether an item can be inserted: it is not in the queue, and the other one is.
  public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let items = items()
    return !items.contains(item) && afterItem.map { items.contains($0) } != false
  }

  /// Inserts an item after another one; `nil` is the last one.
  public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    guard canInsert(item, after: afterItem) else {
      return Log.warn("an item is not inserted into a queue: it is there, or the other one is not")
    }
    let isFirst = queue.withLock { queue in
      let place = afterItem.flatMap { queue.firstIndex(of: $0) }.map { $0 + 1 } ?? queue.endIndex
      queue.insert(item, at: place)
      return queue.count == 1
    }
    if isFirst { super.replaceCurrentItem(with: item) }
  }

  /// Removes an item; the next one plays if it is the current one.
  public func remove(_ item: AVPlayerItem) {
    if item == currentItem { return advanceToNextItem() }
    queue.withLock { $0.removeAll { $0 == item } }
  }

  /// Removes all items.
  public func removeAllItems() {
    queue.withLock { $0 = [] }
    super.replaceCurrentItem(with: nil)
  }

  /// Plays the next item.
  public func advanceToNextItem() {
    let next = queue.withLock { queue in
      if !queue.isEmpty { queue.removeFirst() }
      return queue.first
    }
    super.replaceCurrentItem(with: next)
  }

  /// Replaces the current item.
  public override func replaceCurrentItem(with item: AVPlayerItem?) {
    queue.withLock { queue in
      if !queue.isEmpty { queue.removeFirst() }
      if let item { queue.insert(item, at: 0) }
    }
    super.replaceCurrentItem(with: item)
  }

  override var hasNextItem: Bool { queue.withLock { $0.count > 1 } }
  override func playNextItem() { advanceToNextItem() }
}

/// Plays an item again and again, in a queue that has no other items.
public final class AVPlayerLooper: NSObject, @unchecked Sendable {
  // The state is in a `Mutex`; the observer does not change.
  private weak var player: AVQueuePlayer?
  private let template: AVPlayerItem
  private let state = Mutex(State())
  private var observer: (any NSObjectProtocol)?

  private struct State {
    var copies: [AVPlayerItem] = []
    var count = 0
    var isDisabled = false
  }

  /// Whether an item loops.
  public enum Status: Int, Sendable {
    /// Not known, yes, it failed, no longer.
    case unknown = 0, ready, failed, cancelled
  }

  /// Loops an item.
  public init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
    (self.player, template) = (player, itemToLoop)
    super.init()
    player.removeAllItems()
    // Two are there at any time, so that the next one follows at once.
    for _ in 0..<2 { add() }
    observer = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.didPlayToEndTimeNotification, object: nil, queue: nil
    ) { [weak self] notification in self?.note(notification.object as? AVPlayerItem) }
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

  /// Whether the item loops.
  public var status: Status {
    if state.withLock({ $0.isDisabled }) || player == nil { return .cancelled }
    return error == nil ? .ready : .failed
  }
  /// Why the item does not play.
  public var error: (any Error)? {
    state.withLock { $0.copies }.compactMap(\.error).first
  }
  /// How often the item has played to its end.
  public var loopCount: Int { state.withLock { $0.count } }
  /// The copies of the item that are in the queue.
  public var loopingPlayerItems: [AVPlayerItem] { state.withLock { $0.copies } }
  /// Ends after the current copy.
  public func disableLooping() {
    let rest = state.withLock { state in
      state.isDisabled = true
      return state.copies.dropFirst()
    }
    for item in rest where item != player?.currentItem { player?.remove(item) }
  }

  private func add() {
    guard let player, let copy = template.copy() as? AVPlayerItem else { return }
    state.withLock { $0.copies.append(copy) }
    player.insert(copy, after: nil)
  }

  private func note(_ item: AVPlayerItem?) {
    let goesOn = state.withLock { state in
      guard let item, let index = state.copies.firstIndex(of: item) else { return false }
      state.copies.remove(at: index)
      state.count += 1
      return !state.isDisabled
    }
    if goesOn { add() }
  }
}
