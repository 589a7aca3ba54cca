import { useEffect, useRef, useState } from 'react'
import { pageElementId } from '#web/features/documents/viewer-page.ts'
import { withField, withoutField } from './change-draft.ts'
import type { Draft, DraftField, PlacedField } from './draft.ts'
import { fieldOf, isPlaced } from './draft.ts'
import { fieldsOnPage } from './draft-index.ts'
import type { Guide, PageSize, Place } from './field-movement.ts'
import { placedAt, placedByKeyboard, withinPage } from './field-movement.ts'
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

/** The places others have on a page, to line up with. */
export function placesOnPage(draft: Draft, page: FieldPage, except?: FieldKey): Place[] {
  return fieldsOnPage(draft.fields, page.documentId, page.index)
    .filter((field) => field.signerKey !== except?.signerKey)
    .map((field) => field.place)
}

/** The lines a dragged field is on, on the page where it is dragged. */
export interface ShownGuides {
  readonly page: FieldPage
  readonly guides: readonly Guide[]
}

/** Whose field is about to be placed, which one is chosen, and on which page the keyboard places. */
export function usePlacing(compose: Compose) {
  const { draft, act } = compose
  const [armed, setArmed] = useState<string | null>(null)
  const [selected, setSelected] = useState<FieldKey | null>(null)
  const [page, setPage] = useState<FieldPage | null>(null)
  const [guides, setGuides] = useState<ShownGuides | null>(null)
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
    act((current) => withField(current, field))
    setArmed(null)
    if (!isPlaced(field)) return
    setSelected(field)
    focusNext.current = fieldElementId(field)
  }

  /** Where one clicked or dropped; without a point, in the middle of the page. */
  function place(signerKey: string, on: FieldPage, point: { x: number; y: number } | null) {
    const others = placesOnPage(draft, on, { signerKey, documentId: on.documentId })
    const spot = point ? placedAt(point, on) : placedByKeyboard(on, others)
    const before = fieldOf(draft, signerKey, on.documentId)
    const further = before && isPlaced(before) ? before.further : undefined
    const of = { signerKey, documentId: on.documentId, page: on.index, place: spot }
    put({ ...of, formField: null, ...(further && { further }) })
  }

  /** What is done in one gesture, such as a drag, is undone at once. */
  function move(field: PlacedField, spot: Place, gesture: string | null = null) {
    act((current) => withField(current, { ...field, place: spot }), gesture)
  }

  /** To another page of its document. */
  function turnTo(field: PlacedField, on: FieldPage) {
    put({ ...field, page: on.index, place: withinPage(field.place, on) })
  }

  function remove(field: FieldKey) {
    act((current) => withoutField(current, field.signerKey, field.documentId))
    setSelected(null)
  }

  /** Leads to a field, on whatever page it is. */
  function show(field: PlacedField) {
    setSelected(field)
    focusNext.current = fieldElementId(field)
    document
      .getElementById(pageElementId({ ...field, index: field.page }))
      ?.scrollIntoView({ block: 'center' })
  }

  const found = selected ? fieldOf(draft, selected.signerKey, selected.documentId) : undefined
  const chosen = found && isPlaced(found) ? found : undefined
  return {
    ...{ armed, arm: setArmed, chosen, select: setSelected, page, setPage, guides, setGuides },
    ...{ place, put, move, turnTo, show, remove },
  }
}

export type Placing = ReturnType<typeof usePlacing>
