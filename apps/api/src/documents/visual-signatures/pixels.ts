/** Rows of red, green, blue and alpha, eight bits each. */
export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The smallest box around the pixels that are meant; null where there are none. */
export function boxOf(
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  isMeant: (index: number) => boolean,
): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isMeant(y * width + x)) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** The box with some room around it, as far as the picture goes. */
export function withMargin(
  box: Box,
  share: number,
  atLeast: number,
  within: Pick<Pixels, 'width' | 'height'>,
): Box {
  const margin = Math.max(atLeast, Math.round(Math.max(box.width, box.height) * share))
  const [left, top] = [Math.max(0, box.left - margin), Math.max(0, box.top - margin)]
  return {
    left,
    top,
    width: Math.min(within.width, box.left + box.width + margin) - left,
    height: Math.min(within.height, box.top + box.height + margin) - top,
  }
}

/** The same box in the picture in another size. */
export function scaled(
  box: Box,
  from: Pick<Pixels, 'width' | 'height'>,
  to: Pick<Pixels, 'width' | 'height'>,
): Box {
  const [across, down] = [to.width / from.width, to.height / from.height]
  const [left, top] = [Math.floor(box.left * across), Math.floor(box.top * down)]
  return {
    left,
    top,
    width: Math.min(to.width, Math.ceil((box.left + box.width) * across)) - left,
    height: Math.min(to.height, Math.ceil((box.top + box.height) * down)) - top,
  }
}

const faint = 16
const different = 32

/** Where there is something to be seen on white paper: around what is not transparent, or not of the ground's colour. */
export function visibleBox(pixels: Pixels): Box | null {
  const { data, width, height } = pixels
  if (!isVisibleOnWhite(pixels)) return null
  for (let i = 3; i < data.length; i += 4)
    if ((data[i] ?? 0) < 255) return boxOf(pixels, (index) => (data[index * 4 + 3] ?? 0) >= faint)
  const ground = groundOf(pixels)
  if (!ground) return { left: 0, top: 0, width, height }
  return boxOf(pixels, (index) => difference(data, index, ground) >= different)
}

function isVisibleOnWhite({ data }: Pixels): boolean {
  for (let i = 0; i < data.length; i += 4) {
    const darkest = Math.min(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)
    if ((255 - darkest) * (data[i + 3] ?? 0) > faint * 255) return true
  }
  return false
}

type Colour = readonly [number, number, number]

/** The colour of the ground: what nearly all of the picture's edge is of; undefined where its edge is of many. */
function groundOf({ data, width, height }: Pixels): Colour | undefined {
  const edge: number[] = []
  for (let x = 0; x < width; x++) edge.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y++) edge.push(y * width, y * width + width - 1)
  const channel = (offset: number) =>
    edge.map((index) => data[index * 4 + offset] ?? 0).toSorted((a, b) => a - b)[edge.length >> 1] ?? 0
  const ground: Colour = [channel(0), channel(1), channel(2)]
  const same = edge.filter((index) => difference(data, index, ground) < different).length
  return same >= edge.length * 0.9 ? ground : undefined
}

function difference(data: Uint8Array, index: number, [r, g, b]: Colour): number {
  const at = index * 4
  return Math.max(
    Math.abs((data[at] ?? 0) - r),
    Math.abs((data[at + 1] ?? 0) - g),
    Math.abs((data[at + 2] ?? 0) - b),
  )
}
