import ArgumentParser
import Cutaway

@main
struct CutawayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cutaway",
    abstract: "Plays and exports video compositions.",
    discussion: """
      A composition is a YAML or JSON file. It lists media files, places parts of them on tracks, \
      and defines how the tracks are layered and mixed. FILE may be - for standard input.

      Example:
        cutaway export pipelines/dissolve.yaml -o dissolve.mp4
      """,
    version: cutawayVersion,
    subcommands: [
      Play.self, Export.self, Parts.self, Join.self, Trim.self, Frame.self, Sheet.self, Build.self,
      Validate.self, Expand.self, Convert.self,
      Probe.self, New.self, Title.self, Effects.self, NewEffect.self, Doctor.self,
    ])
}
