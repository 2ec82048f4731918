#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
run_gst "$(source_of A.mp4 a 900 1500) $(source_of B.mp4 b 900 1500)
  a_v. ! v.sink_0 b_v. ! v.sink_1 concat name=v ! queue ! $to_video
  a_s. ! s.sink_0 b_s. ! s.sink_1 concat name=s ! queue ! $to_audio"
