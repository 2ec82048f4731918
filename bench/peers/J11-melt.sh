#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_melt atsc_1080p_30 2 A.mp4 out=299 -track logo.png out=299 \
  -transition qtblend a_track=0 b_track=1 out=299 distort=1 fill=1 rect="1624 40 256 256 0.7"
