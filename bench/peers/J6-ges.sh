#!/usr/bin/env bash
# The odd clips fade in and out on a layer above the even ones; J1-ges.sh says why.
. "${BASH_SOURCE[0]%/*}/common.sh"
clips=() up=$(calc 8/30) down=$(calc 52/30)
for i in {0..199}; do
  clips+=(+clip "$(printf 'clips/%03d.mp4' "$i")" start="$(calc "$i*52/30")" duration=2
    layer=$((1 - i % 2)))
  if ((i == 199)); then down=1.9; fi # nothing to fade into
  if ((i % 2 == 1)); then clips+=(+key alpha 0=0 "$up=1" "$down=1" 2=$((i == 199))); fi
  clips+=(+key volume 0=0 "$up=1" "$down=1" 2=0)
done
run_ges 640x360 "${clips[@]}"
