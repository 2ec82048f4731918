# Sourced: the 60 cuts of J5, the same for everyone.

# cut NUMBER: sets film and start, the cut's film and in-point in frames, which is never a keyframe
# (a multiple of 60). A cut lasts 15 frames.
# shellcheck disable=SC2034
cut() {
  film=A.mp4
  if (($1 % 2 == 1)); then film=B.mp4; fi
  start=$((($1 * 397 + 17) % 870))
  if ((start % 60 == 0)); then start=$((start + 7)); fi
}
