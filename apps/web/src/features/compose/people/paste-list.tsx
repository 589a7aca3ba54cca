import { canonicalEmail, isSameMailbox } from '@countersign/contract/email.ts'
import type { Language } from '@countersign/contract/values.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type PastedList, type PastedPerson, readPastedPeople } from '#web/lib/forms/pasted-people.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { WrongEntries } from '#web/ui/forms/wrong-entries.tsx'
import { withSigner } from '../drafts/change-draft.ts'
import { newSigner } from './new-signer.ts'
import type { Compose } from '../use-compose.ts'

const peopleAtMost = 500

interface Outcome extends PastedList {
  /** Who was on the draft's list before. */
  readonly known: readonly PastedPerson[]
  readonly beyond: readonly PastedPerson[]
}

/** People from a list: a mail's recipients, or two columns of a spreadsheet. What names nobody stays in the field. */
export function PasteList({ compose }: { compose: Compose }) {
  const { i18n, t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { pastedList: list, setPastedList: setList } = compose
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])

  function add() {
    const { signers } = compose.draft
    const emails = new Set(signers.map(({ email }) => canonicalEmail(email)))
    const read = readPastedPeople(list)
    const fresh = read.people.filter(({ email }) => !emails.has(canonicalEmail(email)))
    const people = fresh.slice(0, Math.max(0, peopleAtMost - signers.length))
    const beyond = fresh.slice(people.length)
    if (people.length > 0) {
      const { me } = compose
      const isMe = (email: string) => isSameMailbox(email, me.email)
      const added = people.map(({ name, email }) =>
        isMe(email)
          ? newSigner({ name: name || me.name, email, isMe: true }, i18n.locale as Language)
          : newSigner({ name, email }, i18n.locale as Language),
      )
      compose.act((current) => added.reduce(withSigner, current))
    }
    setOutcome({
      people,
      beyond,
      wrong: read.wrong,
      known: read.people.filter((one) => !fresh.includes(one)),
    })
    setList([...read.wrong, ...beyond.map(({ name, email }) => `${name} <${email}>`.trim())].join('\n'))
    field.current?.focus()
  }

  if (!isOpen) {
    return (
      <Button ref={opener} type="text" size="sm" icon="plus" onClick={() => setOpen(true)}>
        <Trans>Paste recipient list</Trans>
      </Button>
    )
  }
  return (
    <div className="flex w-full flex-col gap-2 rounded border border-line bg-sheet p-3">
      <TextArea
        ref={field}
        label={t`Recipient list`}
        hint={t`One per line or separated by semicolons: “Anna Keller <anna@example.org>”, just an email, or two spreadsheet columns.`}
        value={list}
        rows={5}
        error={
          outcome && outcome.wrong.length + outcome.beyond.length > 0 ? (
            <ListError outcome={outcome} />
          ) : undefined
        }
        onChange={(event) => {
          setList(event.target.value)
          if (event.target.value.trim() === '') setOutcome(null)
        }}
      />
      <p role="status" className="text-sm">
        {outcome && outcome.people.length > 0 && (
          <Plural value={outcome.people.length} one="# person was added." other="# people were added." />
        )}{' '}
        {outcome && outcome.known.length > 0 && (
          <Plural
            value={outcome.known.length}
            one="# is on the list already."
            other="# are on the list already."
          />
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="secondary" disabled={list.trim() === ''} onClick={add}>
          <Trans>Add people</Trans>
        </Button>
        <Button
          type="text"
          color="neutral"
          onClick={() => {
            flushSync(() => {
              setOpen(false)
              setList('')
              setOutcome(null)
            })
            opener.current?.focus()
          }}
        >
          <Trans>Close list</Trans>
        </Button>
      </div>
    </div>
  )
}

function ListError({ outcome: { wrong, beyond } }: { outcome: Outcome }) {
  if (beyond.length === 0) return <WrongEntries wrong={wrong} />
  return <Trans>A request can have up to {peopleAtMost} people. The others are still in the field.</Trans>
}
