import AVFoundation
import TestSupport
import Testing

/// Rule 82: metadata of exports.
@Suite(.serialized) struct MetadataTests {
  func item(_ identifier: AVMetadataIdentifier, _ text: String) -> AVMutableMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    item.value = text as NSString
    item.extendedLanguageTag = "und"
    return item
  }

  func export(
    _ asset: AVAsset, _ items: [AVMetadataItem]?, filter: AVMetadataItemFilter? = nil,
    preset: String = AVAssetExportPresetHighestQuality
  ) async throws -> (AVURLAsset, TemporaryDirectory) {
    let folder = try TemporaryDirectory()
    let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
    session.metadata = items
    session.metadataItemFilter = filter
    session.timeRange = f(0, 5)
    try await session.export(to: folder.file("out.mov"), as: .mov)
    return (AVURLAsset(url: folder.file("out.mov")), folder)
  }

  func text(_ asset: AVAsset, _ key: AVMetadataKey) -> String? {
    asset.commonMetadata.first { $0.commonKey == key }?.stringValue
  }

  @Test func `R82: a title is written and read`() async throws {
    let (result, folder) = try await export(
      Clips.silent(1),
      [item(.commonIdentifierTitle, "A day"), item(.commonIdentifierArtist, "Ada")])
    defer { folder.remove() }
    #expect(text(result, .commonKeyTitle) == "A day")
    #expect(text(result, .commonKeyArtist) == "Ada")
    let items = AVMetadataItem.metadataItems(
      from: result.commonMetadata, filteredByIdentifier: .commonIdentifierTitle)
    #expect(items.first?.stringValue == "A day")
  }

  @Test func `R82: metadata of the source are carried unless replaced`() async throws {
    let (source, folder) = try await export(
      Clips.silent(1), [item(.commonIdentifierTitle, "First")])
    defer { folder.remove() }
    let (kept, second) = try await export(source, nil)
    defer { second.remove() }
    #expect(text(kept, .commonKeyTitle) == "First")
    let (replaced, third) = try await export(source, [item(.commonIdentifierTitle, "Second")])
    defer { third.remove() }
    #expect(text(replaced, .commonKeyTitle) == "Second")
  }

  @Test func `R82: sharing leaves the location out`() async throws {
    let items = [
      item(.commonIdentifierTitle, "A day"),
      item(.quickTimeMetadataLocationISO6709, "+52.5+013.4/"),
    ]
    let (source, folder) = try await export(Clips.silent(1), items)
    defer { folder.remove() }
    let (shared, second) = try await export(source, nil, filter: .forSharing())
    defer { second.remove() }
    #expect(text(shared, .commonKeyTitle) == "A day")
    #expect(text(shared, .commonKeyLocation) == nil)
  }

  @Test func `items hold values`() throws {
    let item = item(.commonIdentifierTitle, "A day")
    #expect(item.stringValue == "A day")
    #expect(item.commonKey == .commonKeyTitle)
    let copy = try #require(item.copy() as? AVMetadataItem)
    item.value = "Another" as NSString
    #expect(copy.stringValue == "A day")
    #expect(AVMetadataIdentifier.commonIdentifierTitle.rawValue == "common/title")
  }
}
