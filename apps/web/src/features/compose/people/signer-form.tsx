import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '@countersign/contract/values.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { languageNames, languages } from '#web/lib/language/language.ts'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import { nameAtMost, readPastedPeople } from '#web/lib/forms/pasted-people.ts'
import { describeField } from '#web/lib/errors/field-errors.ts'
import { isInternational } from '#web/lib/forms/phone.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Problem } from '../drafts/check-draft.ts'
import type { DraftSigner, Turn } from '../drafts/draft.ts'
import { EmailSuggestions, type Group, type Person } from './email-suggestions.tsx'
import { GroupSize } from './group-size.tsx'
import { SignerLine } from './signer-line.tsx'
import type { SignerProps } from './signer-props.ts'
import { type DraftDocument, SignedDocuments } from '../documents/signed-documents.tsx'

interface SignerFormProps extends SignerProps {
  readonly label: string
  readonly nameProblem: Problem['code'] | undefined
  readonly emailProblem: Problem['code'] | undefined
  /** The kind of signature is given with a code to a phone. */
  readonly wantsMobile: boolean
  readonly documentsProblem: Problem['code'] | undefined
  /** Of the draft, in their order. */
  readonly documents: readonly DraftDocument[]
  readonly change: (part: Partial<DraftSigner>) => void
  readonly choose: (signs: readonly string[] | null) => void
  /** Said when one is in it. */
  readonly keepOpen: () => void
}

/** One person: name, email, language; what is wrong is said beside the field. */
export function SignerForm(props: SignerFormProps) {
  const { signer, change } = props
  const { t } = useLingui()
  const isDone = signer.group !== null || (signer.name.trim() !== '' && isEmail(signer.email))
  return (
    <fieldset data-signer={signer.key} className="min-w-0" onFocus={props.keepOpen}>
      <legend className="sr-only">{props.label}</legend>
      <SignerLine {...props} isOpen />
      <div className="flex flex-col gap-3 px-3 pb-3">
        {signer.group ? (
          <p className="text-sm text-ink-secondary">
            <GroupSize count={signer.group.memberCount} />
          </p>
        ) : (
          <PersonFields {...props} />
        )}
        <Select
          label={t`Email language`}
          value={signer.language ?? 'en'}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(event) => change({ language: event.target.value as Language })}
        />
        {props.documents.length > 1 && <SignedDocuments {...props} />}
        {props.inOrder && props.count > 1 && <TurnSelect {...props} />}
        {/* Always there: what is below must not move when a field is left by a press on it. */}
        <Button type="secondary" size="sm" disabled={!isDone} onClick={props.toggle}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </fieldset>
  )
}

function PersonFields({ signer, nameProblem, emailProblem, wantsMobile, change }: SignerFormProps) {
  const { t, i18n } = useLingui()
  return (
    <>
      <TextField
        label={t`Name`}
        value={signer.name}
        maxLength={nameAtMost}
        autoComplete="off"
        error={
          nameProblem === 'name_wrong'
            ? describeField('contains_link', i18n)
            : nameProblem && t`Enter a name.`
        }
        onChange={(event) => {
          const { value } = event.target
          change(addressIn(value) ?? { name: value })
        }}
      />
      <EmailField
        email={signer.email}
        disabled={signer.isMe}
        error={emailProblem === 'email_missing' ? t`Enter an email.` : undefined}
        isWrong={emailProblem === 'email_wrong'}
        onChange={(email) => change({ email })}
        onPick={({ email, name }) => change({ email, ...(name && !signer.name.trim() && { name }) })}
        onPickGroup={({ id, name, member_count: memberCount }) =>
          change({ sid: null, name, email: '', isMe: false, group: { id, memberCount } })
        }
      />
      {(wantsMobile || signer.mobile !== '') && !signer.isMe && (
        <TextField
          label={t`Mobile number`}
          hint={t`For the code, with the country code. Not needed if the signer’s account has a number.`}
          type="tel"
          inputMode="tel"
          value={signer.mobile}
          maxLength={30}
          autoComplete="off"
          error={
            signer.mobile.trim() === '' || isInternational(signer.mobile)
              ? undefined
              : t`Include the country code, for example +41 79 123 45 67.`
          }
          onChange={(event) => change({ mobile: event.target.value })}
        />
      )}
    </>
  )
}

/** When this person is asked, compared with those above. */
function TurnSelect({ signer, index, change }: SignerFormProps) {
  const { t } = useLingui()
  const options: { value: Turn; label: string }[] = [
    { value: 'own', label: t`Separate step` },
    ...(index > 0 ? [{ value: 'with' as const, label: t`Same step as the signer above` }] : []),
    { value: 'any', label: t`At any time` },
  ]
  return (
    <Select
      label={t`Signing order`}
      value={index === 0 && signer.turn === 'with' ? 'own' : signer.turn}
      options={options}
      onChange={(event) => change({ turn: event.target.value as Turn })}
    />
  )
}

const typingPause = 2500

/** “Luc Favre <luc@example.org>”, as an address book gives it: both in one, or without a name. */
function addressIn(typed: string): Pick<DraftSigner, 'name' | 'email'> | null {
  if (!typed.trim().endsWith('>')) return null
  const { people, wrong } = readPastedPeople(typed)
  const [person] = people
  return person && people.length === 1 && wrong.length === 0 ? person : null
}

/**
 * Told when one is done with it: to the service another email is another person, and half a one would be a person
 * who comes and goes in the evidence.
 */
function EmailField(props: {
  email: string
  disabled: boolean
  error: string | undefined
  isWrong: boolean
  onChange: (email: string) => void
  /** One of the people that were offered. */
  onPick: (person: Person) => void
  onPickGroup: (group: Group) => void
}) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(props.email)
  const [wasLeft, setWasLeft] = useState(false)
  function told(email: string) {
    const person = addressIn(email)
    if (!person) return props.onChange(email)
    setTyped(person.email)
    props.onPick(person)
  }
  const latest = useRef(told)
  latest.current = told
  const [known, setKnown] = useState(props.email)
  // It came with the name; what is being typed stays.
  if (known !== props.email) {
    setKnown(props.email)
    if (typed === known) setTyped(props.email)
  }
  const isDone = typed === props.email
  const isWrong = props.isWrong || (wasLeft && typed.trim() !== '' && !isEmail(typed))
  useEffect(() => {
    if (isDone) return
    const timer = window.setTimeout(() => latest.current(typed), typingPause)
    return () => window.clearTimeout(timer)
  }, [typed, isDone])
  return (
    <EmailSuggestions
      label={t`Email`}
      type="email"
      typed={typed}
      onPick={(person) => {
        setTyped(person.email)
        props.onPick(person)
      }}
      onPickGroup={props.onPickGroup}
      maxLength={254}
      autoComplete="off"
      disabled={props.disabled}
      error={isDone ? (isWrong ? t`Enter a valid email.` : props.error) : undefined}
      onChange={(event) => {
        setWasLeft(false)
        setTyped(event.target.value)
      }}
      onBlur={() => {
        setWasLeft(true)
        if (!isDone) told(typed)
      }}
      onKeyDown={(event) => event.key === 'Enter' && told(typed)}
    />
  )
}
