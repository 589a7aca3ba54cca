import type { Draft } from '../drafts/draft.ts'
import type { Place } from './field-movement.ts'
import { type Placement, withPlacementAt } from './placements.ts'

// Several fields at once. The first that was selected says where the others go and how large they are.

export type Arrangement = 'left' | 'right' | 'top' | 'bottom' | 'size' | 'across' | 'down'

export function arranged(draft: Draft, selected: readonly Placement[], how: Arrangement): Draft {
  const [first] = selected
  if (!first || selected.length < 2) return draft
  const places =
    how === 'across' || how === 'down'
      ? distributed(selected, how)
      : selected.map(({ place }) => alignedTo(place, first.place, how))
  return selected.reduce((current, placement, index) => {
    const place = places[index]
    return place ? withPlacementAt(current, placement, { page: placement.page, place }) : current
  }, draft)
}

function alignedTo(place: Place, to: Place, how: Exclude<Arrangement, 'across' | 'down'>): Place {
  switch (how) {
    case 'left':
      return { ...place, x: to.x }
    case 'right':
      return { ...place, x: Math.max(0, to.x + to.width - place.width) }
    case 'top':
      return { ...place, y: to.y }
    case 'bottom':
      return { ...place, y: Math.max(0, to.y + to.height - place.height) }
    case 'size':
      return { ...place, width: to.width, height: to.height }
  }
}

const round = (value: number) => Math.round(value * 10) / 10

/** The same distance between the middles; the outermost two stay. */
function distributed(selected: readonly Placement[], how: 'across' | 'down'): Place[] {
  const [edge, length] = how === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const middle = ({ place }: Placement) => place[edge] + place[length] / 2
  const order = [...selected].sort((a, b) => middle(a) - middle(b))
  const [from, to] = [order[0], order.at(-1)]
  if (!from || !to) return []
  const step = (middle(to) - middle(from)) / (order.length - 1)
  return selected.map((placement) => {
    const at = middle(from) + step * order.indexOf(placement)
    return { ...placement.place, [edge]: round(at - placement.place[length] / 2) }
  })
}
