import type { AesForBusiness } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { isEmail } from '#web/lib/email-rule.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Checkbox, ChoiceGroup } from '#web/ui/checkbox.tsx'
import { SaveButton } from '#web/ui/save-button.tsx'
import { showSnackbar } from '#web/ui/snackbar-store.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { askForAes } from './domain-calls.ts'

interface AesFormProps {
  aes: AesForBusiness
  /** Those that are proved: others cannot be chosen. */
  proved: readonly string[]
  onAsked: (aes: AesForBusiness) => void
}

/** Who represents the business, and for which addresses it vouches. Sent, the representative has a mail. */
export function AesForm({ aes, proved, onAsked }: AesFormProps) {
  const { t } = useLingui()
  const [name, setName] = useState(aes.representativeName ?? '')
  const [email, setEmail] = useState(aes.representativeEmail ?? '')
  const [register, setRegister] = useState(aes.commercialRegister ?? '')
  const [left, setLeft] = useState<readonly string[]>(() =>
    aes.domains.length === 0 ? [] : proved.filter((domain) => !aes.domains.includes(domain)),
  )
  const [isTried, setIsTried] = useState(false)
  const typed = JSON.stringify([name, email, register, left])
  const [sent, setSent] = useState(typed)
  useLeaveGuard(typed !== sent)
  const domains = proved.filter((domain) => !left.includes(domain))
  const isWhole = name.trim() !== '' && isEmail(email) && register.trim() !== '' && domains.length > 0
  const asking = useMutation({
    mutationFn: () =>
      askForAes({
        representativeName: name.trim(),
        representativeEmail: email.trim(),
        commercialRegister: register.trim(),
        domains: [...domains],
      }),
    onSuccess: (asked) => {
      setIsTried(false)
      setSent(typed)
      onAsked(asked)
      showSnackbar(t`Email sent to ${asked.representativeEmail ?? ''}.`, { color: 'success' })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (isWhole) asking.mutate()
  }
  const needed = (value: string) => (isTried && value.trim() === '' ? t`This field is required.` : undefined)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t`Representative’s name`}
        hint={t`Someone authorised to sign for the business, as listed in the commercial register.`}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={needed(name)}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t`Representative’s email`}
        type="email"
        value={email}
        maxLength={254}
        autoComplete="off"
        error={needed(email) ?? (isTried && !isEmail(email) ? t`Enter an email address.` : undefined)}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={t`Entry in the commercial register`}
        hint={t`Number and register, such as CHE-123.456.789, Bern`}
        value={register}
        maxLength={100}
        autoComplete="off"
        error={needed(register)}
        onChange={(event) => setRegister(event.target.value)}
      />
      <ChoiceGroup legend={<Trans>For people with an email at</Trans>}>
        {proved.map((domain) => (
          <Checkbox
            key={domain}
            label={<bdi className="wrap-anywhere">{domain}</bdi>}
            checked={!left.includes(domain)}
            onChange={(event) =>
              setLeft(event.target.checked ? left.filter((one) => one !== domain) : [...left, domain])
            }
          />
        ))}
        {isTried && domains.length === 0 && (
          <p role="alert" className="text-sm text-error">
            <Trans>Choose at least one domain.</Trans>
          </p>
        )}
      </ChoiceGroup>
      <SaveButton failure={asking.isError ? asking.error : null} loading={asking.isPending}>
        {aes.status === 'WAITING' ? <Trans>Resend email</Trans> : <Trans>Send to the representative</Trans>}
      </SaveButton>
    </form>
  )
}
