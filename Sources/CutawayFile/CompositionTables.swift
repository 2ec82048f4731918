import CutawayModel

/// The tables of keys in `docs/composition-file.md`.
package enum CompositionTables {
  /// The tables in Markdown, by the names of their constructs.
  package static var all: [(name: String, text: String)] {
    var value = ValueForm<LayerTransform>.transform
    value.type = "value"
    let entry = AnimatedValueKeys(value, isTransform: true)
    return [
      table(Constructs.composition), table(Constructs.variable),
      table(Constructs.render), table(Constructs.asset),
      table(Constructs.track), table(Constructs.segment), table(Constructs.emptySegment),
      table(Constructs.fade), table(Constructs.sequence), table(Constructs.clip),
      table(Constructs.each), table(Constructs.kenBurns), table(Constructs.music),
      table(Constructs.instruction), table(Constructs.layer),
      table(Constructs.background),
      table(Constructs.compositor), table(Constructs.transition),
      table(Constructs.transitionOfTracks),
      table(Constructs.mix), table(Constructs.duck), table(Constructs.effect),
      table(Constructs.look), table(Constructs.fonts), table(Constructs.overlay),
      table(Constructs.font),
      table(Constructs.span), table(Constructs.textInstant), table(Constructs.words),
      table(Constructs.word), table(Constructs.captions), table(Constructs.textStyle),
      table(Constructs.textOutline), table(Constructs.textBackground),
      table(Constructs.highlight), table(Constructs.pop), table(Constructs.soundOfTrack),
      table(Constructs.copies), table(Constructs.emitter), table(Constructs.cell),
      table(Constructs.stroke),
      table(Constructs.gradient), table(Constructs.border), table(Constructs.shadow),
      table(Constructs.passage), table(Constructs.layerAnimation),
      table(Constructs.animationGroup), table(Constructs.clock), table(Constructs.spring),
      table(Constructs.marker), table(Constructs.export), table(Constructs.range),
      table(entry.instant), table(entry.ramp), table(Constructs.step),
    ]
  }

  /// The tables in `docs/servers.md`.
  package static var policy: [(name: String, text: String)] {
    [table(Constructs.policy), table(Constructs.policyLimits)]
  }

  private static func table<Whole>(_ construct: Construct<Whole>) -> (name: String, text: String) {
    (construct.id, construct.table)
  }
}

extension Construct {
  /// The keys as a table in Markdown.
  fileprivate var table: String {
    @_semantics("optimize.sil.specialize.generic.never")
    get {
      let rows = fields.map { field in
        let value = defaultValue(of: field).map { "`\($0.flow)`" }
        let presence = field.presence.isRequired ? "required" : field.presence.text ?? value ?? "–"
        return "| `\(field.key)` | \(field.type) | \(presence) | \(field.documentation) |\n"
      }
      return "| key | value | default | meaning |\n| --- | --- | --- | --- |\n" + rows.joined()
    }
  }
}
