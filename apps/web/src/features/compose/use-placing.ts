import { useEffect, useRef, useState } from 'react'
import { withField, withoutField } from './change-draft.ts'
import type { Draft, DraftField, PlacedField } from './draft.ts'
import { fieldOf, isPlaced } from './draft.ts'
import type { PageSize, Place } from './field-movement.ts'
import { placedAt, placedByKeyboard } from './field-movement.ts'
import type { Compose } from './use-compose.ts'

export interface FieldPage extends PageSize {
  readonly documentId: string
  readonly index: number
}

interface FieldKey {
  readonly signerKey: string
  readonly documentId: string
}

export function fieldElementId(field: FieldKey): string {
  return `field-${field.signerKey}-${field.documentId}`
}

/** The free places other signers have on a page, to line up with. */
export function placesOnPage(draft: Draft, page: FieldPage, except?: FieldKey): Place[] {
  return draft.fields
    .filter(isPlaced)
    .filter((field) => field.documentId === page.documentId && field.page === page.index)
    .filter((field) => !except || field.signerKey !== except.signerKey)
    .map((field) => field.place)
}

/** Whose field is about to be placed, which one is chosen, and on which page the keyboard places. */
export function usePlacing(compose: Compose) {
  const { draft, change } = compose
  const [armed, setArmed] = useState<string | null>(null)
  const [selected, setSelected] = useState<FieldKey | null>(null)
  const [page, setPage] = useState<FieldPage | null>(null)
  const focusNext = useRef<string | null>(null)

  useEffect(() => {
    if (!focusNext.current) return
    const element = document.getElementById(focusNext.current)
    if (!element) return
    focusNext.current = null
    element.focus()
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  function put(field: DraftField) {
    change((current) => withField(current, field))
    setArmed(null)
    if (!isPlaced(field)) return
    setSelected(field)
    focusNext.current = fieldElementId(field)
  }

  /** Where one clicked or dropped; without a point, in the middle of the page. */
  function place(signerKey: string, on: FieldPage, point: { x: number; y: number } | null) {
    const others = placesOnPage(draft, on, { signerKey, documentId: on.documentId })
    const spot = point ? placedAt(point, on) : placedByKeyboard(on, others)
    put({ signerKey, documentId: on.documentId, page: on.index, place: spot, formField: null })
  }

  function move(field: PlacedField, spot: Place) {
    change((current) => withField(current, { ...field, place: spot }))
  }

  function remove(field: FieldKey) {
    change((current) => withoutField(current, field.signerKey, field.documentId))
    setSelected(null)
  }

  const found = selected ? fieldOf(draft, selected.signerKey, selected.documentId) : undefined
  const chosen = found && isPlaced(found) ? found : undefined
  return { armed, arm: setArmed, chosen, select: setSelected, page, setPage, place, put, move, remove }
}

export type Placing = ReturnType<typeof usePlacing>
