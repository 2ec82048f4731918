#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
# zscale scales before it converts to light, and tonemap's mobius is its curve that is most like ours.
run_ffmpeg -t 3 -i HLG4K.mov -vf "zscale=w=1920:h=1080:t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,\
tonemap=mobius:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p"
