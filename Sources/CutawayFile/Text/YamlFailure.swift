import Yams

/// The reason why Yams or the composer could not process a text.
enum YamlFailure: Error {
  case error(String, SourcePosition)
  case duplicateKey(String, SourcePosition)

  init(_ error: YamlError) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
      let isTooDeep = problem.contains("nesting level")
      self = .error(isTooDeep ? tooDeep : "not YAML: \(problem)", SourcePosition(mark))
    case .composer(_, let problem, let mark, _):
      self = .error(
        problem == "but found another document" ? "a second document begins here" : problem,
        SourcePosition(mark))
    case .duplicatedKeysInMapping(let keys, let context):
      self = .duplicateKey(keys.first ?? "", SourcePosition(context.mark))
    default:
      self = .error("not YAML: \(error)", SourcePosition())
    }
  }
}

extension SourcePosition {
  init(_ mark: Mark) {
    self.init(line: mark.line, column: mark.column)
  }
}
