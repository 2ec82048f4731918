# Sourced by each JOB-PEER.sh, which is called as: JOB-PEER.sh MEDIA_DIR OUT_DIR null|export
#
#   null    renders picture (4:2:0, 8 bit) and sound, and throws both away
#   export  H.264 (x264 veryfast, crf 23) and AAC 128k in OUT_DIR/JOB-PEER.mp4
#
# A script runs in MEDIA_DIR and ends in one of the run_ functions, which exec: a single process is
# what is measured. Settings are each peer's fastest that give the right picture.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
name=$(basename "$0" .sh)
out=$(realpath "$2")
variant=$3
# A script may set this to a .wav, which has no picture.
file=$out/$name.mp4
cd "$1"

# calc EXPRESSION: nine digits, rounded down, as GStreamer rounds the times of frames.
calc() {
  awk "BEGIN { x = $1; printf \"%.9f\", int(x * 1e9 + .001) / 1e9 }"
}

# cannot REASON: says why the peer does not take part.
cannot() {
  echo "$1" >&2
  exit 3
}

# run_ffmpeg INPUTS AND FILTERS…
run_ffmpeg() {
  case $variant:$file in
    null:*) set -- "$@" -pix_fmt yuv420p -f null - ;;
    export:*.wav) set -- "$@" "$file" ;;
    export:*)
      set -- "$@" -pix_fmt yuv420p -c:v libx264 -preset veryfast -crf 23 -c:a aac -b:a 128k "$file"
      ;;
  esac
  exec ffmpeg -nostdin -v error -y "$@"
}

# run_melt PROFILE THREADS TRACKS…: melt's real_time=-1 renders with one thread, -2 with two.
run_melt() {
  local profile=$1 threads=$2 consumer=(avformat:/dev/null f=null)
  shift 2
  if [[ $variant == export ]]; then consumer=("avformat:$file"); fi
  case $variant:$file in
    *.wav) consumer+=(vn=1 video_off=1 acodec=pcm_s16le) ;;
    null:*) consumer+=(vcodec=rawvideo pix_fmt=yuv420p acodec=pcm_s16le) ;;
    export:*) consumer+=(vcodec=libx264 preset=veryfast crf=23 pix_fmt=yuv420p acodec=aac ab=128k) ;;
  esac
  # Without a display, its filters that are built on Qt refuse to start.
  export QT_QPA_PLATFORM=offscreen DISPLAY=:0 XDG_RUNTIME_DIR=/tmp
  exec melt -silent -profile "$profile" "$@" -consumer "${consumer[@]}" real_time="-$threads"
}

# GStreamer's 5 is crf, 3 veryfast, and the bitrate an upper bound that must not bind.
ges_profile="video/quicktime,variant=iso:video/x-h264"
ges_profile+="|element-properties,pass=5,quantizer=23,speed-preset=3,bitrate=2000000"
ges_profile+=":audio/mpeg,mpegversion=4,base-profile=lc|element-properties,bitrate=128000"

# run_ges_launch WIDTHxHEIGHT CLIPS…
run_ges_launch() {
  local width=${1%x*} height=${1#*x}
  shift
  set -- --video-caps "video/x-raw,format=I420,width=$width,height=$height,framerate=30/1" \
    --audio-caps "audio/x-raw,rate=48000,channels=2" "$@"
  case $variant in
    null) set -- -v "fakesink sync=false" -a "fakesink sync=false" "$@" ;;
    export) set -- -o "file://$file" -f "$ges_profile" "$@" ;;
  esac
  exec ges-launch-1.0 --no-interactive "$@" >/dev/null
}

# run_ges WIDTHxHEIGHT CLIPS…: a job with keyframes, see ges.py.
run_ges() {
  local target=null
  if [[ $variant == export ]]; then target=$file; fi
  GES_PROFILE=$ges_profile exec /usr/bin/python3 "$here/ges.py" "$1" "$target" "${@:2}"
}

# run_gst PIPELINE KEYFRAMES…: see gst.py. The pipeline sends its picture to $to_video, its sound to
# $to_audio.
run_gst() {
  exec /usr/bin/python3 "$here/gst.py" "$@"
}
i420=video/x-raw,format=I420
# shellcheck disable=SC2034
case $variant in
  null) to_video=fakesink to_audio=fakesink ;;
  export)
    to_video="x264enc pass=qual quantizer=23 speed-preset=veryfast bitrate=2000000 ! queue"
    to_video+=" ! mux.video_0 mp4mux name=mux ! filesink location=$file"
    to_audio="audioconvert ! avenc_aac bitrate=128000 ! queue ! mux.audio_0"
    ;;
esac

# source_of FILE NAME FRAMES PACKETS: words of a pipeline that decode a film and leave the picture of
# the first FRAMES (whole groups of pictures, counted before the decoder) at a pad. The sound's PACKETS
# of 1024 samples end at NAME_s; 0 for none. Both have to end, or qtdemux runs on.
source_of() {
  # The queue, for the sink may hold what comes before it plays, and with it the whole demuxer.
  local sound="identity eos-after=2 ! queue ! fakesink async=false sync=false"
  if (($4 > 0)); then
    sound="identity eos-after=$(($4 + 1)) ! queue max-size-time=5000000000 ! avdec_aac ! audioconvert"
    sound+=" ! audio/x-raw,format=F32LE,rate=48000,channels=2 ! queue name=$2_s"
  fi
  echo "filesrc location=$1 ! qtdemux name=$2 $2.audio_0 ! $sound $2.video_0" \
    "! identity eos-after=$(($3 + 1)) ! queue ! h264parse ! avdec_h264 ! queue name=$2_v"
}

# cut_list: prints the cuts of J16 for ffmpeg's concat demuxer.
cut_list() {
  awk -v file="$PWD/long.mp4" 'BEGIN {
    for (i = 0; i < 200; i++) {
      start = (i * 7919 + 17) % 17900
      if (start % 60 == 0) start += 7
      printf "file %s\ninpoint %.6f\noutpoint %.6f\n", "\047" file "\047", start / 30, (start + 90) / 30
    }
  }'
}
