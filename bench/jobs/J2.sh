#!/usr/bin/env bash
# Prints the composition of J2: B above A grows, turns about its middle, moves and fades.
#
# A ramp that turns does so about the origin, so the motion is spelt out in a hundred straight
# steps, which stray from it by less than a tenth of a pixel (GES gets as many).
set -euo pipefail
: "${WIDTH:=1920}" "${HEIGHT:=1080}" "${SUFFIX:=}"
cat <<YAML
cutaway: 1

render: {size: [$WIDTH, $HEIGHT], frameRate: 30}

assets: {a: A$SUFFIX.mp4, b: B$SUFFIX.mp4}

tracks:
  - {id: a, type: video, segments: [{asset: a, source: [0, 10]}]}
  - {id: b, type: video, segments: [{asset: b, source: [0, 10]}]}
  - {id: a-sound, type: audio, segments: [{asset: a, source: [0, 10]}]}

instructions:
  - range: [0, 10]
    layers:
      - track: b
        opacity: [{range: [0, 10], from: 1, to: 0}]
        transform:
YAML
# The matrix puts the middle of the picture at (x, y), scaled by s and turned by r.
awk -v w="$WIDTH" -v h="$HEIGHT" '
  function matrix(p,  s, r, a, b, x, y) {
    s = 0.3 + 0.5 * p; r = p * 170 * atan2(0, -1) / 180; a = s * cos(r); b = s * sin(r)
    x = w / 2 + w / 4.8 * (2 * p - 1); y = h / 2
    return sprintf("[%.9f, %.9f, %.9f, %.9f, %.6f, %.6f]",
      a, b, -b, a, x - a * w / 2 + b * h / 2, y - b * w / 2 - a * h / 2)
  }
  BEGIN {
    for (i = 0; i < 100; i++)
      printf "          - {range: [%.1f, %.1f], from: %s, to: %s}\n",
        i / 10, (i + 1) / 10, matrix(i / 100), matrix((i + 1) / 100)
  }'
echo "      - track: a"
