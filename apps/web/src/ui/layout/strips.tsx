import { useLayoutEffect, useRef, type ReactNode } from 'react'

/** What is above every page. It tells its height, so that screens as high as the window still end with it. */
export function Strips({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return
    const tell = () => document.documentElement.style.setProperty('--strips', `${shown.offsetHeight}px`)
    const observer = new ResizeObserver(tell)
    observer.observe(shown)
    tell()
    return () => observer.disconnect()
  }, [])
  return <div ref={element}>{children}</div>
}
