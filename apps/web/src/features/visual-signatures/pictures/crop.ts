/** A part of a picture, in its pixels. */
export interface Crop {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const edges = ['left', 'top', 'right', 'bottom'] as const
export type Edge = (typeof edges)[number]

/** Nothing smaller can be taken hold of. */
export const smallestCrop = 16

export function wholeOf(size: Size): Crop {
  return { left: 0, top: 0, width: size.width, height: size.height }
}

/** How far an edge of the crop is from the same edge of the picture. */
export function insetOf(crop: Crop, size: Size, edge: Edge): number {
  if (edge === 'left') return crop.left
  if (edge === 'top') return crop.top
  return edge === 'right' ? size.width - crop.left - crop.width : size.height - crop.top - crop.height
}

/** The crop with one edge put so far in; the edge opposite stays, and something stays between them. */
export function withInset(crop: Crop, size: Size, edge: Edge, inset: number): Crop {
  const opposite = insetOf(crop, size, oppositeOf(edge))
  const length = edge === 'left' || edge === 'right' ? size.width : size.height
  const most = Math.max(0, length - opposite - Math.min(smallestCrop, length))
  const put = Math.round(Math.min(most, Math.max(0, Number.isFinite(inset) ? inset : 0)))
  const rest = length - opposite - put
  if (edge === 'left') return { ...crop, left: put, width: rest }
  if (edge === 'right') return { ...crop, width: rest }
  if (edge === 'top') return { ...crop, top: put, height: rest }
  return { ...crop, height: rest }
}

/** The crop moved as it is, and no further than the picture goes. */
export function movedBy(crop: Crop, size: Size, dx: number, dy: number): Crop {
  return {
    ...crop,
    left: Math.round(Math.min(size.width - crop.width, Math.max(0, crop.left + dx))),
    top: Math.round(Math.min(size.height - crop.height, Math.max(0, crop.top + dy))),
  }
}

/** The size within a limit, in whole pixels; never larger than it is. */
export function fitInto(size: Size, limit: Size): Size {
  const scale = Math.min(1, limit.width / size.width, limit.height / size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}

function oppositeOf(edge: Edge): Edge {
  return ({ left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const)[edge]
}
