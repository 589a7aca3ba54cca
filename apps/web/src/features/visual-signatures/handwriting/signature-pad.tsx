import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Ink } from './ink.ts'
import { addStroke, clearInk, redoStroke, undoStroke } from './ink.ts'
import { outlinesOf } from '../pictures/drawn-picture.ts'
import { drawingArea, pathOf, type Bounds, type InkPoint, type Stroke } from '../signature-size.ts'

/**
 * Where one draws one's signature with a finger, a pen or a mouse. Typing it is the way without a drag. Points are in
 * units of the drawing area, whatever its size on the screen: the signature stays whole when a phone is turned.
 */
export function SignaturePad({ ink, onChange }: { ink: Ink; onChange: (ink: Ink) => void }) {
  const { t } = useLingui()
  const [current, setCurrent] = useState<Stroke | null>(null)
  const isPen = useRef(ink.isPen)
  /** The one that draws: what another finger or the palm does meanwhile neither ends its stroke nor begins one. */
  const pointer = useRef<number | null>(null)
  const block = useRef<HTMLDivElement>(null)
  const area = useArea(ink, block)
  const shown = current ? [...ink.strokes, current] : ink.strokes

  function begin(event: PointerEvent<SVGSVGElement>) {
    if (!event.isPrimary || event.button !== 0) return
    // The palm may be down before the pen.
    if (pointer.current !== null && event.pointerType !== 'pen') return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointer.current = event.pointerId
    isPen.current = event.pointerType === 'pen'
    setCurrent([pointsOf(event.currentTarget)(event)])
  }

  function draw(event: PointerEvent<SVGSVGElement>) {
    if (!current || event.pointerId !== pointer.current) return
    // A frame holds several of a pen's points: with all of them a quick curve stays round.
    const events = event.nativeEvent.getCoalescedEvents?.() ?? []
    const pointOf = pointsOf(event.currentTarget)
    const added = events.length > 0 ? events.map(pointOf) : [pointOf(event)]
    setCurrent((stroke) => (stroke ? [...stroke, ...added] : null))
  }

  function end(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== pointer.current) return
    if (current) onChange(addStroke(ink, current, isPen.current))
    giveUp(event)
  }

  function giveUp(event: PointerEvent<SVGSVGElement>) {
    if (event.pointerId !== pointer.current) return
    pointer.current = null
    setCurrent(null)
  }

  return (
    <div ref={block} onKeyDown={(event) => onUndoKey(event, ink, onChange)}>
      <div className="relative -mx-5 aspect-2/1 max-h-[min(16rem,calc(100dvh-11rem))] min-h-28 w-[calc(100%+2.5rem)] overflow-hidden border-y border-line-field bg-sheet text-ink sm:mx-0 sm:w-full sm:rounded sm:border-x">
        <SignatureLine />
        <svg
          role="img"
          aria-label={shown.length === 0 ? t`Drawing area, empty` : t`Drawing area with your signature`}
          viewBox={`${area.left} ${area.top} ${area.right - area.left} ${area.bottom - area.top}`}
          className="absolute inset-0 size-full cursor-crosshair touch-none"
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={giveUp}
          onLostPointerCapture={giveUp}
        >
          {outlinesOf(shown, isPen.current).map((outline, index) => (
            <path key={index} d={pathOf(outline)} fill="currentColor" />
          ))}
        </svg>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="short:hidden min-w-[min(100%,12rem)] grow basis-0 text-sm text-ink-secondary">
          <Trans>Draw your signature with a finger, pen or mouse.</Trans>
        </p>
        <div className="-mr-3 ml-auto flex">
          <Button
            type="text"
            size="sm"
            disabled={ink.strokes.length === 0}
            onClick={() => onChange(undoStroke(ink))}
          >
            <Trans context="stroke">Undo</Trans>
          </Button>
          <Button
            type="text"
            size="sm"
            disabled={ink.undone.length === 0}
            onClick={() => onChange(redoStroke(ink))}
          >
            <Trans context="stroke">Redo</Trans>
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

/** As on paper: a cross, and a line as long on its left as on its right. */
function SignatureLine() {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-[6%] bottom-1/4 border-b border-line-field text-base leading-none text-ink-secondary select-none"
    >
      ✕
    </div>
  )
}

/** The part of the drawing that is shown. When its size changes, what was drawn stays in it, and it stays in view. */
function useArea(ink: Ink, block: { readonly current: HTMLDivElement | null }): Bounds {
  const latest = useRef(ink)
  const [area, setArea] = useState(() => drawingArea(ink.strokes))
  useEffect(() => {
    latest.current = ink
  }, [ink])
  useEffect(() => {
    if (!block.current) return
    let isFirst = true
    const observer = new ResizeObserver(() => {
      if (!isFirst) block.current?.scrollIntoView({ block: 'nearest' })
      isFirst = false
      setArea(drawingArea(latest.current.strokes))
    })
    observer.observe(block.current)
    return () => observer.disconnect()
  }, [block])
  return area
}

/** From where a pointer is on the screen to where that is in the drawing. */
function pointsOf(svg: SVGSVGElement) {
  const toDrawing = svg.getScreenCTM()?.inverse()
  return ({
    clientX,
    clientY,
    pressure,
  }: {
    clientX: number
    clientY: number
    pressure: number
  }): InkPoint => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toDrawing)
    return [x, y, pressure]
  }
}

/** Ctrl or ⌘ with Z takes a stroke back, with Shift or Y it comes again. */
function onUndoKey(event: KeyboardEvent, ink: Ink, onChange: (ink: Ink) => void) {
  if (!event.ctrlKey && !event.metaKey) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  onChange(key === 'y' || event.shiftKey ? redoStroke(ink) : undoStroke(ink))
}
