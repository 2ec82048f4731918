#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/common.sh"
ffmpeg -nostdin -v error -y -i A.mp4 -sws_flags lanczos -filter_complex "
  [0:v]split=3[a][b][c];[b]scale=1280:720[d];[c]scale=854:480[e]" \
  -map '[a]' -map '[d]' -map '[e]' -map 0:a -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 23 \
  -force_key_frames 'expr:gte(t,n_forced*2)' -sc_threshold 0 -c:a aac -b:a 128k \
  -f hls -hls_segment_type fmp4 -hls_time 6 -hls_playlist_type vod -hls_flags single_file \
  -var_stream_map 'v:0,agroup:a v:1,agroup:a v:2,agroup:a a:0,agroup:a,default:yes' \
  -master_pl_name J23.m3u8 "$out/J23-%v.m3u8"
