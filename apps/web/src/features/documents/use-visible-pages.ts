import { useEffect, useRef, useState } from 'react'

/** Which of the elements marked `data-position` are in sight within a scrolling element. `shown` names what is there. */
export function useVisiblePages(container: HTMLElement | null, shown: string): readonly number[] {
  const [visible, setVisible] = useState<readonly number[]>([])
  const seen = useRef(new Set<number>())
  useEffect(() => {
    if (!container) return
    seen.current = new Set()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const position = Number((entry.target as HTMLElement).dataset['position'])
          if (entry.isIntersecting) seen.current.add(position)
          else seen.current.delete(position)
        }
        setVisible([...seen.current].sort((a, b) => a - b))
      },
      { root: container },
    )
    for (const page of container.querySelectorAll('[data-position]')) observer.observe(page)
    return () => observer.disconnect()
  }, [container, shown])
  return visible
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
