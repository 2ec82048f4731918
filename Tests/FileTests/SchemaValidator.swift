import CutawayFile
import Foundation
import Testing

/// Python's `jsonschema`, which validates many files at once: Debian's python3-jsonschema and
/// python3-yaml, which `scripts/setup` installs.
enum SchemaValidator {
  /// Whether the schema accepts each file.
  static func judge(_ files: [String]) throws -> [Bool] {
    let request = try JSONSerialization.data(withJSONObject: [
      "schema": CompositionSchema.json, "files": files,
    ])
    let directory = FileManager.default.temporaryDirectory
    let input = directory.appending(path: "schema-\(UUID().uuidString).json")
    try request.write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", program, input.path()]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try JSONDecoder().decode([Bool].self, from: data)
  }

  /// YAML is loaded by the core schema of YAML 1.2, which editors use: PyYAML's own is 1.1's, where
  /// `yes` is true and `1:30` is 90.
  private static let program = #"""
    import json, re, sys, yaml
    from jsonschema import Draft202012Validator
    from jsonschema.validators import validator_for

    class Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
        pass

    def construct_scalar(loader, node):
        text = node.value
        if node.style in ("'", '"', "|", ">"):
            return text
        if text in ("", "~", "null", "Null", "NULL"):
            return None
        if text in ("true", "True", "TRUE"):
            return True
        if text in ("false", "False", "FALSE"):
            return False
        if re.fullmatch(r"[-+]?[0-9]+", text, re.ASCII):
            return int(text)
        if re.fullmatch(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", text, re.ASCII):
            return float(text)
        return text

    def construct_map(loader, node):
        return {key.value: loader.construct_object(value, deep=True) for key, value in node.value}

    Loader.add_constructor("tag:yaml.org,2002:map", construct_map)
    Loader.add_constructor("tag:yaml.org,2002:str", construct_scalar)
    Loader.yaml_implicit_resolvers = {}

    request = json.load(open(sys.argv[1], encoding="utf-8"))
    schema = json.loads(request["schema"])
    assert validator_for(schema) is Draft202012Validator
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    print(json.dumps([validator.is_valid(yaml.load(f, Loader)) for f in request["files"]]))
    """#

  /// Whether the reader finds no error that a schema should find.
  static func readerAccepts(_ file: String) -> Bool {
    do throws(CompositionFileError) {
      _ = try read(file)
      return true
    } catch {
      return error.diagnostics.allSatisfy { $0.kind == .meaning }
    }
  }
}
