import AVFoundation
import TestSupport
import Testing

/// Queues of items, and loopers.
@Suite(.serialized) struct QueuePlayerTests {
  private func item(_ clip: UInt8, frames: Int = 6) async throws -> AVPlayerItem {
    let composition = AVMutableComposition()
    try await composition.add().insertTimeRange(
      f(0, frames), of: Clips.silent(clip).video(), at: .zero)
    return AVPlayerItem(asset: composition)
  }

  @Test func `items keep their order, and an item is there once`() async throws {
    let (first, second, third) = (try await item(1), try await item(2), try await item(3))
    let other = try await item(4)
    let player = AVQueuePlayer(items: [first, third])
    #expect(player.items() == [first, third] && player.currentItem === first)
    #expect(player.actionAtItemEnd == .advance)
    #expect(player.canInsert(second, after: first) && !player.canInsert(third, after: first))
    #expect(!player.canInsert(second, after: other))
    player.insert(second, after: first)
    player.insert(first, after: third)
    player.insert(other, after: nil)
    #expect(player.items() == [first, second, third, other])
    player.remove(third)
    #expect(player.items() == [first, second, other] && player.currentItem === first)
    player.remove(first)
    #expect(player.items() == [second, other] && player.currentItem === second)
    player.advanceToNextItem()
    #expect(player.items() == [other] && player.currentItem === other)
    player.removeAllItems()
    #expect(player.items().isEmpty && player.currentItem == nil)
  }

  @Test func `each item plays to its end, then the next one, then none`() async throws {
    let items = [try await item(1), try await item(2), try await item(3)]
    let ends = items.map { Notices(AVPlayerItem.didPlayToEndTimeNotification, of: $0) }
    let player = AVQueuePlayer(items: items)
    player.play()
    try await wait("the first item has no end") { ends[0].all == 1 }
    try await wait("the second item is not current") { player.currentItem !== items[0] }
    try await wait("no end of all") { ends[2].all == 1 && player.currentItem == nil }
    #expect(ends.map(\.all) == [1, 1, 1])
    #expect(player.items().isEmpty)
  }

  @Test func `with the action pause the queue stays at its item`() async throws {
    let items = [try await item(1), try await item(2)]
    let end = Notices(AVPlayerItem.didPlayToEndTimeNotification, of: items[0])
    let player = AVQueuePlayer(items: items)
    player.actionAtItemEnd = .pause
    player.play()
    try await wait("no end") { end.all == 1 && player.rate == 0 }
    #expect(player.currentItem === items[0] && player.items() == items)
  }

  @Test func `a looper plays copies until it is disabled`() async throws {
    let template = try await item(5, frames: 4)
    let player = AVQueuePlayer()
    let looper = AVPlayerLooper(player: player, templateItem: template)
    #expect(looper.status == .ready && looper.error == nil && looper.loopCount == 0)
    #expect(looper.loopingPlayerItems.count == 2)
    #expect(!looper.loopingPlayerItems.contains(template))
    player.play()
    try await wait("no three loops") { looper.loopCount >= 3 }
    #expect(player.currentItem != nil && player.items().count >= 1)
    looper.disableLooping()
    #expect(looper.status == .cancelled)
    try await wait("it goes on") { player.currentItem == nil && player.items().isEmpty }
  }
}
