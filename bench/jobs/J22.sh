#!/usr/bin/env bash
# 30 photos of 6 megapixels, half a second each, with slow movements.
cat <<END
cutaway: 1
render: {size: [1920, 1080], frameRate: 30}
sequence:
  each: {duration: 0.5, kenBurns: true}
  clips: [$(printf 'photos/%02d.jpg, ' {0..28})photos/29.jpg]
END
