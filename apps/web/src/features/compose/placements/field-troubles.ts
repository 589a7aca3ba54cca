import type { PageSize } from './field-movement.ts'
import { overlap } from './field-movement.ts'
import { type Fields, pagesOfPlacements, type Placement } from './placements.ts'

/** Two fields that would lie over each other, or one that does not lie wholly on its page. Each place of a field counts. */
export interface FieldTrouble {
  readonly kind: 'overlap' | 'outside'
  readonly field: Placement
  readonly other: Placement | null
}

/** Positions come from screens: the service allows half a point too. */
const tolerance = 0.5

/** `pageOf` is null for a page that is not loaded yet: nothing can be said of it. */
export function troublesOf(draft: Fields, pageOf: (field: Placement) => PageSize | null): FieldTrouble[] {
  return pagesOfPlacements(draft).flatMap((fields) => {
    const [first] = fields
    const size = first ? pageOf(first) : null
    const outside = fields.filter((field) => size && isOutside(field, size))
    return [
      ...outside.map((field): FieldTrouble => ({ kind: 'outside', field, other: null })),
      ...overlaps(fields),
    ]
  })
}

function isOutside({ place: { x, y, width, height } }: Placement, page: PageSize): boolean {
  const isIn = x >= -tolerance && y >= -tolerance
  return !isIn || x + width > page.width + tolerance || y + height > page.height + tolerance
}

function overlaps(fields: readonly Placement[]): FieldTrouble[] {
  return fields.flatMap((field, index) =>
    fields
      .slice(index + 1)
      .filter((other) => overlap(field.place, other.place))
      .map((other): FieldTrouble => ({ kind: 'overlap', field, other })),
  )
}
