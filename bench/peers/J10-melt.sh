#!/usr/bin/env bash
# The timeline of J1 as melt's own file, for only that can be entered at a frame.
. "${BASH_SOURCE[0]%/*}/common.sh"
cat >"$out/$name.mlt" <<XML
<mlt root="$PWD">
  <producer id="a"><property name="resource">A.mp4</property></producer>
  <producer id="b"><property name="resource">B.mp4</property></producer>
  <playlist id="lower"><entry producer="a" in="0" out="479"/></playlist>
  <playlist id="upper"><blank length="420"/><entry producer="b" in="0" out="449"/></playlist>
  <tractor id="film">
    <multitrack><track producer="lower"/><track producer="upper"/></multitrack>
    <transition in="420" out="479">
      <property name="mlt_service">luma</property>
      <property name="a_track">0</property><property name="b_track">1</property>
    </transition>
  </tractor>
</mlt>
XML
export QT_QPA_PLATFORM=offscreen DISPLAY=:0 XDG_RUNTIME_DIR=/tmp
exec melt -silent -profile atsc_1080p_30 "$out/$name.mlt" in=600 out=600 \
  -consumer "avformat:$out/$name.png" f=image2 vcodec=png an=1 real_time=-1
