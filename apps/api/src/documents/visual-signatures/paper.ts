import type { Pixels } from './pixels.ts'

/** The paper's own colour and brightness, cell by cell: light falls unevenly on what is photographed. */
export interface Paper {
  /** Of red, green or blue (0 to 2) at a pixel. */
  at(x: number, y: number, channel: number): number
}

const cellsAcross = 40
/** Ink that fills cells altogether is bridged up to so many on each side. */
const bridged = 2

export function estimatePaper(pixels: Pixels): Paper {
  const { width, height } = pixels
  const cell = Math.max(8, Math.ceil(Math.max(width, height) / cellsAcross))
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const grids = [0, 1, 2].map((channel) => {
    const bright = brightest(pixels, channel, cell, columns, rows)
    // Closing: dark spots go, slopes of light stay.
    const closed = spread(spread(bright, columns, rows, Math.max), columns, rows, Math.min)
    return smooth(smooth(closed, columns, rows), columns, rows)
  })
  const clamp = (value: number, limit: number) => Math.max(0, Math.min(limit, value))
  return {
    at: (x, y, channel) => {
      const grid = grids[channel] ?? new Float32Array()
      const [column, row] = [
        clamp((x + 0.5) / cell - 0.5, columns - 1),
        clamp((y + 0.5) / cell - 0.5, rows - 1),
      ]
      const [left, top] = [Math.floor(column), Math.floor(row)]
      const [right, bottom] = [Math.min(left + 1, columns - 1), Math.min(top + 1, rows - 1)]
      const [u, v] = [column - left, row - top]
      const value = (r: number, c: number) => grid[r * columns + c] ?? 255
      const upper = value(top, left) * (1 - u) + value(top, right) * u
      const lower = value(bottom, left) * (1 - u) + value(bottom, right) * u
      return Math.max(1, upper * (1 - v) + lower * v)
    },
  }
}

/** In each cell what only a tenth of the pixels is brighter than: paper, unless ink covers the cell. */
function brightest(
  { data, width, height }: Pixels,
  channel: number,
  cell: number,
  columns: number,
  rows: number,
): Float32Array {
  const grid = new Float32Array(columns * rows)
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      counts.fill(0)
      let total = 0
      for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y++) {
        for (let x = column * cell; x < Math.min(width, (column + 1) * cell); x++) {
          const value = data[(y * width + x) * 4 + channel] ?? 0
          counts[value] = (counts[value] ?? 0) + 1
          total++
        }
      }
      let value = 255
      for (let above = 0; value > 0; value--) {
        above += counts[value] ?? 0
        if (above >= total / 10) break
      }
      grid[row * columns + column] = value
    }
  }
  return grid
}

function spread(
  grid: Float32Array,
  columns: number,
  rows: number,
  pick: (a: number, b: number) => number,
): Float32Array {
  return passes(grid, columns, rows, bridged, (values) => values.reduce((a, b) => pick(a, b)))
}

function smooth(grid: Float32Array, columns: number, rows: number): Float32Array {
  return passes(grid, columns, rows, 1, (values) => values.reduce((a, b) => a + b) / values.length)
}

/** First along the rows, then along the columns, each value from its neighbours. */
function passes(
  grid: Float32Array,
  columns: number,
  rows: number,
  radius: number,
  combine: (values: readonly number[]) => number,
): Float32Array {
  const around = (at: number, count: number) =>
    Array.from({ length: 2 * radius + 1 }, (_, i) => at + i - radius).filter((i) => i >= 0 && i < count)
  const across = grid.map((_, index) => {
    const row = Math.floor(index / columns)
    return combine(around(index % columns, columns).map((column) => grid[row * columns + column] ?? 0))
  })
  return across.map((_, index) => {
    const column = index % columns
    return combine(
      around(Math.floor(index / columns), rows).map((row) => across[row * columns + column] ?? 0),
    )
  })
}
