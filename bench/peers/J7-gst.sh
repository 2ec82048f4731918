#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
read -ra music <<<"${MUSIC:-music.m4a music.m4a music.m4a music.m4a}"
to_audio=fakesink
if [[ $variant == export ]]; then to_audio="wavenc ! filesink location=$out/$name.wav"; fi
track() {
  echo "filesrc location=${music[$1]} ! qtdemux ! queue ! avdec_aac ! audioconvert" \
    "! audio/x-raw,format=F32LE ! volume name=v$1 ! queue ! x."
}
run_gst "$(track 0) $(track 1) $(track 2) $(track 3)
  audiomixer name=x ! audioconvert ! audio/x-raw,format=S16LE ! $to_audio" \
  v0.volume 0=0 60=.5 v1.volume 0=.5 60=0 v2.volume 0=.1 60=.4 v3.volume 0=.4 60=.1
