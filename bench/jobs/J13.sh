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
"$(dirname "$(readlink -f "$0")")/../trees/texts.sh" | sed 's/^/  /'
