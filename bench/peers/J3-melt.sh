#!/usr/bin/env bash
# qtblend works between pixels as affine does, for a third of its CPU.
. "${BASH_SOURCE[0]%/*}/common.sh"
run_melt atsc_1080p_30 2 A.mp4 out=299 \
  -attach qtblend distort=1 rect="0=0 0 1920 1080 1;300=-960 -540 2880 1620 1"
