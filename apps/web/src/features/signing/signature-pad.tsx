import { Trans, useLingui } from '@lingui/react/macro'
import type { PointerEvent } from 'react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { outlinesOf } from './signature-picture.ts'
import type { InkPoint, Stroke } from './signature-size.ts'
import { pathOf } from './signature-size.ts'

export interface Ink {
  readonly strokes: readonly Stroke[]
  /** Has the device told a pressure? */
  readonly isPen: boolean
}

export const noInk: Ink = { strokes: [], isPen: false }

/** Where one draws one's signature with a finger, a pen or a mouse. Typing it is the way without a drag. */
export function SignaturePad({ ink, onChange }: { ink: Ink; onChange: (ink: Ink) => void }) {
  const { t } = useLingui()
  const [current, setCurrent] = useState<Stroke | null>(null)
  const isPen = useRef(ink.isPen)
  const shown = current ? [...ink.strokes, current] : ink.strokes

  function pointOf(event: PointerEvent<SVGSVGElement>): InkPoint {
    const box = event.currentTarget.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top, event.pressure]
  }

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    isPen.current = event.pointerType === 'pen'
    setCurrent([pointOf(event)])
  }

  function draw(event: PointerEvent<SVGSVGElement>) {
    if (!current || !event.isPrimary) return
    const point = pointOf(event)
    setCurrent((stroke) => (stroke ? [...stroke, point] : null))
  }

  function end() {
    if (current) onChange({ strokes: [...ink.strokes, current], isPen: isPen.current })
    setCurrent(null)
  }

  return (
    <div>
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
      <div className="mt-2 flex items-center justify-between gap-2">
        <p className="text-sm text-ink-secondary">
          <Trans>Draw your signature with a finger, a pen or the mouse.</Trans>
        </p>
        <div className="flex">
          <Button
            type="text"
            size="sm"
            disabled={ink.strokes.length === 0}
            onClick={() => onChange({ ...ink, strokes: ink.strokes.slice(0, -1) })}
          >
            <Trans>Undo</Trans>
          </Button>
          <Button type="text" size="sm" disabled={ink.strokes.length === 0} onClick={() => onChange(noInk)}>
            <Trans>Clear</Trans>
          </Button>
        </div>
      </div>
    </div>
  )
}
