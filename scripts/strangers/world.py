"""The folder of a run of check-strangers, and the places that attacks name."""

import json
import os
import re
import shutil
import stat

# What a location may be used as, and the file that a run has for it.
USES = {
    "film": "clip.mp4",
    "image": "logo.png",
    "luma": "logo.png",
    "font": "font.ttf",
    "table": "grade.cube",
    "lines": "lines.srt",
    "lottie": "lottie.json",
    "series": "s-%d.png",
    "nested": "other.yaml",
}


class World:
    """The folder of a run: `up` has the composition, `out` is for the output, and nothing may open `secret`."""

    def __init__(self, path, media, port, r, mark):
        self.path, self.port, self.r, self.mark, self.count, self.media = path, port, r, mark, 0, None
        shutil.copytree(media, path)
        self.up, self.out, self.tmp = (os.path.join(path, name) for name in ("up", "out", "tmp"))

    def name(self, extension):
        self.count += 1
        return f"x{self.count}.{extension}"

    def write(self, name, content):
        with open(os.path.join(self.up, name), "wb") as file:
            file.write(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content)
        return name

    def link(self, name, target):
        os.symlink(target, os.path.join(self.up, name))
        return name

    def secret(self, use):
        return os.path.join(self.path, "secret", USES[use])


SEGMENT = "asset: c, source: [0, 0.5]"
SHOWN = "tracks: [{id: v, type: video, segments: [{asset: c, source: [0, 0.5]}]}]\n"


def edit(rest="", assets="", render="size: [160, 90], frameRate: 10"):
    """Returns a composition that shows a clip, if the other keys show none."""
    shown = "" if re.search("^(tracks|sequence):", rest, re.M) else SHOWN
    return f"cutaway: 1\nrender: {{{render}}}\nassets: {{c: clip.mp4{assets}}}\n{shown}{rest}\n"


def put(w, place, use):
    """Writes a composition that uses a location: itself, by a variable, or in others inside."""
    r, quoted = w.r, json.dumps(place)
    drawn = [
        "overlays: [{image: x}]",
        "overlays: [{text: x, mask: {image: x}}]",
        "tracks: [{id: l, type: layer, layer: {image: x, range: [0, 0.5]}}]",
        "overlays: [{emitter: {cells: [{layer: {image: x, size: [9, 9]}, rate: 5, lifetime: 1}]}}]",
        "overlays: [{image: c, animations: [{property: contents, values: [c, x], duration: 0.3}]}]",
    ]
    played = [
        "sequence: [{asset: x, duration: 0.5}]",
        "sequence: {clips: [c], music: x}",
        f"tracks: [{{id: v, type: {r.choice(['video', 'audio', 'av'])}, segments: [{{asset: x, source: [0, 0.5]}}]}}]",
        "tracks: [{id: v, type: video, segments: [{asset: x, source: [0, 0.5], reverse: true}, {asset: x, freeze: 0, duration: 0.2}]}]",
        f"sequence: [{{asset: {quoted}, duration: 0.5}}]",
    ]
    made = edit(
        r.choice(
            {
                "font": [f"fonts: {{files: [{quoted}]}}\noverlays: [{{text: x}}]"],
                "luma": [f"sequence: [c, {{asset: c, transition: {{type: luma, duration: 0.2, image: {quoted}}}}}]"],
                "series": ["sequence: [x]"],
                "table": [
                    f"effects: [{{element: colorgrade, location: {quoted}}}]",
                    f"sequence: [{{asset: c, effects: [{{element: colorgrade, location: {quoted}}}]}}]",
                ],
                "lottie": drawn,
                "image": drawn,
                "nested": played[:4],
                "lines": [
                    "overlays: [{captions: x}]",
                    "tracks: [{id: s, type: subtitle, segments: [{asset: x, source: [0, 0.5]}]}]",
                ],
                "film": played * 2 + drawn,
            }[use]
        ),
        (
            ""
            if use in ("font", "table", "luma")
            else f", x: {{uri: {quoted}, frameRate: 10}}" if use == "series" else f", x: {quoted}"
        ),
    )
    for _ in range(r.choice([0, 0, 0, 1, 1, 2, 3])):
        way = r.choice(["inside", "vars", "given"])
        if way == "inside":
            made = edit(f"sequence: [{w.write(w.name('yaml'), made)}]")
        elif "vars:" not in made:
            kind = "file" if way == "given" else r.choice(["file", "text"])
            made = (
                made.replace(quoted, '"${p}"')
                + f"vars: {{p: {{type: {kind}, default: {quoted if way == 'vars' else 'clip.mp4'}}}}}\n"
            )
            if way == "given":
                made = edit("sequence: [x]", f", x: {{uri: {w.write(w.name('yaml'), made)}, vars: {{p: {quoted}}}}}")
    w.write("edit.yaml", made)


def locations(w, use):
    """Returns spellings of the location of a secret, and of what is no file, by kind."""
    r, path, port, name = w.r, w.secret(use), w.port, USES[use]
    os.makedirs(w.up + "/a/b")
    odd = "".join(f"%{ord(c):02{r.choice('xX')}}" if r.random() < 0.3 else c for c in path)
    ups = [
        "..",
        "./..",
        "a/../..",
        "a/b/../../..",
        "..//.",
        "x/../..",
        w.up + "/..",
        "//" + w.up + "/../../" + os.path.basename(w.path),
        "../up/..",
        "/proc/self/cwd/..",
        f"/proc/self/root{w.path}",
        "/proc/thread-self/cwd/../",
        "a/./b/../../..",
    ]
    host = r.choice(["127.0.0.1", "localhost", "[::1]", "0x7f.1", "user:pass@127.0.0.1"])
    return {
        "paths": [path, "/" + path, "/.." + path] + [f"{up}/secret/{name}" for up in ups],
        "uris": [
            f"file://{path}",
            f"FILE://{path}",
            f"File:{path}",
            f"file:{path}",
            f"file://localhost{path}",
            f"file://LOCALHOST{path}",
            f"file://127.0.0.1{path}",
            f"file:///{path}",
            f"file://{odd}",
            f"file:../secret/{name}",
            f"file://{w.up}/%2e%2e/secret/{name}",
            f"file://{w.up}/..%2fsecret%2F{name}",
            f"file:\\\\{path}",
            f"file://{path}?x=clip.mp4",
            f"file://{w.up}/clip.mp4%00/../../secret/{name}",
            f"file://{path}#clip.mp4",
            f"file://{w.up}/%252e%252e/secret/{name}",
            f"%2e%2e/secret/{name}",
            f" file://{path}",
            f"file ://{path}",
            f"..\\secret\\{name}",
            f"file:%2f%2f{path}",
            f"filesrc://{path}",
            f"images:{w.path}/secret/s-%d.png@1/10",
            f"layers:[{{image: '{path}'}}]",
            f"edit:0:0:5:video9:fake:0:{path}",
        ],
        "network": [
            f"{scheme}://{host}:{port}/{name}"
            for scheme in "http HTTPS https hTTp rtsp rtsps rtmp srt rist udp tcp ftp mms sftp smb dav rtp rtspt hlss ws icyx gs s3 ndi".split()
        ],
        "schemes": [
            f"{scheme}:{rest}"
            for scheme in "v4l2 cdda dvd dvb pipe fd appsrc testbin ges data pushfile image2 splitfile multifile gio trash resource concat subfile color screen x11 alsa jack "
            "device mtp gphoto2 archive playbin cutaway kms shm".split()
            for rest in (path, "//" + path, "//0", "///dev/video0", ";base64,I0VYVE0zVQo=", f"{path}|{path}")
        ],
        "special": "/dev/zero /dev/random /dev/stdin /dev/fd/0 /dev/tty /proc/self/environ /proc/self/mem /proc/self/fd/0 /etc/shadow /etc/hostname /proc/1/environ /sys/class/net/lo/address . .. /".split(),
        "names": [
            "-o",
            "--policy",
            "-",
            "a\nb.mp4",
            "x\tb.png",
            "a\u202eb.mp4",
            "\u001b]0;x\u0007.png",
            "a\rb.yaml",
            "%s%n%n.png",
            "$(touch stolen).mp4",
            "`id`.yaml",
            "; touch stolen",
            "é" * 120,
            "a" * 255,
            "a/" * 900 + "x",
            "a" * 70000,
            "\ud800.mp4",
            "~/secret",
            "$HOME/x",
            "clip.mp4\0.png",
            f"clip.mp4\0{path}",
            "%d",
            "%999999999d.png",
            "%n",
            "%%",
            "%05d%d.png",
            "%*d.png",
            "clip.mp4 ! filesink location=stolen",
            'x" location="' + path,
        ],
        "harmless": [name, "./" + name, "a/../" + name, f"{w.up}/{name}", f"../up/{name}"],
    }


def link(w, use):
    """Returns the name of a link to a secret: direct, a chain, or a folder."""
    way, target, extension = (
        w.r.choice(["one", "chain", "folder", "folder", "loop", "root"]),
        w.r.choice([w.secret(use), f"../secret/{USES[use]}"]),
        USES[use].split(".")[-1],
    )
    if way == "folder":
        folder, rest = w.r.choice(
            [("../secret", "/"), (w.path, "/secret/"), ("..", "/secret/"), ("/", w.path + "/secret/")]
        )
        place = w.link("deep", folder) + rest + USES[use]
        return w.r.choice([place, f"./{place}", f"{w.up}/{place}", f"file://{w.up}/{place}"])
    for _ in range(w.r.randrange(1, 9) if way == "chain" else 0):
        target = w.link(w.name(extension), target)
    place = w.name(extension)
    w.media = (
        w.link(place, {"loop": place, "root": "/proc/self/root" + w.secret(use)}.get(way, target))
        if use == "film" and way != "loop"
        else None
    )
    return place if w.media else w.link(place, place if way == "loop" else target)


def special(w, use):
    """Returns the name of what is no regular file."""
    place, way = w.name(USES[use].split(".")[-1]), w.r.choice(["pipe", "socket", "folder", "device"])
    path = os.path.join(w.up, place)
    if way == "pipe":
        os.mkfifo(path)
    elif way == "socket":
        os.mknod(path, stat.S_IFSOCK | 0o600)
    elif way == "folder":
        os.mkdir(path)
    else:
        w.link(place, w.r.choice(locations(w, use)["special"]))
    w.media = place if use == "film" and way != "folder" else None
    return place
