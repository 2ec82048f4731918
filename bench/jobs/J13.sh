#!/usr/bin/env bash
# Prints the composition of J13: twenty texts over A, each of which moves and fades.
set -euo pipefail
cat <<YAML
cutaway: 1

render: {size: [1920, 1080], frameRate: 30}

assets: {a: A.mp4}

tracks:
  - {id: a, type: video, segments: [{asset: a, source: [0, 10]}]}
  - {id: a-sound, type: audio, segments: [{asset: a, source: [0, 10]}]}

overlays:
YAML
for ((index = 0; index < 20; index++)); do
  cat <<YAML
  - text: Title number $index
    font: {family: DejaVu Sans, size: 40}
    frame: [$((60 + index % 4 * 460)), $((60 + index / 4 * 200)), auto, auto]
    offset: [{range: [0, 10], from: [0, 0], to: [$((20 + index)), $((60 - index))]}]
    opacity: [{range: [0, 10], from: 0.2, to: 1}]
YAML
done
