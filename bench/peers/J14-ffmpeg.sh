#!/usr/bin/env bash
# The frame around the picture and the gradient are a picture with a hole, made once.
. "${BASH_SOURCE[0]%/*}/common.sh"
hole="hypot(max(abs(X-960)-768+48,0),max(abs(Y-540)-432+48,0))"
run_ffmpeg -t 10 -i A.mp4 -filter_complex "
  gradients=s=1920x1080:c0=navy:c1=purple:x0=0:y0=0:x1=1920:y1=1080:d=0.04:speed=0.00001,format=rgba,
  geq=r='if(lte($hole,48),255,r(X,Y))':g='if(lte($hole,48),255,g(X,Y))':b='if(lte($hole,48),255,b(X,Y))':
  a='255*(1-clip(42.5-$hole,0,1))',format=yuva420p[f];
  [0:v]scale=1536:864:flags=bilinear,pad=1920:1080:192:108[p];[p][f]overlay=0:0:format=yuv420[v]" \
  -map "[v]" -map 0:a
