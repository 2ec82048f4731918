#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_melt atsc_1080p_30 2 A.mp4 out=299 \
  -attach qtext argument="Summer in the city" family="DejaVu Sans" size=96 fgcolour=0xffffffff \
  bgcolour=0x00000000 geometry="0=260 810 1400 120 0.2;299=660 850 1400 120 1"
