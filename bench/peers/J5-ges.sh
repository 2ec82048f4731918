#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
. "$here/../cuts.sh"
clips=()
for i in {0..59}; do
  cut "$i"
  # A little late: an in-point rounded down would show the frame before.
  clips+=(+clip "$film" start="$(calc "$i/2")" inpoint="$(calc "$start/30+.0001")" duration=0.5)
done
run_ges_launch 1920x1080 "${clips[@]}"
