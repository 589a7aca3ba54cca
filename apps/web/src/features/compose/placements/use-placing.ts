import type { Document } from '@countersign/contract/documents.ts'
import { useEffect, useRef, useState } from 'react'
import { pageElementId } from '#web/features/documents/viewer-page.ts'
import { randomKey } from '#web/lib/calls/random-key.ts'
import { withField } from '../drafts/change-draft.ts'
import type { Draft, DraftField, FormField } from '../drafts/draft.ts'
import { fieldOf, isPlaced } from '../drafts/draft.ts'
import { isCertified, withOwnField } from '../fields/own-signature-fields.ts'
import type { Guide, PageSize, Place } from './field-movement.ts'
import { moved, placedAt, placedByKeyboard, withinPage } from './field-movement.ts'
import { defaultSize, type FieldTool, smallestSize, withNewPlacement } from './new-placement.ts'
import type { Placement } from './placements.ts'
import {
  placementOf,
  placementsOnPage,
  signatureId as fieldElementId,
  withoutPlacement,
  withPlacementAt,
} from './placements.ts'
import { focusStep } from '../focus-step.ts'
import type { Compose } from '../use-compose.ts'
import { inReadingRows } from './reading-rows.ts'

export { fieldElementId }

export interface FieldPage extends PageSize {
  readonly documentId: string
  readonly index: number
}

interface FieldKey {
  readonly signerKey: string
  readonly documentId: string
}

/** The places others have on a page, to line up with. */
export function placesOnPage(draft: Draft, page: FieldPage, except?: Pick<Placement, 'id'>): Place[] {
  return placementsOnPage(draft, page.documentId, page.index)
    .filter(({ id }) => id !== except?.id)
    .map(({ place }) => place)
}

/** The lines a dragged field stands on, on the page where it is dragged. */
export interface ShownGuides {
  readonly page: FieldPage
  readonly guides: readonly Guide[]
}

/** What is about to be placed and for whom, which fields are selected, and on which page the keyboard places. */
export function usePlacing(compose: Compose, documents: readonly Document[]) {
  const { draft, act } = compose
  const [armed, setArmed] = useState<string | null>(null)
  const [tool, setTool] = useState<FieldTool | null>(null)
  const [refusal, setRefusal] = useState<'full' | 'form' | 'certified' | null>(null)
  const selection = useSelection(draft)
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

  /** Says what the next press on a page puts there; without a tool it is the signer’s signature, moved where it has a place. */
  function arm(signerKey: string | null, next: FieldTool | null = tool) {
    setArmed(signerKey)
    setTool(next)
    setRefusal(null)
  }

  function focusOn(id: string) {
    selection.selectOnly(id)
    focusNext.current = id
  }

  /** Makes a change that adds a field, and leads to it. Null: there are as many as there may be. */
  function add(change: (draft: Draft) => Draft | null) {
    const before = new Set(idsOf(draft))
    let isRefused = false
    let added: string | undefined
    act((current) => {
      const next = change(current)
      isRefused = next === null
      added = next ? idsOf(next).find((id) => !before.has(id)) : undefined
      return next ?? current
    })
    setArmed(null)
    setRefusal(isRefused ? 'full' : null)
    if (added) focusOn(added)
  }

  function put(field: DraftField) {
    act((current) => withField(current, field))
    setArmed(null)
    if (isPlaced(field)) focusOn(fieldElementId(field))
  }

  /** Where one clicked or dropped; without a point, in the middle of the page. */
  function place(
    signerKey: string,
    on: FieldPage,
    point: { x: number; y: number } | null,
    of: FieldTool | null = tool,
  ) {
    const { documentId } = on
    const size = defaultSize(of?.type ?? 'SIGNATURE')
    const except = of ? undefined : { id: fieldElementId({ signerKey, documentId }) }
    const others = placesOnPage(draft, on, except)
    const spot = point ? placedAt(point, on, size) : placedByKeyboard(on, others, size)
    const at = { signerKey, documentId, page: on.index, place: spot }
    const refused = refusalOf(documents, draft, at, of)
    if (refused) {
      setArmed(null)
      return setRefusal(refused)
    }
    if (of) return add((current) => withNewPlacement(current, of, { ...at, size: on }, randomKey()))
    const before = fieldOf(draft, signerKey, documentId)
    const further = before && isPlaced(before) ? before.further : undefined
    put({ ...at, formField: null, ...(further && { further }) })
  }

  /** What is done in one gesture, such as a drag, is undone at once. The other selected fields go along. */
  function move(placement: Placement, spot: Place, on: PageSize, gesture: string | null = null) {
    act((current) => {
      const now = placementOf(current, placement.id) ?? placement
      const isSameSize = spot.width === now.place.width && spot.height === now.place.height
      const by = { dx: spot.x - now.place.x, dy: spot.y - now.place.y }
      const along = isSameSize ? selection.along(current, placement.id) : []
      const next = withPlacementAt(current, now, { page: now.page, place: spot })
      return along.reduce(
        (all, other) =>
          withPlacementAt(all, other, {
            page: other.page,
            place: moved(other.place, by, on, smallestSize(other.type)),
          }),
        next,
      )
    }, gesture)
  }

  /** To another page of its document. */
  function turnTo(placement: Placement, on: FieldPage) {
    const spot = withinPage(placement.place, on, smallestSize(placement.type))
    act((current) => withPlacementAt(current, placement, { page: on.index, place: spot }))
    focusOn(placement.id)
  }

  /** With all that are selected, where it is one of them. */
  function removePlacement(placement: Placement) {
    // The last first: the others keep their numbers until it is their turn.
    const all = [placement, ...selection.along(draft, placement.id)].sort((a, b) => b.part - a.part)
    let next: Placement | undefined
    act((current) => {
      const left = all.reduce(withoutPlacement, current)
      next = followingRemoved(current, left, placement, all)
      return left
    })
    if (next) return focusOn(next.id)
    selection.selectOnly(null)
    focusStep('fields')
  }

  /** A signature field that the PDF has itself: a change of who signs there is one step, for undo too. */
  function assign(field: Pick<FormField, 'documentId' | 'formField'>, signerKey: string | null) {
    act((current) => withOwnField(current, field, signerKey))
    setArmed(null)
    selection.selectOnly(null)
  }

  /** Leads to a field, on whatever page it is. */
  function show(field: Placement) {
    focusOn(field.id)
    document
      .getElementById(pageElementId({ ...field, index: field.page }))
      ?.scrollIntoView({ block: 'center' })
  }

  return {
    ...{ armed, arm, tool, refusal, page, setPage, guides, setGuides, add },
    /** False where every document is signed in its own signature fields only: none can be placed. */
    mayPlace: documents.length === 0 || !documents.every(isCertified),
    ...{ place, move, turnTo, removePlacement, assign, show, selection },
  }
}

export type PlacementMode = ReturnType<typeof usePlacing>

/**
 * A form that takes no fields takes the first place of a signature alone: each further one is a field too. One that is
 * certified doesn't take that either. Without a tool it is the first place that is put, or moved.
 */
function refusalOf(
  documents: readonly Document[],
  draft: Draft,
  at: FieldKey,
  tool: FieldTool | null,
): 'form' | 'certified' | null {
  const document = documents.find(({ id }) => id === at.documentId)
  if (isCertified(document)) return 'certified'
  const isFirst =
    !tool || (tool.type === 'SIGNATURE' && fieldOf(draft, at.signerKey, at.documentId) === undefined)
  return document?.form_problem && !isFirst ? 'form' : null
}

/** What comes after a removed field on its page, as one reads; else what is the last there now. */
function followingRemoved(
  before: Draft,
  left: Draft,
  { id: removedId, documentId, page }: Placement,
  removed: readonly Placement[],
): Placement | undefined {
  const onPage = (draft: Draft) => inReadingRows(placementsOnPage(draft, documentId, page))
  const gone = new Set(removed.map(({ id }) => id))
  const there = onPage(before)
  const at = there.findIndex(({ id }) => id === removedId)
  // Places of a signature that stay may have another number and id now.
  const nth = there.slice(0, at).filter(({ id }) => !gone.has(id)).length
  const stay = onPage(left)
  return stay[nth] ?? stay.at(-1)
}

/** Every field once, by the id of its element or its own. */
function idsOf(draft: Draft): string[] {
  const signatures = draft.fields.filter(isPlaced).flatMap((field) => {
    const count = 1 + (field.further?.length ?? 0)
    return Array.from({ length: count }, (_, part) => fieldElementId(field, part))
  })
  const fields = draft.signerFields.map(({ signerKey, field }) => {
    const id = `field-${signerKey}-${field.id}`
    return field.type === 'RADIO' ? `${id}-0` : id
  })
  return [...signatures, ...fields]
}

/** The fields that are selected, in the order they were; those that are gone are left out. */
function useSelection(draft: Draft) {
  const [ids, setIds] = useState<readonly string[]>([])
  const placements = ids.flatMap((id) => placementOf(draft, id) ?? [])
  const has = (id: string) => ids.includes(id)
  return {
    placements,
    has,
    /** The one that is selected alone. */
    only: placements.length === 1 ? placements[0] : undefined,
    selectOnly: (id: string | null) => setIds(id === null ? [] : [id]),
    selectAll: (all: readonly string[]) => setIds(all),
    toggle: (id: string) => setIds(has(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    /** The others, where this one is selected with them. */
    along: (current: Draft, id: string): Placement[] =>
      has(id)
        ? ids.filter((other) => other !== id).flatMap((other) => placementOf(current, other) ?? [])
        : [],
  }
}
