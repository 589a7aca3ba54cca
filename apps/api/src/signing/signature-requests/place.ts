import type { Position } from '@countersign/contract/positions.ts'
import type { Place } from '#api/platform/values/signer-field.ts'
import type { WrongField } from '#api/platform/refusal.ts'
import type { RequestDocument } from './signature-request.ts'

export const toPlace = (position: Position): Place => ({
  ...position,
  page: Number(position.page),
  rotation: position.rotation ?? 0,
})

/** Its own members and no others: a list is sent as it is presented. */
export const presentPlace = ({ page, x, y, width, height, rotation }: Place): Position => ({
  page: String(page),
  x,
  y,
  width,
  height,
  rotation,
})

/** It lies on a page of the document, or `path` names what is wrong. */
export function wrongPlace(
  document: Pick<RequestDocument, 'pages'>,
  { page: index, x, y, width, height }: Place,
  path: string,
): WrongField[] {
  const page = document.pages[index]
  if (!page) return [{ field: `${path}.page`, code: 'unknown', message: 'The document has no such page' }]
  // Half a point of tolerance: positions come from screens.
  const inside = x >= -0.5 && y >= -0.5 && x + width <= page.width + 0.5 && y + height <= page.height + 0.5
  return inside ? [] : [{ field: path, code: 'outside_page', message: 'The field lies outside the page' }]
}
