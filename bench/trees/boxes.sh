#!/usr/bin/env bash
# Prints a thousand still boxes of 30 × 20 pixels.
set -euo pipefail
for ((index = 0; index < 1000; index++)); do
  echo "- {background: '#4080c0a0', frame: [$((index % 40 * 48)), $((index / 40 * 43)), 30, 20]}"
done
