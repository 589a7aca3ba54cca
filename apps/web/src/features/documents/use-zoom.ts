import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Size, Zoom } from './geometry.ts'
import { nextZoom, pixelsPerPoint, zoomFactor } from './geometry.ts'

const padding = 16

/** The zoom of the viewer, and the place one was reading. Keys, wheel and fingers come with the tools. */
export function useZoom(container: HTMLElement | null, page: Size) {
  const [zoom, setZoom] = useState<Zoom>({ fit: 'width' })
  const room = useRoom(container)
  const pixels = pixelsPerPoint(zoom, page, room)
  const factor = zoomFactor(pixels)
  useKeptPlace(container, pixels)
  const step = (direction: 1 | -1) => setZoom({ factor: nextZoom(factor, direction) })
  return { zoom, setZoom, step, pixels, factor, measured: room.width > 0 }
}

function useRoom(container: HTMLElement | null): Size {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!container) return
    const measure = () =>
      setRoom({ width: container.clientWidth - 2 * padding, height: container.clientHeight - 2 * padding })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(container)
    return () => observer.disconnect()
  }, [container])
  return room
}

/** What was in the middle stays in the middle when pages change their size. */
function useKeptPlace(container: HTMLElement | null, pixels: number) {
  const place = useRef<{ page: Element; down: number; across: number } | null>(null)
  useEffect(() => {
    if (!container) return
    const remember = () => {
      const room = container.getBoundingClientRect()
      const middle = room.top + room.height / 2
      for (const page of container.querySelectorAll('[data-position]')) {
        const box = page.getBoundingClientRect()
        if (box.bottom < middle) continue
        const across = (room.left + room.width / 2 - box.left) / box.width
        place.current =
          container.scrollTop === 0 ? null : { page, down: (middle - box.top) / box.height, across }
        return
      }
    }
    container.addEventListener('scroll', remember, { passive: true })
    return () => container.removeEventListener('scroll', remember)
  }, [container])
  useLayoutEffect(() => {
    const kept = place.current
    if (!container || !kept?.page.isConnected) return
    const room = container.getBoundingClientRect()
    const box = kept.page.getBoundingClientRect()
    container.scrollTop += box.top + kept.down * box.height - (room.top + room.height / 2)
    container.scrollLeft += box.left + kept.across * box.width - (room.left + room.width / 2)
  }, [container, pixels])
}
