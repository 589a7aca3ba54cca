import { canonicalEmail } from '@countersign/contract/email.ts'
import type { Seal } from '@countersign/contract/seals.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useLeaveGuard } from '#web/lib/forms/use-leave-guard.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { RetryNotice } from '#web/ui/notices/retry-notice.tsx'
import { showDone } from '#web/ui/dialogs/show-done.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { grantRight, peopleQuery, withdrawRight } from './seal-calls.ts'

/** Who may seal; people of the business are offered as one types. */
export function SealMembers({ seal, onSaved }: { seal: Seal; onSaved: (seal: Seal) => void }) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const withdrawing = useMutation({
    mutationFn: (id: string) => withdrawRight(seal.name, id),
    onSuccess: (saved, id) => {
      onSaved(saved)
      showDone(t`Permission removed. Existing seals stay valid.`, {
        text: t`Undo`,
        handler: () => restoring.mutate(id),
      })
      field.current?.focus()
    },
  })
  const restoring = useMutation({
    mutationFn: (id: string) => grantRight(seal.name, id),
    onSuccess: onSaved,
  })
  const failure = withdrawing.error ?? restoring.error
  return (
    <div className="flex flex-col gap-4">
      <AddMember seal={seal} field={field} onSaved={onSaved} />
      {failure && <RefusalNotice failure={failure} />}
      <h3 className="text-sm font-semibold">
        <Plural
          value={seal.nMembers}
          _0="Nobody may use it yet"
          one="# member may use it"
          other="# members may use it"
        />
      </h3>
      {seal.members.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded border border-line">
          {seal.members.map(({ id, email, firstName, lastName }) => {
            const name = `${firstName} ${lastName}`.trim()
            return (
              <li key={id} className="flex items-center gap-3 py-1 pr-1 pl-3">
                <Avatar name={name} email={email} />
                <span className="min-w-0 grow">
                  <bdi className="block text-sm wrap-anywhere">{name || email}</bdi>
                  {name && <span className="block text-xs wrap-anywhere text-ink-secondary">{email}</span>}
                </span>
                <Button
                  type="text"
                  color="neutral"
                  size="sm"
                  icon="trash"
                  label={t`Remove permission from ${name || email}`}
                  loading={withdrawing.isPending && withdrawing.variables === id}
                  onClick={() => withdrawing.mutate(id)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function AddMember(props: {
  seal: Seal
  field: RefObject<HTMLInputElement | null>
  onSaved: (seal: Seal) => void
}) {
  const { seal, field } = props
  const { t } = useLingui()
  const list = useId()
  const people = useQuery(peopleQuery)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const has = new Set(seal.members.map(({ id }) => id))
  const others = (people.data ?? []).filter(({ id }) => !has.has(id))
  const wanted = typed.trim().toLowerCase()
  const namesakes = others.filter((one) => nameOf(one).toLowerCase() === wanted)
  // Which of them is meant isn’t guessed: who seals signs in the name of the business.
  const isShared = namesakes.length > 1
  const person =
    others.find((one) => one.email === canonicalEmail(typed)) ?? (isShared ? undefined : namesakes[0])
  const isWrong = tried && wanted !== '' && !person && people.isSuccess
  const granting = useMutation({
    mutationFn: (id: string) => grantRight(seal.name, id),
    onSuccess: (saved) => {
      setTyped('')
      setTried(false)
      props.onSaved(saved)
      field.current?.focus()
    },
  })
  useLeaveGuard(wanted !== '')
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (person) granting.mutate(person.id)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        ref={field}
        label={t`Let a member use this seal`}
        hint={t`Name or email of a member.`}
        list={list}
        value={typed}
        maxLength={254}
        autoComplete="off"
        error={
          isWrong
            ? isShared
              ? t`More than one member has this name. Enter the email instead.`
              : t`No members without permission found.`
            : undefined
        }
        onChange={(event) => {
          setTyped(event.target.value)
          setTried(false)
        }}
      />
      <datalist id={list}>
        {others.map((one) => (
          <option key={one.id} value={one.email}>
            {nameOf(one)}
          </option>
        ))}
      </datalist>
      {granting.isError && <RefusalNotice failure={granting.error} />}
      {people.isError && <RetryNotice failure={people.error} onRetry={() => void people.refetch()} />}
      <div>
        <Button
          submit
          type="secondary"
          icon="plus"
          disabled={wanted === ''}
          // Who is meant isn’t known before the people are there.
          loading={granting.isPending || (wanted !== '' && people.isPending)}
        >
          <Trans>Grant permission</Trans>
        </Button>
      </div>
    </form>
  )
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()
