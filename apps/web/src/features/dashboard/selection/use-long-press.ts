import { useRef, type MouseEvent, type PointerEvent } from 'react'

const delay = 500
/** In pixels: a finger that moves further scrolls. */
const slack = 10

/** A finger that stays: the click that follows it and the browser's own menu are left out. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<number | undefined>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const wasLong = useRef(false)
  const isTouch = useRef(false)
  const cancel = () => window.clearTimeout(timer.current)
  return {
    onPointerDown(event: PointerEvent) {
      cancel()
      wasLong.current = false
      isTouch.current = event.pointerType === 'touch'
      if (!isTouch.current) return
      from.current = { x: event.clientX, y: event.clientY }
      timer.current = window.setTimeout(() => {
        wasLong.current = true
        onLongPress()
      }, delay)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > slack) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu(event: MouseEvent) {
      if (isTouch.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
