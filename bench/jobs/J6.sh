#!/usr/bin/env bash
# Prints the composition of J6: 200 clips of 60 frames, 8 of which dissolve into the next.
#
# The clips alternate between two tracks. The upper one, of the odd clips, fades in and out, and the
# sound of both.
set -euo pipefail

clips=200 length=60 step=52

cat <<'YAML'
cutaway: 1

render: {size: [640, 360], frameRate: 30}

assets:
YAML
for ((i = 0; i < clips; i++)); do printf '  c%d: clips/%03d.mp4\n' "$i" "$i"; done

echo "tracks:"
for type in video audio; do
  for parity in 0 1; do
    printf '  - id: %s%d\n    type: %s\n    segments:\n' "$type" "$parity" "$type"
    for ((i = parity; i < clips; i += 2)); do
      echo "      - {asset: c$i, source: [0, ${length}f], at: $((i * step))f}"
    done
  done
done

# fades PARITY: the ramps of a track's clips, except into the first and out of the last clip.
fades() {
  local i
  for ((i = $1; i < clips; i += 2)); do
    local from=$((i * step)) to=$((i * step + length)) after=$(((i + 1) * step))
    if ((i > 0)); then
      echo "          - {range: [${from}f, $((from + length - step))f], from: 0, to: 1}"
    fi
    if ((i < clips - 1)); then
      echo "          - {range: [${after}f, ${to}f], from: 1, to: 0}"
    fi
  done
}

cat <<YAML
instructions:
  - range: [0, $(((clips - 1) * step + length))f]
    layers:
      - track: video1
        opacity:
$(fades 1)
      - track: video0
audioMix:
  - track: audio0
    volume:
$(fades 0)
  - track: audio1
    volume:
$(fades 1)
YAML
