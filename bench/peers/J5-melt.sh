#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
. "$here/../cuts.sh"
cuts=()
for i in {0..59}; do
  cut "$i"
  cuts+=("$film" in="$start" out=$((start + 14)))
done
run_melt atsc_1080p_30 1 "${cuts[@]}"
