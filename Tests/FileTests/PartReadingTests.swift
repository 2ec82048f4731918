import CutawayFile
import CutawayModel
import CutawayTime
import Testing

struct PartReadingTests {
  @Test func `an instruction is read`() throws {
    let instruction = try read(
      base + """
        instructions:
          - range: [0, 29]
            background: red
            layers:
              - track: v
                opacity: 0.5
                transform: preferred
                effects: [{element: vignette}]
        """
    ).instructions
    #expect(
      instruction == [
        Instruction(
          range: range(0, 29), background: Color(red: 255, green: 0, blue: 0),
          layers: [
            Layer(
              track: "v", transform: AnimatedValue(LayerTransform(.preferred)),
              opacity: AnimatedValue(0.5), effects: [Effect(element: "vignette")])
          ])
      ])
  }

  @Test(arguments: [
    (
      "[{range: [0, 5]}, {range: [4, 6]}]",
      "7:41: 4–6 s starts before the instruction before it ends, 0–5 s"
    ),
    (
      "[{range: [5, 9]}, {range: [0, 2]}]",
      "7:41: 0–2 s starts before the instruction before it ends, 5–9 s"
    ),
    ("[{layers: []}]", "7:16: an instruction needs 'range'"),
    ("[{range: [0, 5], layers: [{}]}]", "7:41: a layer needs 'track'"),
    ("[{range: [0, 5], layers: [{track: x}]}]", "7:49: there is no track called 'x'"),
    (
      "[{range: [0, 5], layers: [{track: s}]}]",
      "7:49: the track 's' is of type audio, not video"
    ),
    (
      "[{range: [0, 5], layers: [{track: v, opactiy: 1}]}]",
      "7:52: unknown key 'opactiy'; did you mean 'opacity'?"
    ),
    ("[{range: [0, 5], layers: v}]", "7:40: expected a list of layers, found the text 'v'"),
    ("{}", "7:15: expected a list of instructions, found a map"),
    ("~", "7:15: expected a list of instructions, found nothing"),
  ])
  func `a wrong instruction is explained`(text: String, message: String) {
    #expect(diagnose(base + "instructions: \(text)") == [message])
  }

  @Test func `an invalid instruction does not make its neighbours overlap`() {
    let file =
      base + """
        instructions:
          - {range: [0, 5], layers: [{track: v}]}
          - {range: [four, 6], layers: [{track: x}]}
          - {range: [6, 8], layers: [{track: v}]}
        """
    let found = diagnose(file)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("9:14: expected a time") == true)
    #expect(found.last == "9:41: there is no track called 'x'")
  }

  @Test func `a reference to an invalid track is not reported as dangling`() {
    let file = """
      cutaway: 1
      tracks:
        - {id: t, type: film}
        - {id: 5, type: video}
      instructions: [{range: [0, 1], layers: [{track: t}, {track: five}]}]
      """
    #expect(
      diagnose(file) == [
        "3:19: unknown type of track 'film'; it is one of video, audio, av, subtitle or layer",
        "4:10: expected the name of a track, found the number 5; text like this needs quotes",
      ])
  }

  @Test func `a mix is read`() throws {
    let mix = try read(
      base + """
        audioMix:
          - track: s
            volume:
              - {at: 0, value: 0.8}
              - {range: [26, 29], from: 0.8, to: 0}
        """
    ).audioMix
    #expect(
      mix == [
        AudioMixParameters(
          track: "s",
          volume: try AnimatedValue(entries: [
            .instant(at: .zero, value: 0.8),
            .ramp(AnimatedValue<Double>.Ramp(over: range(26, 29), from: 0.8, to: 0)),
          ]))
      ])
  }

  @Test(arguments: [
    (
      "[{track: s, volume: -1}]",
      "7:31: expected a linear gain of 0 or more, or decibels like \"-6 dB\", found the number -1"
    ),
    (
      "[{track: s, volume: -6 db}]",
      "7:31: expected a linear gain of 0 or more, or decibels like \"-6 dB\", found the text '-6 db'"
    ),
    ("[{track: s, volume: 1e999}]", "7:31: the number 1e999 is too large"),
    (
      "[{track: s, volume: .inf}]",
      "7:31: expected a linear gain of 0 or more, or decibels like \"-6 dB\", found the text '.inf'"
    ),
    ("[{track: v}]", "7:20: the track 'v' is of type video, not audio"),
    ("[{track: z}]", "7:20: there is no track called 'z'"),
    ("[{track: s}, {track: s}]", "7:32: the track 's' is in the mix twice"),
    ("[{volume: 1}]", "7:12: a track's mix needs 'track'"),
  ])
  func `a wrong mix is explained`(text: String, message: String) {
    #expect(diagnose(base + "audioMix: \(text)") == [message])
  }

  @Test func `a look stands for its effects, which are written out`() throws {
    let text = base + "effects: [{look: noir, strength: 0.5}, {element: noise}, {look: warm}]"
    let composition = try read(text), noise = [Effect(element: "noise")]
    #expect(
      composition.effects == Look.noir.effects(strength: 0.5) + noise + Look.warm.effects())
    let written = composition.yaml()
    #expect(!written.contains("look") && written.contains("filter: toneCurve"))
    #expect(try read(written).effects == composition.effects)
  }

  @Test(arguments: [
    ("[{look: nor}]", "7:18: unknown look 'nor'; did you mean 'noir'?"),
    ("[{look: noir, strength: 2}]", "7:34: expected a strength from 0 to 1, found the number 2"),
    ("[{look: noir, element: noise}]", "7:24: unknown key 'element'"),
  ])
  func `a wrong look is explained`(effects: String, message: String) {
    let found = diagnose(base + "effects: \(effects)")
    #expect(found.count == 1 && found.first?.hasPrefix(message) == true, "\(found)")
  }

  @Test func `properties of effects keep their types`() throws {
    let effects = try read(
      base + """
        effects:
          - element: vignette
            strength: 0.4
            whole: 2.0
            count: 2
            on: true
            name: yes
            digits: "12"
            hex: 0x10
          - {element: videobalance}
        """
    ).effects
    #expect(
      effects == [
        Effect(
          element: "vignette",
          properties: [
            "strength": .double(0.4), "whole": .double(2), "count": .int(2), "on": .bool(true),
            "name": .string("yes"), "digits": .string("12"), "hex": .string("0x10"),
          ]),
        Effect(element: "videobalance"),
      ])
  }

  @Test(arguments: [
    ("[{strength: 1}]", "7:11: an effect needs 'element', 'filter' or 'look'"),
    ("[{elemnt: vignette}]", "7:12: an effect needs 'element', 'filter' or 'look', found 'elemnt'"),
    ("[{fiter: sepiaTone}]", "7:12: an effect needs 'element', 'filter' or 'look', found 'fiter'"),
    ("[{element: x, filter: y}]", "7:32: an effect has 'element' or 'filter', not both"),
    (
      "[{element: 5}]",
      "7:21: expected the name of an element, found the number 5; text like this needs quotes"
    ),
    (
      "[vignette]",
      "7:11: expected an effect: a map with 'element' or 'filter' and its properties, or with 'look', found the text 'vignette'"
    ),
    (
      "[{element: x, a: ~}]",
      "7:27: expected a number, text, true or false, or a list of ramps, found nothing"
    ),
    (
      "[{element: x, a: {b: 1}}]",
      "7:27: expected a number, text, true or false, or a list of ramps, found a map"
    ),
    (
      "[{element: x, a: 9223372036854775808}]",
      "7:27: the number 9223372036854775808 does not fit 64 bits"
    ),
    ("vignette", "7:10: expected a list of effects, found the text 'vignette'"),
  ])
  func `a wrong effect is explained`(text: String, message: String) {
    #expect(diagnose(base + "effects: \(text)") == [message])
  }

  @Test func `export settings are read`() throws {
    let export = try read(
      base + "export: {fileType: mov, preset: 1280x720, optimizeForNetworkUse: true, "
        + "metadata: {title: Summer, year: '2024', empty: ''}}"
    ).export
    #expect(
      export
        == ExportSettings(
          fileType: "mov", preset: "1280x720", optimizeForNetworkUse: true,
          metadata: ["title": "Summer", "year": "2024", "empty": ""]))
  }

  @Test func `missing export settings have their defaults`() throws {
    #expect(try read(base).export == ExportSettings())
  }

  @Test(arguments: [
    (
      "{fileType: avi}",
      "7:20: unknown file type 'avi'; it is one of mp4, m4v, mov, mkv, webm, ts, fmp4, "
        + "m4a, wav, flac, ogg, mp3, png or jpeg"
    ),
    (
      "{preset: hightestQuality}",
      "7:18: unknown preset 'hightestQuality'; did you mean 'highestQuality'?"
    ),
    ("{optimizeForNetworkUse: yes}", "7:33: expected true or false, found the text 'yes'"),
    (
      "{metadata: {year: 2024}}",
      "7:27: expected text, found the number 2024; text like this needs quotes"
    ),
    ("{metadata: [a]}", "7:20: expected a map of names and texts, found a list"),
    ("{metadata: {'': a}}", "7:21: a name of metadata must not be empty"),
    (
      "{quality: 5}",
      "7:10: unknown key 'quality' in 'export', which has fileType, preset, "
        + "optimizeForNetworkUse, metadata, loudness"
    ),
    (
      "mp4",
      "7:9: expected 'export': a map with fileType, preset, optimizeForNetworkUse, metadata or "
        + "loudness, found the text 'mp4'"
    ),
  ])
  func `wrong export settings are explained`(text: String, message: String) {
    #expect(diagnose(base + "export: \(text)") == [message])
  }
}
