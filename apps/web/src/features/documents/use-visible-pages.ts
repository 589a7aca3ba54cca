import { useEffect, useRef, useState } from 'react'

/**
 * Which of the elements marked `data-position` are in sight within a scrolling element, and which one is being looked
 * at: the one a third of the way down. `shown` names what is there.
 */
export function useVisiblePages(container: HTMLElement | null, shown: string) {
  const [visible, setVisible] = useState<readonly number[]>([])
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (!container) return
    const seen = new Map<number, Element>()
    const look = () => setCurrent((before) => lookedAt(container, seen) ?? before)
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const position = Number((entry.target as HTMLElement).dataset['position'])
          if (entry.isIntersecting) seen.set(position, entry.target)
          else seen.delete(position)
        }
        setVisible([...seen.keys()].sort((a, b) => a - b))
        look()
      },
      { root: container },
    )
    for (const page of container.querySelectorAll('[data-position]')) observer.observe(page)
    container.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      container.removeEventListener('scroll', look)
    }
  }, [container, shown])
  return { visible, current }
}

function lookedAt(container: HTMLElement, seen: ReadonlyMap<number, Element>): number | null {
  const room = container.getBoundingClientRect()
  const line = room.top + room.height / 3
  const positions = [...seen.keys()].sort((a, b) => a - b)
  const reached = positions.findLast((position) => {
    const page = seen.get(position)
    return page !== undefined && page.getBoundingClientRect().top <= line
  })
  // The last pages may be too short to be scrolled up to the line.
  const isAtEnd =
    container.scrollTop > 0 && container.scrollTop + container.clientHeight >= container.scrollHeight - 2
  return (isAtEnd ? positions.at(-1) : reached) ?? positions[0] ?? null
}

/** True once and for good when the element comes near the visible part of what scrolls it. */
export function useSeen<Element extends HTMLElement>() {
  const ref = useRef<Element>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || seen) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return [ref, seen] as const
}
