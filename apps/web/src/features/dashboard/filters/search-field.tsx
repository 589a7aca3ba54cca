import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, type Ref } from 'react'
import { Icon } from '#web/ui/icon.tsx'

const typingPause = 250

interface SearchFieldProps {
  q: string
  onSearch: (q: string) => void
  ref: Ref<HTMLInputElement>
}

/** Searches as one types. What was typed stays, whatever the address does meanwhile. */
export function SearchField({ q, onSearch, ref }: SearchFieldProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(q)
  const [searched, setSearched] = useState(q)
  const [seen, setSeen] = useState(q)

  // An address that was not asked for here (back, a tab) wins over what is here; one that was asked for comes
  // late, and what was typed meanwhile stays.
  if (q !== seen) {
    setSeen(q)
    if (q !== searched) {
      setSearched(q)
      setTyped(q)
    }
  }

  useEffect(() => {
    if (typed.trim() === searched) return
    const timer = window.setTimeout(() => {
      setSearched(typed.trim())
      onSearch(typed.trim())
    }, typingPause)
    return () => window.clearTimeout(timer)
  }, [typed, searched, onSearch])

  return (
    <div role="search" className="relative w-full max-w-xl">
      <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-secondary">
        <Icon name="search" size={18} />
      </span>
      <input
        ref={ref}
        type="search"
        dir="auto"
        value={typed}
        aria-label={t`Search title, document or person`}
        placeholder={t`Search`}
        maxLength={200}
        autoComplete="off"
        className="h-11 w-full rounded border border-line-field bg-sheet pr-3 pl-10 text-base placeholder:text-ink-secondary md:h-10 md:text-sm"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            setSearched(typed.trim())
            onSearch(typed.trim())
          }
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
    </div>
  )
}
