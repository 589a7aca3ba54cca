import { useEffect, useId, useState, type ReactNode } from 'react'

const openDelay = 150

/** A short explanation on hover and focus. It stays while the pointer is on it and Escape closes it (WCAG 1.4.13). */
export function Tooltip({ text, children }: { text: string; children: (describedBy: string) => ReactNode }) {
  const id = useId()
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!wanted) return setOpen(false)
    const timer = window.setTimeout(() => setOpen(true), openDelay)
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && setWanted(false)
    document.addEventListener('keydown', escape)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('keydown', escape)
    }
  }, [wanted])

  return (
    <span
      className="relative inline-flex"
      onPointerEnter={() => setWanted(true)}
      onPointerLeave={() => setWanted(false)}
      onFocus={() => setWanted(true)}
      onBlur={() => setWanted(false)}
    >
      {children(id)}
      <span
        role="tooltip"
        id={id}
        hidden={!open}
        className="absolute bottom-full left-1/2 z-40 w-max max-w-64 -translate-x-1/2 pb-1.5 text-left text-xs whitespace-normal"
      >
        <span className="block rounded bg-ink px-2 py-1 text-sheet shadow-float">{text}</span>
      </span>
    </span>
  )
}
