/// Files with a valid or an invalid shape.
enum SchemaFiles {
  private static func with(_ rest: String) -> String { base + rest }

  static let good: [String] =
    [
      "cutaway: 1", "cutaway: 1.0", base, full.text,
      "cutaway: 1\nrender: {}", "cutaway: 1\nrender: {size: [1, 16384.0]}",
      "cutaway: 1\nrender: {frameRate: 29.97}", "cutaway: 1\nrender: {frameRate: 24000/1001}",
      "cutaway: 1\nrender: {frameDuration: 1/30, scale: 1/2, background: '#abc'}",
      "cutaway: 1\nassets: {}", "cutaway: 1\nassets: {a: b, c: {uri: d}}",
      "cutaway: 1\nsequence: []", "cutaway: 1\nsequence: [a, {asset: b.jpg, duration: 1}]",
      "cutaway: 1\nsequence: {clips: [{asset: a, source: [1, end], transition: false}], music: b}",
      "cutaway: 1\nsequence: {clips: [], each: {duration: 1, transition: 1, kenBurns: true}}",
      """
      cutaway: 1
      sequence:
        clips: [{asset: a, kenBurns: {from: 1, to: 2, center: [0, 1]}, transform: fill, effects: []}]
        music: {asset: b, source: [1, 2], loop: false, volume: -6 dB, fadeOut: 0, duck: {by: 0.5}}
      """,
      """
      cutaway: 1
      sequence:
        - {asset: a, freeze: 1, duration: 2, crop: [0, 0, 1, 1], opacity: 0.5, volume: -6 dB}
        - {asset: a, fadeIn: 1, fadeOut: {duration: 1, easing: sine}, overlays: [{text: a}]}
        - {repeat: [1, {a: 1, b: [x, 2]}], asset: '${b}'}
      """,
      "cutaway: 1\noverlays: [{repeat: ['${a}'], text: '${item}'}, {repeat: ['x'], layers: []}]",
      "cutaway: 1\ntracks: [{id: a, type: video, sound: false, segments: []}]",
      "cutaway: 1\nvars: {a: 1, b: x, c: true, d: [1, x], e: {type: file}, f: {default: [2]}}",
      "cutaway: 1\nrender: {size: ['${w}', 2], frameRate: '${r}', background: '${c}'}",
      "cutaway: 1\ntracks: '${list}'\nassets: {a: 'x-${y}.mp4'}",
      "cutaway: 1\ntracks: [{id: a, type: video, segments: [{asset: a}]}]",
      "cutaway: 1\ntracks: [{id: a, type: video, segments: [{asset: a, source: [1, end]}]}]",
      "cutaway: 1\ntracks: []", "cutaway: 1\ntracks: [{id: a, type: video}]",
      "cutaway: 1\ntracks: [{id: a, type: audio, segments: [], effects: []}]",
      "cutaway: 1\ntracks: [{id: a, type: audio, segments: [{asset: a, duration: 3}, {empty: 2}]}]",
      "cutaway: 1\neffects: [{element: x, a: 1, b: true, c: '', d: 1.5}]",
      "cutaway: 1\neffects: [{filter: x, a: 1, b: [1, 2, 3, 4.5], c: [1, 2]}]",
      // Valid in shape, invalid in meaning.
      "cutaway: 1\ninstructions: [{range: [5, 1], layers: [{track: none}]}]",
      "cutaway: 1\ninstructions: [{range: {start: 10f, duration: 0}}]",
      "cutaway: 1\ntracks: [{id: a, type: video}, {id: a, type: video}]",
      with("audioMix: [{track: s, volume: [{at: 1, value: 1}, {at: 1, value: 2}]}]"),
      with("effects: [{element: x, a: 99999999999999999999}]"),
      with("export: {fileType: mp3}"),
      with("audioMix: [{track: s, volume: 1e999}]"),
    ]
    + [
      "-5", "-70", "-5 LUFS", "-05.5LUFS", "-16.25 LUFS", "-69.999 LUFS", "-70.0 LUFS",
    ].map { with("export: {loudness: \($0)}") }
    + [
      "0", "1", "0 dB", "+0.0 dB", "-0 dB", "-12.5dB",
    ].map { with("audioMix: [{track: s, duck: {under: v, by: \($0)}}]") }
    + [
      "0", "1e9", "0.5", "'1'", "1/30", "'0/5'", "1500ms", "'1.5ms'", "00:01:02.500", "1:02", "45f",
      "99999999999999999999/3", "0.00000000000001", "+5",
    ].map { layer("opacity: [{at: \($0), value: 1}]") }
    + [
      "identity", "[fit]", "[1, 0, 0, 1, 0, 0]", "[{scale: 1}]", "[{scale: [1, 2], about: [0, 0]}]",
      "[fill, {rotate: 5}, {translate: [1, 2]}, {matrix: [1, 0, 0, 1, 0, 0]}]",
      "[{at: 0, value: [fit]}]",
      "[{range: [0, 1], from: fit, to: fill, interpolation: decomposed, turns: -1}]",
      "[{range: [0, 1], from: fit, to: fill, interpolation: componentwise}]",
    ].map { layer("transform: \($0)") }
    + [
      "linear", "hold", "easeInOut", "[0, -1, 1, 9]",
    ].map { layer("crop: [{range: [0, 1], from: [0, 0, 1, 1], to: [0, 0, 0, 0], easing: \($0)}]") }

  static let bad: [String] =
    [
      "''", "[]", "{}", "5", "cutaway: 2", "cutaway: '1'", "cutaway: true", "cutaway:",
      "cutaway: 1\nfoo: 1", "cutaway: 1\nfonts: []", "cutaway: 1\nsequence: {}",
      "cutaway: 1\nsequence: [{duration: 1}]", "cutaway: 1\nsequence: [{asset: a, at: 1}]",
      "cutaway: 1\nsequence: {clips: [a], each: {asset: b}}",
      "cutaway: 1\nsequence: {clips: [a], music: {asset: b, duck: {under: c}}}",
      "cutaway: 1\nsequence: [{asset: a, kenBurns: false}]",
      "cutaway: 1\nsequence: [{asset: a, kenBurns: {from: 0.5}}]",
      "cutaway: 1\nsequence: [{asset: a, transform: [1, 0, 0, 1, 0, 0]}]",
      "cutaway: 1\nvars: []", "cutaway: 1\nvars: {a b: 1}", "cutaway: 1\nvars: {a: ~}",
      "cutaway: 1\nvars: {a: {type: word}}", "cutaway: 1\nvars: {a: {default: {b: 1}}}",
      "cutaway: 1\nvars: {a: [[1]]}",
      "cutaway: 1\nrender:", "cutaway: 1\nrender: []", "cutaway: 1\nrender: {size: [1]}",
      "cutaway: 1\nrender: {size: [1, 2, 3]}", "cutaway: 1\nrender: {size: [1.5, 2]}",
      "cutaway: 1\nrender: {frameRate: 30, frameDuration: 1/30}",
      "cutaway: 1\nrender: {frameRate: 0}", "cutaway: 1\nrender: {frameRate: '30'}",
      "cutaway: 1\nrender: {scale: 8.5}", "cutaway: 1\nrender: {background: '#abcd'}",
      "cutaway: 1\nrender: {background: Red}", "cutaway: 1\nrender: {sampleRate: 48000.5}",
      "cutaway: 1\nassets: []", "cutaway: 1\nassets: {a: ''}", "cutaway: 1\nassets: {'': a}",
      "cutaway: 1\nassets: {a: {}}", "cutaway: 1\nassets: {a: {uri: b, colorimetry: c}}",
      "cutaway: 1\nassets: {a: {uri: a, b: c}}",
      "cutaway: 1\ntracks: {}", "cutaway: 1\ntracks: [{id: a}]",
      "cutaway: 1\ntracks: [{type: video}]",
      "cutaway: 1\ntracks: [{id: a, type: film}]", "cutaway: 1\ntracks: [{id: 1, type: video}]",
      "cutaway: 1\ntracks: [{id: a, type: video, segments: [{}]}]",
      "cutaway: 1\ntracks: [{id: a, type: video, segments: [{asset: a, source: [end, 1]}]}]",
      "cutaway: 1\ntracks: [{id: a, type: video, segments: [{empty: 1, at: 1}]}]",
      "cutaway: 1\ntracks: [{id: a, type: video, segments: [{asset: a, duration: 1, track: 0.5}]}]",
      "cutaway: 1\ntracks: [{id: a, type: video, segments: [{asset: a, duration: 1, pitch: up}]}]",
      "cutaway: 1\neffects: [{a: 1}]", "cutaway: 1\neffects: [{element: x, a: []}]",
      "cutaway: 1\neffects: [{element: x, a: [1]}]",
      "cutaway: 1\neffects: [{element: x, filter: y}]", "cutaway: 1\neffects: [{filter: 1}]",
      "cutaway: 1\neffects: [{filter: x, a: [1, 2, red]}]",
      "cutaway: 1\neffects: [{element: x, a: [{at: 0, value: true}]}]",
      "cutaway: 1\neffects: [{element: x, a: [{at: 0, value: 1}, {at: 1, value: red}]}]",
      "cutaway: 1\neffects: [{element: x, a: [{range: [0, 1], from: 0, to: 1, turns: 1}]}]",
      "cutaway: 1\neffects: [{element: x, a: ~}]", "cutaway: 1\neffects: [{element: ''}]",
      "cutaway: 1\ninstructions: [{layers: []}]", "cutaway: 1\ninstructions: [{range: [1]}]",
      "cutaway: 1\ninstructions: [{range: {start: 1}}]",
      "cutaway: 1\ninstructions: [{range: {start: 1, duration: 1, end: 2}}]",
      "cutaway: 1\nexport: {fileType: avi}", "cutaway: 1\nexport: {metadata: {a: 1}}",
      "cutaway: 1\nexport: {metadata: {'': a}}",
      with("audioMix: [{track: s, volume: -1}]"), with("audioMix: [{track: s, volume: []}]"),
      with("audioMix: [{track: s, volume: -6 db}]"),
    ]
    + [
      "-4.9", "-70.1", "-4.9 LUFS", "-4 LUFS", "-70.1 LUFS", "-71 LUFS", "16 LUFS", "-100 LUFS",
    ].map { with("export: {loudness: \($0)}") }
    + [
      "1.1", "-1", "+3 dB", "0.1 dB", "1 dB",
    ].map { with("audioMix: [{track: s, duck: {under: v, by: \($0)}}]") }
    + [
      "-1", "1e10", "'-1'", "1/0", "1.5/2", "1s", "4.5f", "1:60", "1:2:3:4", "true", "~", "'1e3'",
      "0x1",
      ".inf", ".nan",
    ].map { layer("opacity: [{at: \($0), value: 1}]") }
    + [
      "sideways", "[]", "[1, 0, 0, 1, 0]", "[{scale: 1, rotate: 1}]", "[{scale: 1}, fit]",
      "[fit, fill]",
      "[{translate: [0, 0], about: [0, 0]}]", "[{about: [0, 0]}]", "[{scale: [1]}]", "[{}]", "5",
      "[{range: [0, 1], from: fit, to: fill, turns: 1}]",
      "[{range: [0, 1], from: fit, to: fill, interpolation: componentwise, turns: 1}]",
      "[{range: [0, 1], from: fit}]", "[fit, {at: 0, value: fit}]", "[[fit]]",
    ].map { layer("transform: \($0)") }
    + [
      "ease", "[0, 0, 1]", "[-0.1, 0, 1, 1]", "[0, 0, 1.1, 1]", "[0, 0, 1e400, 1]", "5",
    ].map { layer("crop: [{range: [0, 1], from: [0, 0, 1, 1], to: [0, 0, 0, 0], easing: \($0)}]") }
    + ["1.1", "-0.1", "'1'", "true", "[]", "[1]"].map { layer("opacity: \($0)") }
    + ["[0, 0, 1]", "[0, 0, -1, 1]", "[0, 0, -1e400, 1]", "5"].map { layer("crop: \($0)") }
}
