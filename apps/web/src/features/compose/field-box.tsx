import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef } from 'react'
import { pixelStyle } from '#web/features/documents/geometry.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { PlacedField } from './draft.ts'
import type { Place } from './field-movement.ts'
import { afterKey, aligned, resized, withinPage } from './field-movement.ts'
import { fieldTroublesId } from './field-words.ts'
import { FieldFace, faceStyle } from './field-face.tsx'
import type { FieldPage, Placing } from './use-placing.ts'
import { fieldElementId } from './use-placing.ts'

interface FieldBoxProps {
  field: PlacedField
  name: string
  color: string
  page: FieldPage & { pixelsPerPoint: number }
  others: readonly Place[]
  placing: Placing
  /** Lies over another one or off the page. */
  isTroubled: boolean
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
    const next = afterKey(field.place, event, page, props.others)
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
        aria-describedby={props.isTroubled ? `${fieldTroublesId} ${props.helpId}` : props.helpId}
        onFocus={() => placing.select(field)}
        onKeyDown={onKeyDown}
        {...drag('move')}
        className={classNames(
          'flex size-full cursor-move touch-none items-center justify-center overflow-hidden rounded border-2 p-0.5 text-xs font-semibold',
          chosen ? 'border-solid shadow-float' : 'border-dashed',
        )}
        style={faceStyle(props.color)}
      >
        {props.isTroubled && (
          <span className="text-error">
            <Icon name="warning" size={16} />
          </span>
        )}
        <FieldFace name={name} />
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

let lastDrag = 0

/** Follows the pointer from where it took hold; the place lines up while it moves, unless Alt is held. */
function usePlaceDrag({ field, page, others, placing }: FieldBoxProps) {
  const start = useRef<{ x: number; y: number; place: Place; gesture: string } | null>(null)

  function end() {
    start.current = null
    placing.setGuides(null)
  }

  return (kind: 'move' | 'resize') => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const gesture = `drag ${++lastDrag}`
      start.current = { x: event.clientX, y: event.clientY, place: field.place, gesture }
      placing.select(field)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const { x, y, place, gesture } = start.current
      const dx = (event.clientX - x) / page.pixelsPerPoint
      const dy = (event.clientY - y) / page.pixelsPerPoint
      // A hand that only presses moves nothing.
      if (dx === 0 && dy === 0) return
      if (kind === 'resize') return placing.move(field, resized(place, { dx, dy }, page), gesture)
      const free = withinPage({ ...place, x: place.x + dx, y: place.y + dy }, page)
      const { place: spot, guides } = event.altKey ? { place: free, guides: [] } : aligned(free, page, others)
      placing.setGuides({ page, guides })
      placing.move(field, spot, gesture)
    },
    onPointerUp: end,
    onPointerCancel() {
      if (start.current) placing.move(field, start.current.place, start.current.gesture)
      end()
    },
  })
}
