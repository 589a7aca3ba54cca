/** Moving and sizing a signature field, in points of the page as displayed, from the top left, y down. */

export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PageSize {
  readonly width: number
  readonly height: number
}

export const defaultFieldSize = { width: 180, height: 60 } as const
/** Below this a name cannot be read in it. */
export const smallestFieldSize = { width: 60, height: 20 } as const
/** How near, in points, an edge must come to another one to snap to it. */
const snapDistance = 5

function between(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, Math.max(min, max)))
}

const round = (value: number) => Math.round(value * 10) / 10

/** The same field, not smaller than can be read, not larger than the page, and wholly on it. */
export function withinPage(place: Place, page: PageSize, smallest: PageSize = smallestFieldSize): Place {
  const width = between(place.width, Math.min(smallest.width, page.width), page.width)
  const height = between(place.height, Math.min(smallest.height, page.height), page.height)
  return {
    x: round(between(place.x, 0, page.width - width)),
    y: round(between(place.y, 0, page.height - height)),
    width: round(width),
    height: round(height),
  }
}

/** A field of the default size with its middle where one clicked or dropped. */
export function placedAt(
  middle: { x: number; y: number },
  page: PageSize,
  { width, height }: PageSize = defaultFieldSize,
): Place {
  const place = { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
  return withinPage(place, page, { width, height })
}

/** In the middle of the page, or below the fields that are there already. */
export function placedByKeyboard(
  page: PageSize,
  others: readonly Place[],
  size: PageSize = defaultFieldSize,
): Place {
  const middle = placedAt({ x: page.width / 2, y: page.height / 2 }, page, size)
  const gap = 12
  const free = (candidate: Place) => !others.some((other) => overlap(candidate, other))
  for (let y = middle.y; y + middle.height <= page.height; y += gap) {
    if (free({ ...middle, y })) return { ...middle, y: round(y) }
  }
  return middle
}

export function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

export function moved(
  place: Place,
  by: { dx: number; dy: number },
  page: PageSize,
  smallest: PageSize = smallestFieldSize,
): Place {
  return withinPage({ ...place, x: place.x + by.dx, y: place.y + by.dy }, page, smallest)
}

/** Sized by its lower right corner; the upper left one stays. */
export function resized(
  place: Place,
  by: { dx: number; dy: number },
  page: PageSize,
  smallest: PageSize = smallestFieldSize,
): Place {
  const width = between(place.width + by.dx, smallest.width, page.width - place.x)
  const height = between(place.height + by.dy, smallest.height, page.height - place.y)
  return withinPage({ ...place, width, height }, page, smallest)
}

type Edge = 'x' | 'y'

/** A line a field is on: `x` runs down the page, `y` across. */
export interface Guide {
  readonly edge: Edge
  readonly at: number
}

interface Alignment {
  /** Where the field starts when it is on the line. */
  readonly start: number
  readonly line: number
}

/** Where a field of this size could start to line up: with the page's edges and middle, with the others' edges and middles. */
function alignments(place: Place, edge: Edge, page: PageSize, others: readonly Place[]): Alignment[] {
  const length = edge === 'x' ? 'width' : 'height'
  const own = place[length]
  return [
    { start: 0, line: 0 },
    { start: (page[length] - own) / 2, line: page[length] / 2 },
    { start: page[length] - own, line: page[length] },
    ...others.flatMap((other) => {
      const [from, to] = [other[edge], other[edge] + other[length]]
      const middle = (from + to) / 2
      return [
        { start: from, line: from },
        { start: to - own, line: to },
        { start: middle - own / 2, line: middle },
      ]
    }),
  ]
}

function nearest(place: Place, edge: Edge, page: PageSize, others: readonly Place[]): Alignment | undefined {
  const off = ({ start }: Alignment) => Math.abs(start - place[edge])
  const near = alignments(place, edge, page, others).filter((one) => off(one) <= snapDistance)
  return near.reduce<Alignment | undefined>(
    (best, one) => (best && off(best) <= off(one) ? best : one),
    undefined,
  )
}

/** Dragged fields line up with the others and the page, else with whole points; the lines they are on then. */
export function aligned(
  place: Place,
  page: PageSize,
  others: readonly Place[],
  smallest: PageSize = smallestFieldSize,
): { readonly place: Place; readonly guides: readonly Guide[] } {
  const x = nearest(place, 'x', page, others)
  const y = nearest(place, 'y', page, others)
  const spot = withinPage(
    { ...place, x: x?.start ?? Math.round(place.x), y: y?.start ?? Math.round(place.y) },
    page,
    smallest,
  )
  const guides: Guide[] = []
  if (x) guides.push({ edge: 'x', at: x.line })
  if (y) guides.push({ edge: 'y', at: y.line })
  return { place: spot, guides }
}

/** The next line in a direction, for the keyboard. */
function atNextLine(
  place: Place,
  { dx, dy }: { dx: number; dy: number },
  page: PageSize,
  others: readonly Place[],
  smallest: PageSize,
): Place {
  const edge = dx === 0 ? 'y' : 'x'
  const forward = dx + dy > 0
  const starts = alignments(place, edge, page, others)
    .map(({ start }) => round(start))
    .filter((start) => (forward ? start > place[edge] : start < place[edge]))
  if (starts.length === 0) return place
  const start = forward ? Math.min(...starts) : Math.max(...starts)
  return withinPage({ ...place, [edge]: start }, page, smallest)
}

export interface FieldKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
}

const directions: Record<string, { dx: number; dy: number }> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
}

/**
 * Arrow keys move by a point, with shift by ten, with control to the next line; with alt they size. Null: the key means
 * nothing here.
 */
export function afterKey(
  place: Place,
  pressed: FieldKey,
  page: PageSize,
  others: readonly Place[] = [],
  smallest: PageSize = smallestFieldSize,
): Place | null {
  const direction = directions[pressed.key]
  if (!direction) return null
  if (pressed.ctrlKey || pressed.metaKey) return atNextLine(place, direction, page, others, smallest)
  const step = pressed.shiftKey ? 10 : 1
  const by = { dx: direction.dx * step, dy: direction.dy * step }
  return pressed.altKey ? resized(place, by, page, smallest) : moved(place, by, page, smallest)
}
