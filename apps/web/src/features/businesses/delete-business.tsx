import type { Business } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { askForDeletion } from './business-calls.ts'

/** Says what it means and asks for the name, typed: nothing else proves that this is meant. */
export function openDeleteBusiness({ id, name }: Pick<Business, 'id' | 'name'>): void {
  openDialog({
    namespace: 'business',
    name: 'delete business',
    title: <Trans>Delete business?</Trans>,
    onAction: () => askForDeletion(id, name),
    content: ({ loading, act, close }) => (
      <DeleteBusinessForm name={name} loading={loading} onClose={close} onMeant={() => act()} />
    ),
  })
}

interface DeleteBusinessFormProps {
  name: string
  loading: boolean
  onClose: () => void
  onMeant: () => void
}

function DeleteBusinessForm({ name, loading, onClose, onMeant }: DeleteBusinessFormProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const isName = typed.trim() === name
    setError(isName ? undefined : t`Type ${name}`)
    if (isName) onMeant()
    else focusFirstWrong(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ul className="list-disc space-y-1 pl-5">
        <li>
          <Trans>In 30 days its members will have personal accounts. We’re emailing everyone now.</Trans>
        </li>
        <li>
          <Trans>They keep what they sent and signed, and signatures stay valid.</Trans>
        </li>
        <li>
          <Trans>
            Open requests that API users sent are withdrawn. What API users sent is deleted if nobody else has
            it, unless an auto-deletion rule or Part 11 keeps it.
          </Trans>
        </li>
        <li>
          <Trans>Seals, API keys, settings and the logo are deleted permanently.</Trans>
        </li>
        <li>
          <Trans>Until then any administrator can cancel the deletion.</Trans>
        </li>
      </ul>
      <TextField
        label={t`Business name`}
        hint={<Trans>Type {name} to confirm.</Trans>}
        value={typed}
        error={error}
        autoFocus
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <DialogButtons>
        <Button type="secondary" color="neutral" disabled={loading} onClick={onClose}>
          <Trans>Keep business</Trans>
        </Button>
        <Button submit color="error" loading={loading}>
          <Trans>Delete in 30 days</Trans>
        </Button>
      </DialogButtons>
    </form>
  )
}
