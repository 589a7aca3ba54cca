/** Pixels as a canvas has them: red, green, blue and alpha, a byte each. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** So much darker than the paper around it is surely ink; less than `paper` is surely none. */
const surelyInk = 70
const surelyPaper = 22

/**
 * Makes the paper of a photographed or scanned signature transparent. What is paper is judged piece by piece, since a
 * photograph is darker on one side; what is darker than the paper around it stays, in its own colour.
 */
export function removePaper(pixels: Pixels): void {
  const { data, width, height } = pixels
  const brightness = brightnessOf(data)
  const paper = paperOf(brightness, width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const darker = paper(x, y) - (brightness[at] ?? 255)
      const opacity = Math.min(1, Math.max(0, (darker - surelyPaper) / (surelyInk - surelyPaper)))
      data[at * 4 + 3] = Math.round((data[at * 4 + 3] ?? 0) * opacity)
    }
  }
}

/** How bright each pixel is on white, 0 to 255 (the weights of ITU-R BT.601). */
function brightnessOf(data: Uint8ClampedArray): Float32Array {
  const brightness = new Float32Array(data.length / 4)
  for (let pixel = 0, at = 0; pixel < brightness.length; pixel++, at += 4) {
    const bright = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    brightness[pixel] = 255 + ((bright - 255) * (data[at + 3] ?? 0)) / 255
  }
  return brightness
}

/** How bright the paper is anywhere: the bright pixels of pieces of 1/8 of the picture, smooth from piece to piece. */
function paperOf(brightness: Float32Array, width: number, height: number) {
  const pieces = 8
  const grid = Array.from({ length: pieces * pieces }, (_, piece) =>
    brightOf(brightness, width, {
      left: Math.floor(((piece % pieces) * width) / pieces),
      right: Math.max(1, Math.ceil((((piece % pieces) + 1) * width) / pieces)),
      top: Math.floor((Math.floor(piece / pieces) * height) / pieces),
      bottom: Math.max(1, Math.ceil(((Math.floor(piece / pieces) + 1) * height) / pieces)),
    }),
  )
  const at = (column: number, row: number) => grid[clamp(row, pieces) * pieces + clamp(column, pieces)] ?? 255
  return (x: number, y: number): number => {
    const [column, row] = [((x + 0.5) * pieces) / width - 0.5, ((y + 0.5) * pieces) / height - 0.5]
    const [left, top] = [Math.floor(column), Math.floor(row)]
    const [right, down] = [column - left, row - top]
    const above = at(left, top) * (1 - right) + at(left + 1, top) * right
    const below = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
    return above * (1 - down) + below * down
  }
}

function clamp(index: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index))
}

/** The brightness that a tenth of the pixels of a piece exceed: paper, and not the one glint on it. */
function brightOf(
  brightness: Float32Array,
  width: number,
  piece: { left: number; right: number; top: number; bottom: number },
): number {
  const counts = new Uint32Array(256)
  let total = 0
  for (let y = piece.top; y < piece.bottom; y++) {
    for (let x = piece.left; x < piece.right; x++, total++) {
      const bright = Math.round(brightness[y * width + x] ?? 255)
      counts[bright] = (counts[bright] ?? 0) + 1
    }
  }
  for (let bright = 255, above = 0; bright >= 0; bright--) {
    above += counts[bright] ?? 0
    if (above >= total / 10) return bright
  }
  return 255
}
