import { Trans, useLingui } from '@lingui/react/macro'
import type { MouseEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { FieldFace, faceStyle } from './field-face.tsx'
import { pageAt } from './field-layer.tsx'
import type { Placing } from './use-placing.ts'

const dragDistance = 6

interface SignerChipProps {
  name: string
  color: string
  signerKey: string
  /** On how many documents this signer has a place. */
  placed: number
  placing: Placing
}

/** A signer to be put on a page: dragged there, or clicked and then the page; Enter places in the middle. */
export function SignerChip({ name, color, signerKey, placed, placing }: SignerChipProps) {
  const { t } = useLingui()
  const start = useRef<{ x: number; y: number } | null>(null)
  const dragged = useRef(false)
  const [ghost, setGhost] = useState<{ x: number; y: number } | null>(null)
  const armed = placing.armed === signerKey

  function onPointerMove(event: PointerEvent) {
    if (!start.current) return
    const far = Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y)
    if (!dragged.current && far < dragDistance) return
    dragged.current = true
    setGhost({ x: event.clientX, y: event.clientY })
  }

  function onPointerUp(event: PointerEvent) {
    start.current = null
    setGhost(null)
    const target = dragged.current ? pageAt(event.clientX, event.clientY) : null
    if (target) placing.place(signerKey, target.page, target.point)
  }

  function onClick(event: MouseEvent) {
    if (dragged.current) {
      dragged.current = false
      return
    }
    // A click without a pointer comes from the keyboard or a screen reader.
    if (event.detail === 0 && placing.page) placing.place(signerKey, placing.page, null)
    else placing.arm(armed ? null : signerKey)
  }

  return (
    <>
      <button
        type="button"
        aria-pressed={armed}
        aria-label={t`Place field for ${name}`}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = { x: event.clientX, y: event.clientY }
          dragged.current = false
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          start.current = null
          setGhost(null)
        }}
        onClick={onClick}
        onKeyDown={(event) => event.key === 'Escape' && placing.arm(null)}
        className={classNames(
          'flex min-h-11 max-w-full cursor-grab touch-none items-center gap-2 rounded border bg-sheet px-3 text-sm font-medium hover:bg-hover',
          armed ? 'border-accent outline-2 outline-accent' : 'border-line-field',
        )}
      >
        <span aria-hidden="true" className="size-3 shrink-0 rounded-full" style={{ background: color }} />
        <span className="truncate">{name}</span>
        {placed > 0 && (
          <span className="text-completed">
            <Icon name="check" size={16} />
            <span className="sr-only">
              <Trans>placed</Trans>
            </span>
          </span>
        )}
      </button>
      {ghost && (
        <span
          aria-hidden="true"
          className="pointer-events-none fixed z-50 grid h-12 w-36 -translate-1/2 place-items-center rounded border-2 border-dashed text-xs font-semibold opacity-80"
          style={{ left: ghost.x, top: ghost.y, ...faceStyle(color) }}
        >
          <FieldFace name={name} />
        </span>
      )}
    </>
  )
}
