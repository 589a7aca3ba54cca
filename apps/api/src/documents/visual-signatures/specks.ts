import type { Pixels } from './pixels.ts'

const seen = 0.15

/**
 * Clears what is no stroke: grains too small, shades too faint, and what reaches in solid from the picture's edge (the
 * rim of the sheet, the table). False where nothing is left.
 */
export function removeSpecks(alpha: Float32Array, size: Pick<Pixels, 'width' | 'height'>): boolean {
  const smallest = Math.max(8, size.width * size.height * 1.5e-5)
  const known = new Uint8Array(alpha.length)
  const stack = new Int32Array(alpha.length)
  let left = 0
  for (let start = 0; start < alpha.length; start++) {
    if (known[start] || (alpha[start] ?? 0) <= seen) continue
    const patch = patchFrom(start, alpha, known, stack, size)
    if (patch.area >= smallest && patch.darkest >= 0.5 && !isRim(patch, size)) left += patch.area
    else for (let i = 0; i < patch.area; i++) alpha[stack[i] ?? 0] = 0
  }
  // The halo of what was cleared, and grain too faint to have been a patch.
  const strokes = known
  for (let index = 0; index < alpha.length; index++) {
    const value = alpha[index] ?? 0
    if (value > 0 && value <= seen && !touchesStroke(index, alpha, strokes, size)) alpha[index] = 0
  }
  return left >= Math.max(20, alpha.length * 2e-5)
}

interface Patch {
  readonly area: number
  readonly darkest: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** All that hangs together with a pixel; the stack then begins with the patch's pixels. */
function patchFrom(
  start: number,
  alpha: Float32Array,
  known: Uint8Array,
  stack: Int32Array,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
): Patch {
  let [left, top, right, bottom, darkest] = [width, height, 0, 0, 0]
  let area = 1
  stack[0] = start
  known[start] = 1
  for (let at = 0; at < area; at++) {
    const index = stack[at] ?? 0
    const [x, y] = [index % width, Math.floor(index / width)]
    ;[left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ]
    darkest = Math.max(darkest, alpha[index] ?? 0)
    for (let near = Math.max(0, y - 1); near <= Math.min(height - 1, y + 1); near++) {
      for (let beside = Math.max(0, x - 1); beside <= Math.min(width - 1, x + 1); beside++) {
        const next = near * width + beside
        if (known[next] || (alpha[next] ?? 0) <= seen) continue
        known[next] = 1
        stack[area++] = next
      }
    }
  }
  return { area, darkest, left, top, right, bottom }
}

function isRim(patch: Patch, { width, height }: Pick<Pixels, 'width' | 'height'>): boolean {
  const [across, down] = [patch.right - patch.left + 1, patch.bottom - patch.top + 1]
  const reachesIn =
    patch.left === 0 || patch.top === 0 || patch.right === width - 1 || patch.bottom === height - 1
  return reachesIn && patch.area > across * down * 0.6 && (across > width / 2 || down > height / 2)
}

function touchesStroke(
  index: number,
  alpha: Float32Array,
  strokes: Uint8Array,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
): boolean {
  const [x, y] = [index % width, Math.floor(index / width)]
  for (let near = Math.max(0, y - 1); near <= Math.min(height - 1, y + 1); near++) {
    for (let beside = Math.max(0, x - 1); beside <= Math.min(width - 1, x + 1); beside++) {
      const next = near * width + beside
      if (strokes[next] && (alpha[next] ?? 0) > seen) return true
    }
  }
  return false
}
