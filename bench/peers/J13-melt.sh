#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
texts=()
for ((index = 0; index < 20; index++)); do
  x=$((60 + index % 4 * 460)) y=$((60 + index / 4 * 200))
  texts+=(-attach qtext argument="Title number $index" family="DejaVu Sans" size=40
    fgcolour=0xffffffff bgcolour=0x00000000
    geometry="0=$x $y 460 60 0.2;299=$((x + 20 + index)) $((y + 60 - index)) 460 60 1")
done
run_melt atsc_1080p_30 2 A.mp4 out=299 "${texts[@]}"
