#!/usr/bin/env bash
# Prints twenty texts, each of which moves between pixels and fades.
set -euo pipefail
for ((index = 0; index < 20; index++)); do
  cat <<YAML
- text: Title number $index
  font: {family: DejaVu Sans, size: 40}
  frame: [$((60 + index % 4 * 460)), $((60 + index / 4 * 200)), auto, auto]
  offset: [{range: [0, 10], from: [0, 0], to: [$((20 + index)), $((60 - index))]}]
  opacity: [{range: [0, 10], from: 0.2, to: 1}]
YAML
done
