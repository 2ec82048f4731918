#!/usr/bin/env bash
# Prints the composition of J5: 60 cuts of half a second, with sound.
set -euo pipefail
. "${BASH_SOURCE[0]%/*}/../cuts.sh"

cat <<'YAML'
cutaway: 1

render: {size: [1920, 1080], frameRate: 30}

assets: {A.mp4: A.mp4, B.mp4: B.mp4}

tracks:
YAML
for type in video audio; do
  printf '  - id: %s\n    type: %s\n    segments:\n' "$type" "$type"
  for i in {0..59}; do
    cut "$i"
    echo "      - {asset: $film, source: {start: ${start}f, duration: 15f}}"
  done
done
