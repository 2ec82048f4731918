import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Elements of lists that are repeated for the rows of a table, and clips for the files of a folder.
@Suite struct RepetitionTests {
  /// Reads a file whose tables and folders have the given contents, and whose media all last 4 s.
  private func document(
    _ text: String, _ listings: [FileListing: FileListing.Contents] = [:],
    directory: String = "d", values: VariableValues = VariableValues()
  ) throws(CompositionFileError) -> CompositionDocument {
    var parsed = try CompositionText(text, file: "f", directory: directory, values: values)
    while !parsed.neededListings.isEmpty {
      #expect(parsed.neededMedia.isEmpty)
      var contents: [FileListing: FileListing.Contents] = [:]
      for listing in parsed.neededListings {
        contents[listing] = listings[listing] ?? .unreadable("there is no such file")
      }
      parsed = try parsed.reading(contents)
    }
    var media: [Asset.ID: MediaDescription] = [:]
    for asset in parsed.neededMedia {
      media[asset.id] = MediaDescription(
        duration: MediaTime(4),
        videoTracks: [
          .init(size: PixelSize(width: 64, height: 36), frameDuration: seconds(1, over: 25))
        ])
    }
    return try parsed.document(media: media)
  }

  /// A track in a line, so that the composition is not empty.
  private static let track =
    "tracks: [{id: v, type: video, segments: [{asset: a.mp4, source: [0, 100]}]}]"

  private func table(_ text: String) -> FileListing.Contents { .table([UInt8](text.utf8)) }

  private func errors(
    _ text: String, _ listings: [FileListing: FileListing.Contents] = [:]
  ) -> [String] {
    do throws(CompositionFileError) {
      _ = try document(text, listings)
      return []
    } catch {
      return error.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
    }
  }

  @Test func `a table is as good as rows in the file, and both as copies written out`() throws {
    let body = """
        asset: ${clip}
        duration: ${length}
        overlays:
          - {text: "${place}. ${title}", place: bottom}
          - {text: "${title}", place: top}
          - {text: "${index} of ${count}", place: left}
      """
    let inFile = """
      cutaway: 1
      sequence:
      - repeat:
          - {place: 2, title: "1984", clip: b.mp4, length: 1.5}
          - {place: 1, title: 'A "film", truly', clip: a.mp4, length: 2}
      \(body)
      """
    let inTable = """
      cutaway: 1
      sequence:
      - repeat: top.csv
      \(body)
      """
    let written = """
      cutaway: 1
      sequence:
      - asset: b.mp4
        duration: 1.5
        overlays:
          - {text: "2. 1984", place: bottom}
          - {text: "1984", place: top}
          - {text: "1 of 2", place: left}
      - asset: a.mp4
        duration: 2
        overlays:
          - {text: '1. A "film", truly', place: bottom}
          - {text: 'A "film", truly', place: top}
          - {text: "2 of 2", place: left}
      """
    let csv = "place,title,clip,length\n2,1984,b.mp4,1.5\n1,\"A \"\"film\"\", truly\",a.mp4,2\n"
    let json = """
      [{"place": "2", "title": "1984", "clip": "b.mp4", "length": 1.5},
       {"place": 1, "title": "A \\"film\\", truly", "clip": "a.mp4", "length": 2}]
      """
    let expected = try document(written).composition
    #expect(expected.overlays.count == 2)
    #expect(try document(inFile).composition == expected)
    #expect(try document(inTable, [.table("d/top.csv"): table(csv)]).composition == expected)
    let other = inTable.replacing("top.csv", with: "sub/top.JSON")
    #expect(try document(other, [.table("d/sub/top.JSON"): table(json)]).composition == expected)
  }

  @Test(arguments: UInt64(0)..<40)
  func `repeated parts are those of a file without repetition`(seed: UInt64) throws {
    var random = SplitMix64(state: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    // Rows of an outer and an inner list, of numbers and texts.
    let outer = (0..<number(0...4)).map { _ in (number(1...99), "t\(number(0...9))") }
    let inner = (0..<number(0...3)).map { _ in number(0...9) }
    var before = "", after = ""
    if number(0...1) == 0 { before = "  - {text: before}\n" }
    if number(0...1) == 0 { after = "  - {text: after}\n" }
    let rows = outer.map { "{n: \($0.0), t: \($0.1)}" }.joined(separator: ", ")
    let items = inner.map { "\($0)" }.joined(separator: ", ")
    let repeated = """
      cutaway: 1
      render: {frameRate: 25}
      \(Self.track)
      vars: {base: 5, items: [\(items)]}
      overlays:
      \(before)  - repeat: [\(rows)]
          text: "${t} ${base}"
          range: {start: "${n}", duration: "${index}"}
          layers:
            - {repeat: "${items}", text: "${t} ${item} ${index}/${count}", position: ["${n}", "${item}"]}
            - {text: "${n}"}
      \(after)
      """
    var written = "cutaway: 1\nrender: {frameRate: 25}\n\(Self.track)\noverlays:\n\(before)"
    for (index, row) in outer.enumerated() {
      written += """
          - text: "\(row.1) 5"
            range: {start: \(row.0), duration: \(index + 1)}
            layers:

        """
      for (place, item) in inner.enumerated() {
        written += """
                - text: "\(row.1) \(item) \(place + 1)/\(inner.count)"
                  position: [\(row.0), \(item)]

          """
      }
      written += "      - {text: \"\(row.0)\"}\n"
    }
    written += after
    if outer.isEmpty, before.isEmpty, after.isEmpty { written += "  []\n" }
    #expect(try document(repeated).composition == document(written).composition)
  }

  @Test func `a cell of a table is a number where one is expected, else text`() throws {
    let text = """
      cutaway: 1
      \(Self.track)
      overlays:
        - {repeat: t.csv, text: "${a}", opacity: "${b}", hidden: "${c}", color: "${d}"}
      """
    let csv = "a,b,c,d\n007,0.5,true,red\ntrue,1,false,#00ff00\nnull,1,false,#00ff00\n"
    let layers = try document(text, [.table("d/t.csv"): table(csv)]).composition.overlays
    let written = """
      cutaway: 1
      \(Self.track)
      overlays:
        - {text: "007", opacity: 0.5, hidden: true, color: red}
        - {text: "true", opacity: 1, color: "#00ff00"}
        - {text: "null", opacity: 1, color: "#00ff00"}
      """
    #expect(try layers == document(written).composition.overlays)
  }

  @Test func `a repetition for animations is still a number`() throws {
    let text = """
      cutaway: 1
      \(Self.track)
      overlays:
        - text: a
          animations: [{property: opacity, from: 0, to: 1, duration: 1, repeat: 3}]
      """
    let animation = try #require(try document(text).composition.overlays[0].animations.first)
    #expect(animation.repeatCount == 3)
  }

  @Test func `errors name the row`() {
    func found(_ element: String, _ csv: String = "t,n\nx,1\ny,z\n") -> [String] {
      errors("cutaway: 1\noverlays:\n  - \(element)", [.table("d/t.csv"): table(csv)])
    }
    #expect(
      found("{repeat: t.csv, text: \"${t}\", opacity: \"${n}\"}") == [
        "3:44: expected an opacity from 0 to 1, found the text 'z'"
          + "; in the row t.csv:3; the value comes from the variable 'n'"
      ])
    #expect(
      found("{repeat: [{t: a}], text: \"${u}\"}").first?.contains(
        "there is no variable 'u' in 'vars' or in the row; did you mean 't'?") == true)
    #expect(
      found("{repeat: t.csv, text: a}", "a b,c\n1,2\n") == [
        "3:14: the column 'a b' cannot be a variable, whose name has letters, digits and _"
      ])
    #expect(
      found("{repeat: t.csv, text: a}", "a,b\n1\n").first?.hasPrefix(
        "3:14: cannot use the table: t.csv:2:1") == true)
    #expect(
      found("{repeat: other.csv, text: a}") == [
        "3:14: cannot use 'other.csv': there is no such file"
      ])
    #expect(found("{repeat: 3, text: a}").first?.hasPrefix("3:14: expected a list") == true)
    #expect(found("{repeat: [[a, [b]]], text: a}").first?.hasPrefix("3:15: expected a") == true)
  }

  @Test func `a file with a table needs it`() {
    let text = "cutaway: 1\noverlays: [{repeat: t.csv, text: a}]"
    #expect(
      diagnose(text) == ["1:1: the meaning depends on 't.csv', whose contents are not known"])
  }

  @Test func `repetition has limits`() {
    // 100,000 copies of copies.
    let rows = (0..<400).map { "\($0)" }.joined(separator: ", ")
    let text = """
      cutaway: 1
      overlays:
        - repeat: &rows [\(rows)]
          layers: [{repeat: *rows, text: a, layers: [{repeat: *rows, text: "${item}"}]}]
      """
    let found = errors(text)
    #expect(found.contains { $0.contains("'repeat' add more than 120000 values") }, "\(found)")
    #expect(found.count < 10)
  }

  @Test func `clips with a pattern are the files that match`() throws {
    let pattern = """
      cutaway: 1
      sequence:
        each: {duration: 2}
        clips: [a.mp4, "photos/*.jpg", {asset: "b?", source: [1, 2]}]
      """
    let listings: [FileListing: FileListing.Contents] = [
      .files("d/photos/*.jpg"): .files(["d/photos/2.jpg", "d/photos/10.jpg"]),
      .files("d/b?"): .files(["d/b1"]),
    ]
    let written = """
      cutaway: 1
      sequence:
        each: {duration: 2}
        clips: [a.mp4, photos/2.jpg, photos/10.jpg, {asset: ./b1, source: [1, 2]}]
      """
    #expect(try document(pattern, listings).composition == document(written).composition)
    #expect(
      errors("cutaway: 1\nsequence: ['*.jpg']", [.files("d/*.jpg"): .refused("the policy")])
        == ["2:12: cannot use '*.jpg': the policy"])
    // An asset may have such a name.
    let named = "cutaway: 1\nassets: {'a*': a.mp4}\nsequence: ['a*']"
    #expect(try document(named).composition.duration == MediaTime(4))
  }
}
