import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import { pixelStyle } from '#web/features/documents/geometry.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { PlacedField } from './draft.ts'
import type { Place } from './field-movement.ts'
import { afterKey, resized, snapped, withinPage } from './field-movement.ts'
import type { FieldPage, Placing } from './use-placing.ts'
import { fieldElementId } from './use-placing.ts'

interface FieldBoxProps {
  field: PlacedField
  name: string
  color: string
  page: FieldPage & { pixelsPerPoint: number }
  others: readonly Place[]
  placing: Placing
  /** The id of the text that tells which keys move it. */
  helpId: string
}

/** A signature's place on the page: moved and sized by pointer, by keys and by the numbers in the panel. */
export function FieldBox(props: FieldBoxProps) {
  const { field, name, page, placing } = props
  const { t } = useLingui()
  const drag = usePlaceDrag(props)
  const chosen = placing.chosen === field
  const number = page.index + 1

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      return placing.remove(field)
    }
    const next = afterKey(field.place, event, page)
    if (!next) return
    event.preventDefault()
    placing.move(field, next)
  }

  return (
    <div className="absolute" style={pixelStyle(field.place, page.pixelsPerPoint)}>
      <button
        id={fieldElementId(field)}
        type="button"
        aria-label={t`Signature of ${name} on page ${number}`}
        aria-describedby={props.helpId}
        onFocus={() => placing.select(field)}
        onKeyDown={onKeyDown}
        {...drag('move')}
        className={classNames(
          'flex size-full cursor-move touch-none items-center justify-center overflow-hidden rounded border-2 bg-sheet/95 p-0.5 text-xs font-semibold',
          chosen ? 'border-solid shadow-float' : 'border-dashed',
        )}
        style={{ borderColor: props.color, color: props.color }}
      >
        <span className="truncate">{name}</span>
      </button>
      {chosen && (
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

/** Follows the pointer from where it took hold; the place snaps while it moves. */
function usePlaceDrag({ field, page, others, placing }: FieldBoxProps) {
  const start = useRef<{ x: number; y: number; place: Place } | null>(null)
  const [, setDragging] = useState(false)
  return (kind: 'move' | 'resize') => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY, place: field.place }
      placing.select(field)
      setDragging(true)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const { x, y, place } = start.current
      const by = {
        dx: (event.clientX - x) / page.pixelsPerPoint,
        dy: (event.clientY - y) / page.pixelsPerPoint,
      }
      const next =
        kind === 'resize'
          ? resized(place, by, page)
          : snapped(withinPage({ ...place, x: place.x + by.dx, y: place.y + by.dy }, page), page, others)
      placing.move(field, next)
    },
    onPointerUp() {
      start.current = null
      setDragging(false)
    },
    onPointerCancel() {
      if (start.current) placing.move(field, start.current.place)
      start.current = null
      setDragging(false)
    },
  })
}
