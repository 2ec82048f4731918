import Cutaway
import CutawayGraph
import CutawayModel
import CutawayRuntime
import Testing

/// The traits of Cutaway's own elements.
@Suite struct ElementTraitTests {
  private static let effects = [
    "blur", "chromakey", "colorgrade", "imagefilter", "noise", "pixelate", "sharpen", "vignette",
  ]
  private static let transitions = Transition.names.map { Transition.elementName(of: $0) }

  @Test func `a frame of an effect or a mixer depends on the frames at its time`() throws {
    try registerElements()
    let catalog = ElementCatalog.known
    let others = [
      "layermixer", "layertree", "opacityramp", "transformramp", "propertyramp", "tonemap",
    ]
    for name in Self.effects + Self.transitions + others {
      #expect(catalog[name].isSuperset(of: [.stateless, .keepsPace]), "\(name)")
    }
    for name in ["volumeramp", "panramp"] { #expect(catalog[name] == .keepsPace, "\(name)") }
    #expect(catalog["layereffects"] == .stateless)
    for name in ["tracksrc", "packetsrc", "framegate"] { #expect(catalog[name] == [], "\(name)") }
  }

  @Test func `a translation without GStreamer knows the elements that it adds`() throws {
    try registerElements()
    for (name, traits) in ElementCatalog.added {
      #expect(ElementInspection(name)?.traits == traits, "\(name)")
    }
  }

  @Test
  func `the usual policy allows the effects and the transitions, and no other element of Cutaway`()
    throws
  {
    try registerElements()
    let catalog = ElementCatalog.known
    for name in Self.effects + Self.transitions + ["layermixer"] {
      #expect(catalog[name].contains(.safe), "\(name)")
    }
    for name in [
      "tracksrc", "packetsrc", "layereffects", "layertree", "framegate", "propertyramp", "tonemap",
    ] {
      #expect(!catalog[name].contains(.safe), "\(name)")
    }
    #expect(RenderPolicy.usualElements.contains("videobalance"))
    #expect(!RenderPolicy.usualElements.contains("filesrc"))
  }
}
