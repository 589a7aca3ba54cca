import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-field.tsx'
import { WrongEntries } from '#web/ui/forms/wrong-entries.tsx'
import { withList, type MemberAddition, type Member } from './members.ts'

/** Who is in a group, typed one after the other or pasted as a list. What names nobody stays in the field. */
export function MemberList(props: {
  members: readonly Member[]
  atMost: number
  error: string | undefined
  onChange: (members: readonly Member[]) => void
  /** Is there something in the field? */
  onTyped: (typed: boolean) => void
}) {
  const { members, atMost } = props
  const { t } = useLingui()
  const [list, setList] = useState('')
  const [outcome, setOutcome] = useState<MemberAddition | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isFull = members.length >= atMost

  function type(text: string) {
    setList(text)
    props.onTyped(text.trim() !== '')
  }

  function add() {
    const result = withList(members, list, atMost)
    setOutcome(result)
    type(result.rest.join('\n'))
    if (result.added > 0) props.onChange(result.members)
    field.current?.focus()
  }

  function remove(email: string) {
    setOutcome(null)
    props.onChange(members.filter((member) => member.email !== email))
    field.current?.focus()
  }

  return (
    <section aria-labelledby="members-title" className="flex flex-col gap-3">
      <h3 id="members-title" className="font-semibold">
        <Plural value={members.length} _0="Members" one="# member" other="# members" />
      </h3>
      <div className="flex flex-col gap-2">
        <TextArea
          ref={field}
          label={t`Add members`}
          hint={t`Emails, one per line or separated by semicolons: “Anna Keller <anna@example.org>”. The order doesn’t matter.`}
          value={list}
          rows={3}
          error={
            outcome && outcome.rest.length > 0 && list.trim() !== '' ? (
              isFull ? (
                <Trans>A group can have up to {atMost} members. The others are still in the field.</Trans>
              ) : (
                <WrongEntries wrong={outcome.rest} />
              )
            ) : (
              props.error
            )
          }
          onChange={(event) => type(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="secondary" icon="plus" disabled={list.trim() === ''} onClick={add}>
            <Trans>Add to the group</Trans>
          </Button>
          <p role="status" className="text-sm text-ink-secondary">
            {outcome && outcome.added > 0 && (
              <Plural value={outcome.added} one="# member was added." other="# members were added." />
            )}{' '}
            {outcome && outcome.known > 0 && (
              <Plural
                value={outcome.known}
                one="# was in the group already."
                other="# were in the group already."
              />
            )}
          </p>
        </div>
      </div>
      {members.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded border border-line">
          {members.map(({ email, name }) => (
            <li key={email} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <span className="min-w-0 grow">
                <bdi className="block text-sm wrap-anywhere">{name || email}</bdi>
                {name && <span className="block text-xs wrap-anywhere text-ink-secondary">{email}</span>}
              </span>
              <Button
                type="text"
                color="neutral"
                size="sm"
                icon="trash"
                label={t`Remove ${name || email}`}
                onClick={() => remove(email)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
