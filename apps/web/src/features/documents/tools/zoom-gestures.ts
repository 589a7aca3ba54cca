import { clamp, largestZoom, smallestZoom } from '../geometry.ts'

/** Ctrl + wheel, and two fingers. */
export function listenToGestures(
  container: HTMLElement,
  factor: () => number,
  setZoom: (zoom: { factor: number }) => void,
): () => void {
  const zoomTo = (to: number) => setZoom({ factor: clamp(to, smallestZoom, largestZoom) })
  const stopWheel = listenToWheel(container, (by) => zoomTo(factor() * by))
  const stopPinch = listenToPinch(container, factor, zoomTo)
  return () => {
    stopWheel()
    stopPinch()
  }
}

function listenToWheel(container: HTMLElement, zoomBy: (factor: number) => void): () => void {
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomBy(Math.exp(-clamp(event.deltaY, -50, 50) / 200))
  }
  container.addEventListener('wheel', onWheel, { passive: false })
  return () => container.removeEventListener('wheel', onWheel)
}

/** Two fingers. Touch and not pointer events: those are taken away as soon as the browser scrolls. */
function listenToPinch(container: HTMLElement, factor: () => number, zoomTo: (factor: number) => void) {
  let start: { distance: number; factor: number } | null = null
  const distance = ({ touches: [a, b] }: TouchEvent) =>
    a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0
  const onStart = (event: TouchEvent) => {
    start = event.touches.length === 2 ? { distance: distance(event), factor: factor() } : null
  }
  const onMove = (event: TouchEvent) => {
    if (!start || event.touches.length !== 2) return
    event.preventDefault()
    zoomTo((start.factor * distance(event)) / Math.max(1, start.distance))
  }
  container.addEventListener('touchstart', onStart, { passive: true })
  container.addEventListener('touchmove', onMove, { passive: false })
  return () => {
    container.removeEventListener('touchstart', onStart)
    container.removeEventListener('touchmove', onMove)
  }
}
