import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Ink } from './ink.ts'
import { addStroke, clearInk, redoStroke, undoStroke } from './ink.ts'
import { outlinesOf } from './signature-picture.ts'
import type { InkPoint, Stroke } from './signature-size.ts'
import { pathOf } from './signature-size.ts'

/** Where one draws one's signature with a finger, a pen or a mouse. Typing it is the way without a drag. */
export function SignaturePad({ ink, onChange }: { ink: Ink; onChange: (ink: Ink) => void }) {
  const { t } = useLingui()
  const [current, setCurrent] = useState<Stroke | null>(null)
  const isPen = useRef(ink.isPen)
  const shown = current ? [...ink.strokes, current] : ink.strokes

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    isPen.current = event.pointerType === 'pen'
    setCurrent([pointOf(event)])
  }

  function draw(event: PointerEvent<SVGSVGElement>) {
    if (!current || !event.isPrimary) return
    // A frame holds several of a pen's points: with all of them a quick curve stays round.
    const events = event.nativeEvent.getCoalescedEvents?.() ?? []
    const box = event.currentTarget.getBoundingClientRect()
    const points = events.map((one): InkPoint => [
      one.clientX - box.left,
      one.clientY - box.top,
      one.pressure,
    ])
    const added = points.length > 0 ? points : [pointOf(event)]
    setCurrent((stroke) => (stroke ? [...stroke, ...added] : null))
  }

  function end() {
    if (current) onChange(addStroke(ink, current, isPen.current))
    setCurrent(null)
  }

  return (
    <div onKeyDown={(event) => onUndoKey(event, ink, onChange)}>
      <svg
        role="img"
        aria-label={shown.length === 0 ? t`Drawing area, empty` : t`Drawing area with your signature`}
        className="block h-48 w-full cursor-crosshair touch-none rounded border border-line-field bg-sheet text-ink"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={() => setCurrent(null)}
      >
        <path d="M24 148H10000" className="stroke-line" strokeWidth={1} />
        {outlinesOf(shown, isPen.current).map((outline, index) => (
          <path key={index} d={pathOf(outline)} fill="currentColor" />
        ))}
      </svg>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-48 grow basis-0 text-sm text-ink-secondary">
          <Trans>Draw your signature with a finger, pen or mouse.</Trans>
        </p>
        <div className="-mr-3 flex">
          <Button
            type="text"
            size="sm"
            disabled={ink.strokes.length === 0}
            onClick={() => onChange(undoStroke(ink))}
          >
            <Trans>Undo</Trans>
          </Button>
          <Button
            type="text"
            size="sm"
            disabled={ink.undone.length === 0}
            onClick={() => onChange(redoStroke(ink))}
          >
            <Trans>Redo</Trans>
          </Button>
          <Button
            type="text"
            size="sm"
            disabled={ink.strokes.length === 0}
            onClick={() => onChange(clearInk(ink))}
          >
            <Trans>Clear</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}

function pointOf(event: PointerEvent<SVGSVGElement>): InkPoint {
  const box = event.currentTarget.getBoundingClientRect()
  return [event.clientX - box.left, event.clientY - box.top, event.pressure]
}

/** Ctrl or ⌘ with Z takes a stroke back, with Shift or Y it comes again. */
function onUndoKey(event: KeyboardEvent, ink: Ink, onChange: (ink: Ink) => void) {
  if (!event.ctrlKey && !event.metaKey) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  onChange(key === 'y' || event.shiftKey ? redoStroke(ink) : undoStroke(ink))
}
