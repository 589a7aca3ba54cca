import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '@countersign/contract/values.ts'
import { useEffect, useRef, useState } from 'react'
import { languageNames, languages } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { withChangedSigner, withoutSigner } from './change-draft.ts'
import type { Problem } from './check-draft.ts'
import { problemOf } from './check-draft.ts'
import type { DraftSigner } from './draft.ts'
import { EmailSuggestions, type Person } from './email-suggestions.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { signerColor } from './signer-color.ts'
import type { Compose } from './use-compose.ts'

/** One person: name, e-mail, language; what is wrong stands beside the field. */
export function SignerForm(props: {
  compose: Compose
  signer: DraftSigner
  index: number
  problems: readonly Problem[]
  move: (from: number, to: number) => void
  handle: object
}) {
  const { compose, signer, index, problems } = props
  const { t } = useLingui()
  const change = (part: Partial<DraftSigner>) =>
    compose.change((current) => withChangedSigner(current, signer.key, part))
  const nameProblem = problemOf(problems, signer.key, 'name')
  const emailProblem = problemOf(problems, signer.key, 'email')
  const number = index + 1
  const label = signer.name.trim() || t`Person ${number}`
  return (
    <fieldset className="rounded border border-line bg-sheet p-3">
      <legend className="sr-only">{label}</legend>
      <div className="mb-1 flex items-center gap-2">
        <span {...props.handle} className="flex min-w-0 grow cursor-grab items-center gap-2">
          <span
            aria-hidden="true"
            className="size-3 shrink-0 rounded-full"
            style={{ background: signerColor(compose.draft, signer.key) }}
          />
          <span className="truncate text-sm font-semibold">
            {compose.draft.inOrder && `${number}. `}
            {label} {signer.isMe && <Trans>(you)</Trans>}
          </span>
        </span>
        <MoveButtons name={label} index={index} count={compose.draft.signers.length} move={props.move} />
        <Button
          type="text"
          color="neutral"
          size="sm"
          icon="trash"
          label={t`Remove ${label}`}
          onClick={() => compose.change((current) => withoutSigner(current, signer.key))}
        />
      </div>
      <div className="flex flex-col gap-3">
        <TextField
          label={t`Name`}
          value={signer.name}
          maxLength={150}
          autoComplete="off"
          error={nameProblem && t`Please enter the name.`}
          onChange={(event) => change({ name: event.target.value })}
        />
        <EmailField
          email={signer.email}
          disabled={signer.isMe}
          error={
            emailProblem &&
            (emailProblem === 'email_missing' ? t`Please enter the e-mail.` : t`Please enter a valid e-mail.`)
          }
          onChange={(email) => change({ email })}
          onPick={({ email, name }) => change({ email, ...(name && !signer.name.trim() && { name }) })}
        />
        <Select
          label={t`Language of the e-mails`}
          value={signer.language ?? 'en'}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(event) => change({ language: event.target.value as Language })}
        />
      </div>
    </fieldset>
  )
}

const typingPause = 2500

/**
 * Told when one is done with it: to the service another e-mail is another person, and half a one would be a person
 * who comes and goes in the evidence.
 */
function EmailField(props: {
  email: string
  disabled: boolean
  error: string | undefined
  onChange: (email: string) => void
  /** One of the people that were offered. */
  onPick: (person: Person) => void
}) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(props.email)
  const latest = useRef(props.onChange)
  latest.current = props.onChange
  const isDone = typed === props.email
  useEffect(() => {
    if (isDone) return
    const timer = window.setTimeout(() => latest.current(typed), typingPause)
    return () => window.clearTimeout(timer)
  }, [typed, isDone])
  return (
    <EmailSuggestions
      label={t`E-mail`}
      type="email"
      typed={typed}
      onPick={(person) => {
        setTyped(person.email)
        props.onPick(person)
      }}
      maxLength={254}
      autoComplete="off"
      disabled={props.disabled}
      error={isDone ? props.error : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => isDone || props.onChange(typed)}
      onKeyDown={(event) => event.key === 'Enter' && props.onChange(typed)}
    />
  )
}
