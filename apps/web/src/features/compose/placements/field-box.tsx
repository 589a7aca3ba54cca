import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import { pixelStyle } from '#web/features/documents/geometry.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Place } from './field-movement.ts'
import { afterKey, aligned, resized, withinPage } from './field-movement.ts'
import { fieldTroublesId } from '../fields/field-words.ts'
import { FieldFace, faceStyle } from './field-face.tsx'
import { smallestSize } from './new-placement.ts'
import type { Placement } from './placements.ts'
import { useTypeName } from '../fields/type-names.ts'
import type { FieldPage, PlacementMode } from './use-placing.ts'

interface FieldBoxProps {
  placement: Placement
  name: string
  color: string
  page: FieldPage & { pixelsPerPoint: number }
  others: readonly Place[]
  placing: PlacementMode
  /** All on this page. */
  all: readonly Placement[]
  /** Lies over another one or off the page. */
  isTroubled: boolean
  /** The id of the text that tells which keys move it. */
  helpId: string
}

/** A field's place on the page: moved and sized by pointer, by keys and by the numbers in the panel. */
export function FieldBox(props: FieldBoxProps) {
  const { placement, name, page, placing } = props
  const { selection } = placing
  const { t } = useLingui()
  const drag = usePlaceDrag(props)
  const isSelected = selection.has(placement.id)
  const number = page.index + 1
  const type = useTypeName()(placement.type)
  const { label } = placement
  const words =
    placement.fieldId === null
      ? t`Signature of ${name} on page ${number}`
      : t`${type} “${label}” of ${name} on page ${number}`
  const pointed = useRef(false)
  const isMark = placement.type === 'CHECKBOX' || placement.type === 'RADIO'

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return placing.removePlacement(placement)
    }
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return selection.selectAll([
        placement.id,
        ...props.all.map(({ id }) => id).filter((id) => id !== placement.id),
      ])
    }
    if (event.key === ' ' && selection.placements.length > 1) {
      event.preventDefault()
      return selection.toggle(placement.id)
    }
    const next = afterKey(placement.place, event, page, props.others, smallestSize(placement.type))
    if (!next) return
    event.preventDefault()
    placing.move(placement, next, page)
  }

  function onFocus() {
    const isPointed = pointed.current
    pointed.current = false
    // Among several the keyboard goes from one to the next and leaves them selected.
    if (!isPointed && (selection.placements.length < 2 || !isSelected)) selection.selectOnly(placement.id)
  }

  return (
    <div className="absolute" style={pixelStyle(placement.place, page.pixelsPerPoint)}>
      <button
        id={placement.id}
        type="button"
        aria-label={words}
        aria-pressed={isSelected}
        aria-describedby={props.isTroubled ? `${fieldTroublesId} ${props.helpId}` : props.helpId}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onPointerDownCapture={(event) => {
          pointed.current = event.currentTarget !== document.activeElement
        }}
        {...drag('move')}
        className={classNames(
          'flex size-full cursor-move touch-none items-center justify-center rounded border-2 text-xs font-semibold',
          // A mark is smaller than what a finger hits.
          isMark ? "after:absolute after:-inset-2 after:content-['']" : 'overflow-hidden p-0.5',
          isSelected ? 'border-solid shadow-float' : 'border-dashed',
        )}
        style={faceStyle(props.color)}
      >
        {props.isTroubled && (
          <span className="text-error">
            <Icon name="warning" size={16} />
          </span>
        )}
        <FieldFace type={placement.type} text={label || name} />
      </button>
      {selection.only?.id === placement.id && (
        <span
          aria-hidden="true"
          {...drag('resize')}
          className="absolute -right-3 -bottom-3 grid size-7 cursor-nwse-resize touch-none place-items-center"
        >
          <span className="size-3 rounded-full border-2 bg-sheet" style={{ borderColor: props.color }} />
        </span>
      )}
    </div>
  )
}

let lastDrag = 0

/** Follows the pointer from where it took hold; the place lines up while it moves, unless Alt is held. */
function usePlaceDrag({ placement, page, others, placing }: FieldBoxProps) {
  const start = useRef<{ x: number; y: number; place: Place; gesture: string } | null>(null)
  const smallest = smallestSize(placement.type)
  const { selection } = placing

  function end() {
    start.current = null
    placing.setGuides(null)
  }

  return (kind: 'move' | 'resize') => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      if (event.shiftKey) return selection.toggle(placement.id)
      event.currentTarget.setPointerCapture(event.pointerId)
      const gesture = `drag ${++lastDrag}`
      start.current = { x: event.clientX, y: event.clientY, place: placement.place, gesture }
      if (!selection.has(placement.id)) selection.selectOnly(placement.id)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const { x, y, place, gesture } = start.current
      const dx = (event.clientX - x) / page.pixelsPerPoint
      const dy = (event.clientY - y) / page.pixelsPerPoint
      // A hand that only presses moves nothing.
      if (dx === 0 && dy === 0) return
      if (kind === 'resize')
        return placing.move(placement, resized(place, { dx, dy }, page, smallest), page, gesture)
      const free = withinPage({ ...place, x: place.x + dx, y: place.y + dy }, page, smallest)
      const { place: spot, guides } = event.altKey
        ? { place: free, guides: [] }
        : aligned(free, page, others, smallest)
      placing.setGuides({ page, guides })
      placing.move(placement, spot, page, gesture)
    },
    onPointerUp: end,
    onPointerCancel() {
      if (start.current) placing.move(placement, start.current.place, page, start.current.gesture)
      end()
    },
  })
}
