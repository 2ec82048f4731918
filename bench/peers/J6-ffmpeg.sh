#!/usr/bin/env bash
# The even and the odd clips as two tracks of the concat demuxer, with gaps, and the even track's
# alpha set for each frame, in 0.1 GB. (200 inputs through 199 xfades are the same film for 4 times
# the CPU and 9 GB.)
. "${BASH_SOURCE[0]%/*}/common.sh"
for parity in 0 1; do
  for i in $(seq $parity 2 199); do
    printf "file '$PWD/clips/%03d.mp4'\nduration 2\n" "$i"
  done >"$out/$name-$parity.txt"
done
# The even clip 2j runs over the frames 104j to 104j+59, the odd one from 104j+52.
awk 'BEGIN {
  for (n = 0; n < 10408; n++) {
    r = n % 104
    o = r < 8 ? (n < 8 ? 8 : r) : r < 52 ? 8 : r < 60 ? 60 - r : 0
    if (n >= 10400) o = 0
    if (o != l) printf "%.4f lutyuv a %d;\n", n / 30 - .001, o * 255 / 8
    l = o
  }
}' >"$out/$name.cmd"
even='st(0,mod(round(t*30),104));
  if(lt(ld(0),8),if(lt(t,1),1,ld(0)/8),if(lt(ld(0),52),1,max(0,1-(ld(0)-52)/8)))'

# sound OFFSET VOLUME: puts a track's sound at its place, from an offset in frames on.
sound() {
  echo "asetpts='PTS+($1/30-0.021333+floor((T-0.011)/2)*44/30)/TB',
    aresample=async=1:first_pts=0,asetnsamples=256,volume=eval=frame:volume='$2'"
}

input=(-f concat -safe 0 -i)
run_ffmpeg "${input[@]}" "$out/$name-0.txt" "${input[@]}" "$out/$name-1.txt" -filter_complex "
  [0:v]setpts=(104*floor(N/60)+mod(N\,60))/30/TB,fps=30,format=yuva420p,
  sendcmd=f=$out/$name.cmd,lutyuv=a=255[e];
  [1:v]setpts=(52+104*floor(N/60)+mod(N\,60))/30/TB,fps=30:start_time=0[o];
  [o][e]overlay=format=yuv420,trim=end_frame=10408[v];
  [0:a]$(sound 0 "$even")[ea];[1:a]$(sound 52 "1-($even)")[oa];
  [ea][oa]amix=normalize=0,atrim=end=346.9333[a]" -map "[v]" -map "[a]"
