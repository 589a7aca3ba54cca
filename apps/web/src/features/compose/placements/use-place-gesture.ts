import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import { pageAt } from './field-layer.tsx'
import type { FieldTool } from './new-placement.ts'
import type { PlacementMode } from './use-placing.ts'

const dragDistance = 6

/**
 * What a signer's button does: dragged onto a page it places a field there; pressed, the next press on a page does; by
 * the keyboard it places in the middle of the page.
 */
export function usePlaceGesture(
  signerKey: string,
  placing: () => PlacementMode,
  /** Null: the signer’s signature; left out: what was chosen last. */
  tool?: FieldTool | null,
) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const dragged = useRef(false)
  const [ghost, setGhost] = useState<{ x: number; y: number } | null>(null)

  function end() {
    start.current = null
    setGhost(null)
  }

  return {
    ghost,
    props: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, y: event.clientY }
        dragged.current = false
      },
      onPointerMove(event: PointerEvent) {
        if (!start.current) return
        const far = Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y)
        if (!dragged.current && far < dragDistance) return
        dragged.current = true
        setGhost({ x: event.clientX, y: event.clientY })
      },
      onPointerUp(event: PointerEvent) {
        end()
        const target = dragged.current ? pageAt(event.clientX, event.clientY) : null
        if (target) placing().place(signerKey, target.page, target.point, tool)
      },
      onPointerCancel: end,
      onClick(event: MouseEvent) {
        if (dragged.current) {
          dragged.current = false
          return
        }
        const { armed, arm, page, place, tool: chosen } = placing()
        const next = tool === undefined ? chosen : tool
        const isArmed = armed === signerKey && next?.type === chosen?.type
        // A click without a pointer comes from the keyboard or a screen reader.
        if (event.detail === 0 && page) place(signerKey, page, null, next)
        else arm(isArmed ? null : signerKey, next)
      },
      onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && placing().arm(null),
    },
  }
}
