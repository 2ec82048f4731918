import CutawayFile
import CutawayModel
import Testing

struct StructureTests {
  @Test(arguments: [
    ("", "1:1: the file is empty; a composition has 'cutaway: 1'"),
    ("# nothing\n# at all\n", "1:1: the file is empty; a composition has 'cutaway: 1'"),
    ("\u{FEFF}", "1:1: the file is empty; a composition has 'cutaway: 1'"),
    ("---\n...\n", "2:1: the file is empty; a composition has 'cutaway: 1'"),
    ("tracks: []", "1:1: a composition needs 'cutaway'"),
    (
      "cutaway: 2\noverlays: []\nfoo: 3",
      "1:10: version 2 of the format is not supported; this is version 1"
    ),
    ("cutaway: one", "1:10: expected the version of the format, 1, found the text 'one'"),
    ("cutaway: '1'", "1:10: expected the version of the format, 1, found the text '1'"),
    ("cutaway: 1\ntrakcs: []", "2:1: unknown key 'trakcs'; did you mean 'tracks'?"),
    ("cutaway: 1\nsequnce: []", "2:1: unknown key 'sequnce'; did you mean 'sequence'?"),
    (
      "- cutaway: 1",
      "1:1: expected a composition: a map with cutaway, vars, render, assets, tracks, sequence, instructions, "
        + "transitions, audioMix, effects, overlays, fonts, markers or export, found a list"
    ),
    ("cutaway: 1\n---\ncutaway: 1\n", "2:1: a second document begins here"),
    ("cutaway: 1\ntracks: [", "3:1: not YAML: did not find expected node content"),
    ("cutaway: 1\n\ttracks: []", "2:1: a tab; YAML is indented with spaces"),
    ("cutaway: 1\nassets:\n\ta: b", "3:1: a tab; YAML is indented with spaces"),
    (
      "cutaway: 1\noverlays:\n  - text: Hi: there",
      "3:13: a text that contains ': ' needs quotes: \"Hi: there\""
    ),
    (
      "cutaway: 1\noverlays: [{text: Hi: there, size: 3}]",
      "2:21: a text that contains ': ' needs quotes: \"Hi: there\""
    ),
    (
      "cutaway: 1\noverlays: [{text: Hi size: 3}]",
      "2:26: a text that contains ': ' needs quotes: \"Hi size: 3\", or a comma is missing before 'size'"
    ),
    (
      "cutaway: 1\noverlays: [{text: @home}]",
      "2:19: a text that starts with '@' needs quotes"
    ),
    (
      "cutaway: 1\nrender: {scale: 1, scale: 2}",
      "2:20: the key 'scale' is given twice, first on line 2"
    ),
    (
      "cutaway: !!python/object:os.system 1",
      "1:10: tags are not supported: 'tag:yaml.org,2002:python/object:os.syst…'"
    ),
    ("cutaway: !!int 1", "1:10: tags are not supported: 'tag:yaml.org,2002:int'"),
    ("cutaway: !!str 1", "1:10: tags are not supported: 'tag:yaml.org,2002:str'"),
    ("cutaway: 1\nassets: !x {a: b}", "2:9: tags are not supported: '!x'"),
    (
      "cutaway: 1\nrender: &r {scale: 1}\nexport: {<<: *r}",
      "3:10: merge keys ('<<') are not supported"
    ),
    ("cutaway: 1\nassets: *a", "2:9: there is no anchor called 'a' before this alias"),
    ("cutaway: 1\nassets: &a {x: *a}", "2:16: there is no anchor called 'a' before this alias"),
    ("cutaway: 1\nassets: {[a, b]: c}", "2:10: a key must be text, not a list"),
    ("cutaway: 1\n? [assets]\n: 1\n", "2:3: a key must be text, not a list"),
    (
      "cutaway: 1\n? assets\n: 1\n",
      "3:3: expected assets: a map of names and paths, found the number 1"
    ),
    ("cutaway: 1\nassets: {a: \"b\\0c\"}", "2:13: the character U+0000 is not allowed in text"),
    ("cutaway: 1\u{0}", "1:11: the character U+0000 is not allowed in YAML"),
    ("cutaway: 1\n# \u{7}", "2:3: the character U+0007 is not allowed in YAML"),
    ("cutaway: 1\r\n# é\u{1B}", "2:4: the character U+001B is not allowed in YAML"),
  ])
  func `text that is not a composition is an error with its position`(text: String, message: String)
  {
    let found = diagnose(text)
    #expect(found.contains(message))
  }

  @Test func `all errors are reported at once, in order`() {
    let file = """
      cutaway: 1
      rendr: {}
      assets: {a: 5}
      tracks:
        - id: v
          type: vide
          segments:
            - {asset: a, source: [0, 1]}
            - {asset: b, source: [0, x]}
      instructions:
        - {range: [3, 1]}
      """
    #expect(
      diagnose(file) == [
        "2:1: unknown key 'rendr'; did you mean 'render'?",
        "3:13: expected a path, a URI or {uri: …}, found the number 5; text like this needs quotes",
        "6:11: unknown type of track 'vide'; did you mean 'video'?",
        "9:17: there is no asset called 'b'",
        "9:32: expected a time: seconds, \"1/30\", \"1500ms\", \"00:01:02.5\" or \"45f\", found the "
          + "text 'x'",
        "11:13: the range 3–1 s is empty: it must end after its start",
      ])
  }

  @Test func `an error prints one line for each diagnostic`() throws {
    let error = #expect(throws: CompositionFileError.self) {
      try CompositionDocument(
        reading: "cutaway: 1\nb: 1\na: 2\n", file: "dir/edit.yaml", directory: "dir")
    }
    let lines = error?.description.split(separator: "\n").map(String.init)
    #expect(lines?.count == 2)
    #expect(lines?.first?.hasPrefix("dir/edit.yaml:2:1: error: unknown key 'b'") == true)
    #expect(lines?.last?.hasPrefix("dir/edit.yaml:3:1: error: unknown key 'a'") == true)
  }

  @Test func `each duplicate key is found at any depth`() {
    let file = """
      cutaway: 1
      assets: {a: 1.mp4, "b": 2.mp4, a: 3.mp4, 'b': 4.mp4, a: 5.mp4}
      tracks:
        - id: v
          type: video
          id: w
      """
    #expect(
      diagnose(file) == [
        "2:32: the key 'a' is given twice, first on line 2",
        "2:42: the key 'b' is given twice, first on line 2",
        "2:54: the key 'a' is given twice, first on line 2",
        "6:5: the key 'id' is given twice, first on line 4",
      ])
  }

  @Test func `an alias has the value of its anchor`() throws {
    let file = """
      cutaway: 1
      assets: {a: &path a.mp4, b: *path}
      tracks:
        - id: v
          type: video
          segments: &cut
            - {asset: a, source: &s [0, 4]}
            - {asset: b, source: *s}
        - {id: w, type: video, segments: *cut}
      """
    let composition = try read(file)
    #expect(composition.assets.map(\.location) == ["a.mp4", "a.mp4"])
    #expect(composition.tracks[0].segments == composition.tracks[1].segments)
    #expect(composition.tracks[1].segments.map(\.target) == [range(0, 4), range(4, 8)])
  }

  @Test func `an anchor can be redefined`() throws {
    let assets = try read(
      base.replacing("a: a.mp4", with: "a: &x 1, b: *x, c: &x z, d: *x")
        .replacing("&x 1", with: "&x y")
    ).assets
    #expect(assets.map(\.location) == ["y", "y", "z", "z"])
  }

  @Test func `text keeps asterisks, question marks and private characters`() throws {
    let export = try read(
      base + "export: {metadata: {'*a': what*?, b: \"* ?*\", \u{E000}: \"\u{E001}*\u{E000}\", "
        + "c: \"*\\uE002\\ue003\\U0000E004\\\\uE005\"}}"
    ).export
    #expect(
      export.metadata == [
        "*a": "what*?", "b": "* ?*", "\u{E000}": "\u{E001}*\u{E000}",
        "c": "*\u{E002}\u{E003}\u{E004}\\uE005",
      ])
  }

  @Test func `text may have several lines`() throws {
    let file =
      base + """
        export:
          metadata:
            comment: |
              [[[[ "not a
              quote" {{{{
            title: Summer
              of 1984
        """
    #expect(
      try read(file).export.metadata
        == ["comment": "[[[[ \"not a\nquote\" {{{{\n", "title": "Summer of 1984"])
  }

  @Test func `columns count characters, not bytes`() {
    #expect(
      diagnose("cutaway: 1\nassets: {äöü€😀: {u: x}}").contains {
        $0.hasPrefix("2:18: unknown key 'u'")
      })
  }
}
