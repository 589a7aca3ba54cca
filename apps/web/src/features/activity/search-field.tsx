import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from '#web/ui/forms/text-field.tsx'

const typingPause = 300

interface SearchFieldProps {
  label: string
  value: string
  onSearch: (search: string) => void
}

/** Searches as one types. What was typed stays while its answer is on its way. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [searched, setSearched] = useState(value)
  const search = useEffectEvent(onSearch)

  // An address that was not asked for here (Back, cleared filters) wins over what is here.
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== searched) {
      setSearched(value)
      setTyped(value)
    }
  }

  useEffect(() => {
    if (typed.trim() === searched) return
    const timer = window.setTimeout(() => {
      setSearched(typed.trim())
      search(typed.trim())
    }, typingPause)
    return () => window.clearTimeout(timer)
  }, [typed, searched])

  return (
    <TextField
      label={label}
      type="search"
      maxLength={200}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}
