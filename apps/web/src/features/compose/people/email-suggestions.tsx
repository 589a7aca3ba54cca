import { canonicalEmail } from '@countersign/contract/email.ts'
import { autocompleteEmail } from '@countersign/contract/observers.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { call } from '#web/lib/calls/api.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { GroupSize } from './group-size.tsx'
import { movedBy } from './suggestion-movement.ts'

/** A group that one keeps. */
export interface Group {
  readonly id: string
  readonly name: string
  readonly member_count: number
}

export interface Person {
  readonly email: string
  readonly name: string | null
}

const typingPause = 200
const shortest = 2

/**
 * An email field that offers people one has worked with: a combobox after the ARIA pattern, with a list that one may
 * ignore. Where there is nobody, or the service does not answer, it is the plain field.
 */
export function EmailSuggestions({
  typed,
  onPick,
  onPickGroup,
  ...field
}: ComponentProps<typeof TextField> & {
  typed: string
  onPick: (person: Person) => void
  onPickGroup: (group: Group) => void
}) {
  const { t } = useLingui()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const { people, groups } = useSuggestions(typed, isOpen)
  const offers = [...people, ...groups]
  const shows = isOpen && offers.length > 0

  function pick(offer: Person | Group) {
    setOpen(false)
    setAt(-1)
    if ('email' in offer) onPick(offer)
    else onPickGroup(offer)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const chosen = shows ? offers[at] : undefined
    const next = shows ? movedBy(event.key, at, offers.length) : null
    if (next !== null) setAt(next)
    else if (event.key === 'Escape' && shows) setOpen(false)
    else if (event.key === 'Enter' && chosen) pick(chosen)
    else return field.onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <TextField
        {...field}
        value={typed}
        role="combobox"
        aria-expanded={shows}
        aria-controls={shows ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shows && at >= 0 ? `${listId}-${at}` : undefined}
        onChange={(event) => {
          setOpen(true)
          setAt(-1)
          field.onChange?.(event)
        }}
        onBlur={(event) => {
          setOpen(false)
          field.onBlur?.(event)
        }}
        onKeyDown={onKeyDown}
      />
      {shows && (
        <div
          role="listbox"
          id={listId}
          aria-label={t`Recent contacts`}
          className="absolute inset-x-0 top-full z-40 mt-1 overflow-hidden rounded border border-line bg-sheet p-1 shadow-float"
        >
          {offers.map((offer, index) => (
            <div
              key={'email' in offer ? offer.email : offer.id}
              role="option"
              tabIndex={-1}
              id={`${listId}-${index}`}
              aria-selected={index === at}
              className={`min-h-11 cursor-pointer rounded px-3 py-1.5 hover:bg-hover md:min-h-9 ${index === at ? 'bg-selected' : ''}`}
              // Before the field loses the focus, which would close the list.
              onPointerDown={(event) => {
                event.preventDefault()
                pick(offer)
              }}
            >
              <Offer offer={offer} />
            </div>
          ))}
        </div>
      )}
      <span role="status" className="sr-only">
        {shows && t`Suggestions: use the arrow keys`}
      </span>
    </div>
  )
}

function Offer({ offer }: { offer: Person | Group }) {
  const isPerson = 'email' in offer
  return (
    <>
      <span dir="auto" className="block text-sm wrap-anywhere">
        {isPerson ? (offer.name ?? offer.email) : offer.name}
      </span>
      {!(isPerson && offer.name === null) && (
        <span className="block text-xs wrap-anywhere text-ink-secondary">
          {isPerson ? offer.email : <GroupSize count={offer.member_count} />}
        </span>
      )}
    </>
  )
}

/** Asked for once one pauses; while one types on, the last ones stay. A failure is no reason to say anything. */
function useSuggestions(
  typed: string,
  isWanted: boolean,
): { people: readonly Person[]; groups: readonly Group[] } {
  const [input, setInput] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setInput(typed.trim()), typingPause)
    return () => window.clearTimeout(timer)
  }, [typed])
  const found = useQuery({
    queryKey: ['email-suggestions', input],
    queryFn: ({ signal }) => call(autocompleteEmail, { query: { input } }, { signal, background: true }),
    enabled: isWanted && input.length >= shortest,
    staleTime: 60_000,
  })
  if (input.length < shortest) return { people: [], groups: [] }
  const { items = [], groups = [] } = found.data ?? {}
  const people = items.filter(({ email }) => email !== canonicalEmail(typed)).slice(0, 6)
  return { people, groups }
}
