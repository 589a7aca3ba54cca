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
export function withinPage(place: Place, page: PageSize): Place {
  const width = between(place.width, Math.min(smallestFieldSize.width, page.width), page.width)
  const height = between(place.height, Math.min(smallestFieldSize.height, page.height), page.height)
  return {
    x: round(between(place.x, 0, page.width - width)),
    y: round(between(place.y, 0, page.height - height)),
    width: round(width),
    height: round(height),
  }
}

/** A field of the default size with its middle where one clicked or dropped. */
export function placedAt(middle: { x: number; y: number }, page: PageSize): Place {
  const { width, height } = defaultFieldSize
  return withinPage({ x: middle.x - width / 2, y: middle.y - height / 2, width, height }, page)
}

/** In the middle of the page, or below the fields that are there already. */
export function placedByKeyboard(page: PageSize, others: readonly Place[]): Place {
  const middle = placedAt({ x: page.width / 2, y: page.height / 2 }, page)
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

export function moved(place: Place, by: { dx: number; dy: number }, page: PageSize): Place {
  return withinPage({ ...place, x: place.x + by.dx, y: place.y + by.dy }, page)
}

/** Sized by its lower right corner; the upper left one stays. */
export function resized(place: Place, by: { dx: number; dy: number }, page: PageSize): Place {
  const width = between(place.width + by.dx, smallestFieldSize.width, page.width - place.x)
  const height = between(place.height + by.dy, smallestFieldSize.height, page.height - place.y)
  return withinPage({ ...place, width, height }, page)
}

type Edge = 'x' | 'y'

function snappedEdge(place: Place, edge: Edge, page: PageSize, others: readonly Place[]): number {
  const length = edge === 'x' ? 'width' : 'height'
  const own = place[length]
  const candidates = [
    (page[length] - own) / 2,
    ...others.flatMap((other) => [other[edge], other[edge] + other[length] - own]),
  ]
  const near = candidates
    .filter((candidate) => Math.abs(candidate - place[edge]) <= snapDistance)
    .sort((a, b) => Math.abs(a - place[edge]) - Math.abs(b - place[edge]))
  return near[0] ?? Math.round(place[edge])
}

/** Dragged fields line up with the others' edges and the page's middle, else with whole points. */
export function snapped(place: Place, page: PageSize, others: readonly Place[]): Place {
  const x = snappedEdge(place, 'x', page, others)
  const y = snappedEdge(place, 'y', page, others)
  return withinPage({ ...place, x, y }, page)
}

export interface FieldKey {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
}

const directions: Record<string, { dx: number; dy: number }> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
}

/** Arrow keys move by a point, with shift by ten; with alt they size. Null: the key means nothing here. */
export function afterKey(place: Place, pressed: FieldKey, page: PageSize): Place | null {
  const direction = directions[pressed.key]
  if (!direction) return null
  const step = pressed.shiftKey ? 10 : 1
  const by = { dx: direction.dx * step, dy: direction.dy * step }
  return pressed.altKey ? resized(place, by, page) : moved(place, by, page)
}
