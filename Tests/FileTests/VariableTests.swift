import CutawayFile
import CutawayModel
import CutawayTime
import Testing

/// Variables of composition files and their values.
@Suite struct VariableTests {
  private func read(
    _ text: String, _ values: [String: String] = [:], directory: String = ""
  ) throws(CompositionFileError) -> Composition {
    var given = VariableValues()
    for (name, text) in values { given.set(name, to: text, from: "--set", directory: "") }
    return try CompositionText(text, file: "f", directory: directory, values: given).document()
      .composition
  }

  private func errors(_ text: String, _ values: [String: String] = [:]) -> [String] {
    do throws(CompositionFileError) {
      _ = try read(text, values)
      return []
    } catch {
      return error.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
    }
  }

  /// A file with variables on line 2, whose uses follow on line 3.
  private func file(_ variables: String, _ rest: String) -> String {
    """
    cutaway: 1
    vars: {\(variables)}
    \(rest)
    assets: {a: a.mp4}
    tracks: [{id: v, type: video, segments: [{asset: a, source: [0, 9]}]}]
    """
  }

  @Test func `a default stands for a variable in any value`() throws {
    let composition = try read(
      file(
        "w: 640, rate: 25, title: Summer, color: red, fast: true",
        """
        render: {size: ["${w}", 360], frameRate: ${rate}, background: "${color}"}
        export: {optimizeForNetworkUse: "${fast}", metadata: {title: "${title} in ${w} ${title}"}}
        """.replacing("${rate}", with: "\"${rate}\"")))
    #expect(composition.render.size == PixelSize(width: 640, height: 360))
    #expect(composition.render.frameDuration == seconds(1, over: 25))
    #expect(composition.render.background == Color(red: 255, green: 0, blue: 0))
    #expect(composition.export.optimizeForNetworkUse)
    #expect(composition.export.metadata["title"] == "Summer in 640 Summer")
  }

  @Test func `a given value replaces the default`() throws {
    let text = file(
      "w: 640, at: {type: time}",
      "render: {size: [\"${w}\", 2]}\nmarkers: [{at: \"${at}\", title: x}]")
    let composition = try read(text, ["w": "320", "at": "1500ms"])
    #expect(composition.render.size?.width == 320)
    #expect(composition.markers == [Marker(at: seconds(3, over: 2), title: "x")])
  }

  @Test func `a text variable keeps what looks like a number`() throws {
    let text = file("t: {type: text, default: 1984}", "export: {metadata: {title: \"${t}\"}}")
    #expect(try read(text).export.metadata["title"] == "1984")
    #expect(try read(text, ["t": "true"]).export.metadata["title"] == "true")
  }

  @Test func `a list stands for a list`() throws {
    let text = """
      cutaway: 1
      vars: {files: {type: files}, cut: [0, 2]}
      tracks: [{id: v, type: video, segments: [{asset: "${file}", source: "${cut}"}]}]
      """.replacing("files: {type: files}", with: "file: {type: file}")
    let composition = try read(text, ["file": "x/a.mp4", "cut": "[1, 3]"], directory: "edits")
    // A path of the command line starts from the working directory.
    #expect(composition.assets.map(\.location) == ["edits/../x/a.mp4"])
    #expect(composition.tracks[0].segments[0].media?.source == range(1, 3))
  }

  @Test func `two dollar signs before a brace are one, and the writer doubles them`() throws {
    let text = file("a: 1", "export: {metadata: {title: \"$${a} $$ ${a}\"}}")
    let composition = try read(text)
    #expect(composition.export.metadata["title"] == "${a} $$ 1")
    #expect(try read(composition.yaml()).export.metadata["title"] == "${a} $$ 1")
  }

  @Test(arguments: [
    (
      "a: 1", "export: {metadata: {title: \"${b}\"}}",
      "3:28: there is no variable 'b' in 'vars'; did you mean 'a'?"
    ),
    (
      "a: 1", "export: {metadata: {title: \"${a} ${title}\"}}",
      "3:28: there is no variable 'title' in 'vars'; '$${' is the text '${'"
    ),
    (
      "a: 1", "export: {metadata: {title: \"${title}\"}}",
      "3:28: there is no variable 'title' in 'vars'; '$${' is the text '${'"
    ),
    (
      "a: 1", "export: {metadata: {title: \"${a\"}}",
      "3:28: '${' begins a variable, which needs '}'; '$${' is the text '${'"
    ),
    (
      "a: [1]", "export: {metadata: {title: \"x ${a}\"}}",
      "3:28: the variable 'a' is a list, which cannot be part of a text"
    ),
    (
      "a: {type: number}", "",
      "2:8: the variable 'a' has no value: give one, as with --set a=VALUE, or a 'default'"
    ),
    (
      "a: {type: number, default: x}", "",
      "2:35: the variable 'a' is a number, not the text 'x'"
    ),
    ("a: {type: word}", "", "2:18: unknown type of variable 'word'; it is one of"),
    ("a-b: 1", "", "2:8: 'a-b' is not the name of a variable"),
    (
      "r: fast", "render: {frameRate: \"${r}\"}",
      "3:21: expected frames per second from 0.001 to 1000: a number or a fraction like "
        + "\"24000/1001\", found the text 'fast'; the value comes from the variable 'r'"
    ),
  ])
  func `an error names the variable and its place`(
    variables: String, use: String, message: String
  ) {
    let found = errors(file(variables, use))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(message) == true, "\(found)")
  }

  @Test(arguments: [
    ("b", "1", "2:1: the file declares no variable 'b', which --set sets; did you mean 'n'?"),
    ("title", "1", "2:1: the file declares no variable 'title', which --set sets"),
    ("n", "x", "2:8: the variable 'n' is a number, not the text 'x', which --set states"),
    (
      "n", "0",
      "3:21: expected frames per second from 0.001 to 1000: a number or a fraction like "
        + "\"24000/1001\", found the number 0; the value comes from the variable 'n' (--set)"
    ),
  ])
  func `an error in a given value names its origin`(name: String, text: String, message: String) {
    #expect(
      errors(file("n: 25", "render: {frameRate: \"${n}\"}"), [name: text]) == [message])
  }

  @Test func `a variable in brackets without quotes has a hint`() {
    let found = errors("cutaway: 1\nvars: {w: 1}\nrender: {size: [${w}, 2]}\n")
    #expect(
      found.first?.contains("within brackets a variable needs quotes, as on line 3") == true,
      "\(found)")
  }

  @Test func `values of a file have their places in messages`() throws {
    var values = VariableValues()
    try values.set(reading: Array("{\n  \"n\": \"x\"}".utf8), file: "v.json", directory: "")
    let error = #expect(throws: CompositionFileError.self) {
      try CompositionText(
        file("n: 25", "render: {frameRate: \"${n}\"}"), file: "f", directory: "", values: values)
    }
    #expect(
      error?.diagnostics.map(\.message) == [
        "the variable 'n' is a number, not the text 'x', which v.json:2:8 states"
      ])
  }

  @Test func `many long values are an error, not a full memory`() {
    let long = String(repeating: "x", count: 100_000)
    let uses = String(repeating: "\"${t}${t}\", ", count: 1_000)
    let found = errors("cutaway: 1\nvars: {t: \(long)}\nfonts: {files: [\(uses)]}")
    #expect(found.count == 1)
    #expect(
      found.first?.hasSuffix(
        "the values of variables and 'repeat' add more than 120000 values or 4194304 bytes; the value comes from "
          + "the variable 't'") == true, "\(found)")
  }

  @Test(arguments: [
    ("a,b\n1,2\n3,4\n", ["a", "b"], [["1", "2"], ["3", "4"]]),
    ("a,b\r\n1,2\r\n\r\n3,4", ["a", "b"], [["1", "2"], ["3", "4"]]),
    ("\u{FEFF}a;b\n\"x;y\";\"say \"\"hi\"\"\"\n", ["a", "b"], [["x;y", "say \"hi\""]]),
    (" a \tb\n\"two\nlines\"\t \n", ["a", "b"], [["two\nlines", " "]]),
    ("a\n", ["a"], []),
  ])
  func `a table of values is read`(text: String, names: [String], rows: [[String]]) throws {
    let table = try VariableRows(Array(text.utf8), file: "t", directory: "")
    #expect(table.names == names)
    #expect(table.rows == rows)
  }

  @Test(arguments: [
    ("", "t:1:1: error: the file is empty"), ("a,a\n", "t:1:1: error: two columns are called 'a'"),
    ("a,\n", "t:1:1: error: column 2 has no name"),
    ("a,b\n1,2\n1\n", "t:3:1: error: the row has 1 values, but the first row has 2 names"),
    ("a\n\"x\n\n", "t:2:1: error: a value in quotes does not end"),
  ])
  func `a table that is none is an error with its line`(text: String, message: String) {
    let error = #expect(throws: CompositionFileError.self) {
      try VariableRows(Array(text.utf8), file: "t", directory: "")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }

  @Test func `an empty text in a table leaves the default`() throws {
    let table = try VariableRows(Array("n,x\n,1\n".utf8), file: "t", directory: "")
    let text = try CompositionText(
      file("n: 25", "render: {frameRate: \"${n}\"}"), file: "f", directory: "",
      values: table.values(ofRow: 0, optional: ["x"]))
    #expect(try text.document().composition.render.frameDuration == seconds(1, over: 25))
  }
}
