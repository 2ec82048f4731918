#!/usr/bin/env bash
# Prints the composition of J16: 200 cuts of 90 frames, whose in-points are never key frames (multiples of 60).
set -euo pipefail
cat <<YAML
cutaway: 1

render: {size: [1920, 1080], frameRate: 30}

assets: {a: long.mp4}

YAML
awk 'BEGIN {
  for (i = 0; i < 200; i++) {
    start = (i * 7919 + 17) % 17900
    if (start % 60 == 0) start += 7
    cuts = cuts sprintf("      - {asset: a, source: [\"%d/30\", \"%d/30\"]}\n", start, start + 90)
  }
  print "tracks:"
  print "  - id: video\n    type: video\n    segments:\n" cuts
  print "  - id: sound\n    type: audio\n    segments:\n" cuts
}'
