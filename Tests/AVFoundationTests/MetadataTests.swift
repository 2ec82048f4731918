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

  /// QuickTime's metadata, as phones write them.
  @Test(arguments: ["mov", "mp4"]) func `what phones say of a film is read`(
    type: String
  ) async throws {
    let media = FFmpegMedia(
      type,
      [
        "-c:v", "libx264", "-movflags", "use_metadata_tags", "-metadata",
        "com.apple.quicktime.make=Apple", "-metadata", "com.apple.quicktime.model=iPhone 12 Pro",
        "-metadata", "com.apple.quicktime.creationdate=2022-03-21T09:43:21+0800", "-metadata",
        "com.apple.quicktime.location.ISO6709=+22.5725+113.8454+178.825/", "-metadata",
        "com.apple.quicktime.title=A day",
      ], video: .init(frameCount: 3))
    let asset = AVURLAsset(url: try await media.file())
    let items = try await asset.load(.metadata)
    #expect(text(asset, .commonKeyTitle) == "A day")
    #expect(text(asset, .commonKeyMake) == "Apple")
    #expect(text(asset, .commonKeyModel) == "iPhone 12 Pro")
    #expect(text(asset, .commonKeyLocation) == "+22.5725+113.8454+178.825/")
    let date = try #require(items.first { $0.commonKey == .commonKeyCreationDate })
    #expect(try await date.load(.stringValue) == "2022-03-21T09:43:21+0800")
    #expect(try await date.load(.dateValue) == Date(timeIntervalSince1970: 1_647_827_001))
    #expect(date.keySpace == .common)
    // A copy for others has no place, and keeps the camera.
    let (shared, folder) = try await export(asset, nil, filter: .forSharing())
    defer { folder.remove() }
    #expect(text(shared, .commonKeyLocation) == nil)
    #expect(text(shared, .commonKeyModel) == "iPhone 12 Pro")
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
