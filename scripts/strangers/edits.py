"""Compositions of check-strangers, by the kinds of their attacks."""

import json
import os
import re
import shutil

from strangers.files import files
from strangers.world import SEGMENT, USES, edit, link, locations, put, special

EXTREMES = ["1" * 400] + (
    "1e308,-1e308,5e-324,-0.0,0,-1,9223372036854775807,-9223372036854775808,18446744073709551616,0x7fffffffffffffff,2147483648,1_0,'1/0','0/0','1/9223372036854775807',.nan,.inf,"
    "-.inf,'9223372036854775807/9223372036854775806','9223372036854775807f','99999999:59:59.9',1000000000,1e-9,'-inf dB','999999 dB',[],{},null,true,'','100%','1e300%',7,32,1000,4096,16384"
).split(",")
# Layers, effects and tracks of which a composition with many numbers consists.
LAYERS = """{text: "A{timecode}", font: {size: 20, weight: 400, letterSpacing: 1, lineHeight: 1.2}, outline: {width: 2}, shadow: {radius: 3, offset: [1, 2]}, padding: [2, 3], reveal: character, rate: 30, range: [0, 0.5], maximumLines: 3}
{shape: ellipse, size: [30, 20], range: [0, 0.5], enter: {fade: true, by: 10, slide: up, easing: {spring: {mass: 1, stiffness: 100, damping: 10, velocity: 1}}}, exit: {scale: 2, duration: 0.1, easing: [0.1, 0.2, 0.3, 0.4]}, scale: [{range: [0, 0.4], from: 0.2, to: 1}]}
{shape: {path: "M0 0L50 50A9 9 0 1 1 20 20Z"}, stroke: {width: 2, dash: [3, 2], dashPhase: 1, start: 0.1, end: 0.9, miterLimit: 4}, copies: {count: 4, offset: [5, 5], delay: 0.1, scale: 0.9, rotation: 9}, size: [60, 60], clock: {speed: 1.5, offset: 0.1}}
{shape: {roundedRectangle: 5}, size: [20, 20], animations: [{property: rotation, from: 0, to: 90, duration: 0.2, repeat: 3, speed: 2, timeOffset: 0.1}, {property: position.x, values: [1, 2, 3], keyTimes: [0, 0.5, 1], mode: cubic, at: 0.1}]}
{emitter: {seed: 3, cells: [{layer: {shape: ellipse, size: [4, 4]}, rate: 30, lifetime: [0.1, 0.3], velocity: 40, scaleSpeed: 1, spin: 90, acceleration: [0, 90], opacitySpeed: -1, scale: [0.5, 1]}]}}
{gradient: {colors: [red, blue], locations: [0, 1], from: [0, 0], to: [1, 1]}, frame: [10, 10, 40, 40], cornerRadius: 5, border: {width: 2}, rotation: 10}
{image: logo, contentsRect: [0, 0, 1, 1], contentsCenter: [0.2, 0.2, 0.5, 0.5], contentsScale: 2, speed: 2, transform: [1, 0, 0, 1, 5, 5], place: topLeft, margin: [2, 2], anchorPoint: [0.5, 0.5], zPosition: 1}""".split(
    "\n"
)
EFFECTS = [
    "blur, sigma: 1.5",
    "vignette, strength: 0.4",
    "pixelate, size: 4",
    "gamma, gamma: 2",
    "chromakey, tolerance: 0.1",
    "sharpen, amount: 1",
    "videobalance, hue: 0.2",
]
TRACKS = [
    """sequence: {each: {duration: 0.4, transition: 0.1, kenBurns: {from: 1, to: 1.2, center: [0.5, 0.5]}}, music: {asset: c, source: [0, 0.3], volume: 0.5, fadeOut: 0.1},
  clips: [c, {asset: logo}, {asset: c, source: [0, 0.8], speed: 2, background: {blur: 0.04}}]}""",
    """tracks:
- {id: v, type: video, segments: [{asset: c, source: [0, 0.4]}, {asset: c, source: [0, 0.4], transition: 0.1}, {empty: 0.1}, {asset: c, source: [0.1, 0.2], loop: 3}, {asset: c, freeze: 0.1, duration: 0.2}]}
- {id: g, type: video, segments: [{asset: c, source: [0, 0.8], speed: [{at: 0, value: 1}, {range: [0.1, 0.3], from: 1, to: 3}]}, {asset: g, source: [0, 0.5]}]}
- {id: s, type: audio, volume: 0.5, declick: 0.01, segments: [{asset: c, source: [0, 0.5], at: 0.1, fadeIn: 0.1, track: 0, duration: 0.4}]}
audioMix: [{track: s, volume: [{range: [0, 0.4], from: 0.2, to: 1}], pan: 0.3}]""",
]


def numbers(r, count):
    """Returns a composition with many numbers, of which some are changed."""
    made = edit(
        r.choice(TRACKS)
        + f"\noverlays: [{', '.join(r.sample(LAYERS, 3))}]\neffects: [{', '.join(f'{{element: {effect}}}' for effect in r.sample(EFFECTS, 2))}]\nmarkers: [{{at: 0.1, title: m}}]\nexport: {{loudness: -16}}",
        ", logo: logo.png, g: {countdown: 2}",
        "size: [160, 90], frameRate: 10, scale: 1, bitDepth: 8, sampleRate: 48000, channels: 2",
    )
    for match in sorted(
        r.sample(list(re.finditer(r"(?<=[ \[])-?\d[\d.]*(?=[],}])", made)), count), key=lambda match: -match.start()
    ):
        scaled = float(match[0]) * r.choice([0, 2, 3, 7, 10, 100, 1000, 1e6, -1, 0.1, 0.01, 1e-6])
        number = r.choice(EXTREMES) if r.random() < 0.4 else f"{scaled:.9g}"
        made = made[: match.start()] + number + made[match.end() :]
    return made


def edits(w, kind):
    """Returns a composition that costs too much, or names elements and outputs; or a text that is no composition."""
    r, path, many, dot, text = (
        w.r,
        w.secret("table"),
        w.r.choice([2, 10, 1000]),
        "{shape: ellipse, size: [4, 4]}",
        "W" * 9000,
    )
    if kind == "numbers":
        return numbers(r, r.choice([1, 1, 1, 2, 4]))
    if kind == "texts":
        depth, base, nines, m = (
            r.choice([17, 100, 5000, 200000]),
            edit(),
            [", ".join([f"*a{n}"] * 9) for n in range(11)],
            "export: {metadata: {",
        )
        bomb = "a0: &a0 [x, x, x]\n" + "".join(f"a{n + 1}: &a{n + 1} [{nine}]\n" for n, nine in enumerate(nines))
        merge = "a0: &a0 {x: 1}\n" + "".join(f"a{n + 1}: &a{n + 1} {{<<: [{nine}]}}\n" for n, nine in enumerate(nines))
        cards = (
            "vars: {v0: x, "
            + ", ".join(f'v{n}: "{"${v%d}" % (n - 1) * 9}"' for n in range(1, 12))
            + "}\n"
            + m
            + 'title: "${v11}"}}'
        )
        return r.choice(
            [
                bomb + base,
                base + bomb,
                base + merge,
                edit(cards),
                "[" * depth,
                "{a: " * depth,
                base + "overlays: " + "[{layers: " * depth + "[]" + "}]" * depth,
                "- " * depth,
                "? " * depth,
                "&a [*a]",
                "cutaway: &c 1\ntracks: &t [*t]\n",
                "!!python/object/apply:os.system ['touch stolen']",
                "cutaway: !!float .nan",
                "%YAML 9.9\n---\n" + base,
                base + "\n---\n" + base,
                base.encode("utf-16"),
                b"\xff" * 999,
                "",
                "null",
                "#" * (5 << 20),
                "'" + "\\" * 100000,
                '"\\U00110000"',
                edit("vars: {" + ", ".join(f"v{n}: {n}" for n in range(200000)) + "}"),
                "a" * 2000 + ": 1",
                base[: r.randrange(len(base))],
                edit(m + ", ".join(f"k{n}: {'x' * 999}" for n in range(3000)) + "}}"),
                edit(f"sequence: [{'c, ' * 30000}c]"),
            ]
        )
    if kind == "limits":
        rest, render = r.choice(
            [
                (
                    "",
                    r.choice(
                        [
                            "size: [16384, 16384]",
                            "size: [1922, 2]",
                            "size: [1080, 1922]",
                            "size: [1000000000, 1]",
                            "size: [1280, 720], scale: 8",
                            "frameRate: 61",
                            "frameRate: 1000",
                            'frameRate: "120000/1001"',
                            "frameRate: 1e9",
                        ]
                    ),
                ),
                *(
                    (rest, "size: [160, 90], frameRate: 10")
                    for rest in (
                        f"tracks: [{{id: v, type: video, segments: [{{{SEGMENT}, duration: {r.choice(['601', '1e9', '1000000000', '1' + '0' * 12])}}}]}}]",
                        f"tracks: [{{id: v, type: video, segments: [{{empty: 1e9}}, {{{SEGMENT}}}]}}]",
                        f"tracks: [{{id: v, type: video, segments: [{{{SEGMENT}, loop: 10000}}]}}]",
                        "tracks: ["
                        + ", ".join(f"{{id: v{n}, type: video, segments: [{{{SEGMENT}}}]}}" for n in range(8 + many))
                        + "]",
                        "tracks: ["
                        + ", ".join(
                            f"{{id: v{n}, type: audio, segments: [{{{SEGMENT}, loop: 300}}]}}" for n in range(9)
                        )
                        + "]",
                        f"overlays: [{', '.join([dot] * (200 + many))}]",
                        "overlays: [{text: x, copies: {count: 4096}}]",
                        "overlays: [{layers: [{text: x, copies: {count: 60}}], copies: {count: 60}}]",
                        f"overlays: [{{emitter: {{cells: [{{layer: {dot}, rate: 10000, lifetime: 2}}]}}}}]",
                        f"overlays: [{{emitter: {{cells: [{', '.join([f'{{layer: {{layers: [{dot}, {dot}]}}, rate: 100, lifetime: 9}}'] * 9)}]}}}}]",
                        f"effects: [{', '.join(['{element: blur}'] * (8 + many))}]",
                        "tracks: [{id: l, type: layer, layer: {text: x, range: [0, 601]}}]",
                        "sequence: {clips: [{asset: p, duration: 599}], music: {asset: c, source: [0, 0.000000001]}}",
                        "tracks: [{id: v, type: video, segments: [{asset: p, source: [0, 100000000], speed: [{range: [0, 100000000], from: 1, to: 3}]}]}]",
                    )
                ),
            ]
        )
        return edit(
            rest, ", p: {color: red}" + "".join(f", a{n}: clip.mp4" for n in range(r.choice([0, 0, 0, 101]))), render
        )
    if kind == "drawing":
        line = "M0 0" + "".join(f"L{r.randrange(160)} {r.randrange(90)}" for _ in range(r.choice([100, 20000])))
        words = f"{{text: {text}, font: {{size: {r.choice([1, 300, 10000])}}}, shadow: {{radius: 1000}}, outline: {{width: 1000}}"
        spring = f"mass: {r.choice([1, 0.000001, 99999])}, stiffness: {r.choice([0.000001, 100, 99999])}, damping: {r.choice([0, 0.000001, 100000])}, allowsOverdamping: true"
        return edit(
            "overlays: ["
            + r.choice(
                [
                    f"{{shape: {{path: '{line}'}}, stroke: {{width: {r.choice([1, 10000])}, dash: [{r.choice([0.000001, 0.001, 5])}, {r.choice([0, 0.001])}]}}}}",
                    words + "}",
                    words + ", copies: {count: 150, offset: [1, 1]}}",
                    "{shape: {path: 'M0 0L99999 99999L1 99999A99999 99999 0 1 1 5 5'}, stroke: {dash: [0.01, 0.01]}}",
                    f"{{text: {''.join(chr(r.randrange(0x3040, 0x9000)) for _ in range(9000))}, shrinkToFit: true, size: [3, 3]}}",
                    f"{{text: x, font: {{features: {'x' * 99999}, family: [{', '.join(['f' * 999] * 999)}]}}}}",
                    "{shape: ellipse, animations: [{property: rotation, to: 9, duration: 0.000000001, repeat: forever, cumulative: true, speed: 1000}]}",
                    f"{{shape: ellipse, enter: {{scale: 0, easing: {{spring: {{{spring}}}}}}}}}",
                    "{image: logo, size: [100000, 100000], contentsScale: 1000}",
                    f"{{text: '{'{timecode}' * 900}', reveal: word, rate: 0.001}}",
                    "{shape: ellipse, size: [16000, 16000], shadow: {radius: 1000}, mask: {shape: ellipse, size: [16000, 16000]}, copies: {count: 100}}",
                    "{emitter: {cells: [{layer: {text: WWWWWWWW, font: {size: 500}, shadow: {radius: 300}}, rate: 900, lifetime: 1}]}}",
                    f"{{opacity: 0.5, layers: [{', '.join(['{shape: rectangle, size: [9000, 9000], cornerRadius: 4000, opacity: 0.5, masksToBounds: true, rotation: 1}'] * 150)}]}}",
                ]
            )
            + "]",
            ", logo: logo.png",
            f"size: {r.choice([[160, 90], [160, 90], [1920, 1920]])}, frameRate: 10",
        )
    if kind == "outputs":
        title = json.dumps(r.choice(["../../stolen", "/../stolen", "x\n/stolen", "..", "a" * 999, "\0", "-o", ""]))
        return edit(
            "export: {"
            + r.choice(
                [
                    "output: ../stolen.mp4",
                    "location: /tmp/stolen",
                    "fileType: ../stolen",
                    "preset: ../x",
                    "fileType: png",
                    f"metadata: {{title: {title}}}",
                    f"metadata: {{title: {title}}}",
                    f"metadata: {{location: '{path}', image: '{path}', attachment: ../secret/logo.png, {'x' * 300}: {'y' * 99999}}}",
                ]
            )
            + "}"
        )
    effect = (
        f"element: {r.choice('blur gamma videobalance coloreffects videoflip colorgrade'.split())}, {r.choice('location location name parent keyframes uri'.split())}: "
        + r.choice([path, "../secret/grade.cube", f"'file://{path}'", "/dev/zero"])
    )
    if kind == "elements":
        effect = "element: " + r.choice(
            [
                "filesink, location: stolen",
                f"filesrc, location: {path}",
                "multifilesink, location: '../stolen%d'",
                "shmsink, socket-path: stolen",
                "tcpserversink, port: 0",
                f"udpsink, port: {w.port}",
                f"gdkpixbufoverlay, location: {path}",
                f"rsvgoverlay, location: {path}",
                "textoverlay, text: x",
                f"layertree, location: {path}",
                f"layertree, tree: '[{{\"content\":{{\"image\":{{\"_0\":{{\"asset\":\"{path}\"}}}}}}}}]'",
                "queue2, temp-template: stolenXXXXXX",
                "'identity ! filesink location=stolen'",
                "'bin.( blur )'",
                "blur name=x",
                f"frei0r-filter-facebl0r, classifier: {path}",
                f"playbin, uri: 'file://{path}'",
                "tracksrc",
                "BLUR",
                "audioecho, max-delay: 1000000000000000",
                "glshader, fragment: 'void main() {while (true);}'",
                f"tensor_filter, model: {path}",
                "../../blur",
                '"blur\\u0000filesink"',
                "identity, dump: true",
            ]
        )
    return edit(
        r.choice(
            [
                f"effects: [{{{effect}}}]",
                f"sequence: [{{asset: c, effects: [{{{effect}}}]}}]",
                f"sequence: {{each: {{effects: [{{{effect}}}]}}, clips: [c]}}",
                f"sequence: [c, {{asset: c, transition: {{duration: 0.2, {effect}}}}}]",
                f"instructions: [{{range: [0, 0.5], layers: [{{track: v, effects: [{{{effect}}}]}}]}}]",
                f"instructions: [{{range: [0, 0.5], layers: [{{track: v}}], compositor: {{{effect}}}}}]",
            ]
        )
    )


def inside(w):
    """Writes compositions in each other: without an end, too many, and what is none."""
    way, depth = w.r.choice("self chain layers file file".split()), w.r.randrange(2, 12)
    if way == "self":
        return w.write(
            "edit.yaml",
            edit(f"sequence: [{w.r.choice(['edit.yaml', w.up + '/edit.yaml', w.link('me.yaml', 'edit.yaml')])}]"),
        )
    if way == "file":
        w.write(
            "in.yaml",
            w.r.choice(
                [
                    b"",
                    b"\0",
                    b"cutaway: 1",
                    b"[" * 5000,
                    b"\xff\xfe",
                    edit(render="size: [16384, 16384]"),
                    edit("fonts: {files: [../secret/font.ttf]}"),
                ]
            ),
        )
        return put(w, "in.yaml", "nested")
    for level in range(depth):
        tracks = "".join(
            f"- {{id: t{n}, type: video, segments: [{{asset: n{level + 1}.yaml, source: [0.0{n}, 0.3], duration: 0.3}}]}}\n"
            for n in range(8)
        )
        layers = f"instructions: [{{range: [0, 0.3], layers: [{', '.join(f'{{track: t{n}, opacity: 0.5}}' for n in range(8))}]}}]"
        w.write(
            f"n{level}.yaml",
            edit(
                f"sequence: [{', '.join([f'n{level + 1}.yaml'] * w.r.choice([1, 8]))}]"
                if way == "chain"
                else f"tracks:\n{tracks}{layers}"
            ),
        )
    w.write(f"n{depth}.yaml", edit())
    return w.write("edit.yaml", edit("sequence: [n0.yaml]"))


def images(w):
    """Writes a composition with a series of images, of which one is a link, or which lie elsewhere."""
    for number in range(3):
        shutil.copy(w.secret("image"), os.path.join(w.up, f"t-{number}.png"))
    place, way = w.r.choice(
        [
            ("t-%d.png", "link"),
            ("t-%d.png", "gap"),
            (w.path + "/secret/s-%d.png", ""),
            (w.link("deep", "../secret") + "/s-%d.png", ""),
            ("/etc/%d", ""),
            ("/proc/%d/environ", ""),
        ]
    )
    if way == "gap":
        w.write(
            f"t-{w.r.choice([3, 10 ** 9, 2 ** 31, 2 ** 63, 10 ** 40])}.png",
            w.r.choice([b"", b"#EXTM3U\n" + w.secret("film").encode(), b"\x89PNG\r\n"]),
        )
    elif way:
        os.remove(os.path.join(w.up, "t-1.png"))
        w.link("t-1.png", w.secret("image"))
    put(w, place, "series")


def attack(w, kind):
    """Writes a composition of a kind."""
    use = w.r.choice(list(USES))
    if kind in ("playlists", "references", "bombs"):
        name, content, use = files(w, kind)
        w.media = w.write(name, content) if use == "film" else None
        put(w, w.write(name, content), use)
    elif kind in ("series", "nested"):
        images(w) if kind == "series" else inside(w)
    elif kind == "itself":
        w.link(
            "edit.yaml",
            w.r.choice(
                [w.secret("nested"), w.path + "/secret/words.txt", "/etc/hostname", "/proc/self/environ", "edit.yaml"]
            ),
        )
    elif kind == "links" or kind == "special" and w.r.random() < 0.6:
        use = "film" if use == "series" else use
        put(w, link(w, use) if kind == "links" else special(w, use), use)
    elif kind in ("paths", "uris", "network", "schemes", "special", "names", "harmless"):
        place = w.r.choice(locations(w, use)[kind])
        if kind == "names" and w.r.random() < 0.6 and not set(place) & set("\0/\ud800") and len(place.encode()) < 256:
            shutil.copy(os.path.join(w.up, USES["image" if use == "series" else use]), os.path.join(w.up, place))
        put(w, place, use)
    else:
        w.write("edit.yaml", edits(w, kind))
