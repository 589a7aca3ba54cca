import type { IdentityProvider } from '@countersign/contract/identity-providers.ts'
import { line } from '@countersign/contract/values.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { CallError, isCallError } from '#web/lib/calls/call-error.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SaveButton } from '#web/ui/forms/save-button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ValueToCopy } from '#web/ui/value-to-copy.tsx'
import { saveProvider } from './provider-calls.ts'

interface ProviderFormProps {
  provider: IdentityProvider
  onSaved: (provider: IdentityProvider) => void
}

/** What the registration at the provider takes and gives. The secret is asked for again where it would go elsewhere. */
export function ProviderForm({ provider, onSaved }: ProviderFormProps) {
  const { t } = useLingui()
  const issuerProblem = useIssuerProblem()
  const [issuer, clientId] = [provider.issuer ?? '', provider.clientId ?? '']
  const isRequired = provider.status === 'REQUIRED'
  const isNew = provider.status === 'NOT_SET_UP'
  const { form, errors, failure, isSubmitting, submit } = useSentForm({
    values: { issuer, clientId, clientSecret: '' },
    check: z.object({
      issuer: line(500, 1),
      clientId: line(300, 1),
      clientSecret: isNew ? line(1000, 1) : line(1000),
    }),
    async send({ clientSecret, ...typed }, { reset }) {
      const saved = await saveProvider({ ...typed, ...(clientSecret === '' ? {} : { clientSecret }) })
      reset({ issuer: saved.issuer ?? '', clientId: saved.clientId ?? '', clientSecret: '' })
      onSaved(saved)
      showSnackbar(t`Saved. Test the sign-in next.`, { color: 'success' })
    },
    place(refusal, { setError }) {
      const wrong = refusal instanceof CallError ? refusal.fields[0] : undefined
      if (!isCallError(refusal, 'validation.failed') || !wrong) return false
      if (wrong.field !== 'issuer' && wrong.field !== 'clientSecret') return undefined
      setError(wrong.field, { type: wrong.code }, { shouldFocus: true })
      return true
    },
  })
  const needed = t`This field is required.`
  const { formerRedirectUri } = provider
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ValueToCopy
        label={<Trans>Register this redirect URI at your identity provider, as a web application:</Trans>}
        value={provider.redirectUri}
      />
      {formerRedirectUri && (
        <Notice kind="warning">
          <Trans>
            Sign-ins still come back to {formerRedirectUri}. Register the redirect URI above in addition, then
            save the provider: nothing else has to change.
          </Trans>
        </Notice>
      )}
      <TextField
        label={t`Issuer`}
        hint={t`As your provider’s documentation names it, such as https://login.company.example`}
        inputMode="url"
        maxLength={500}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isRequired}
        error={errors.issuer && issuerProblem(errors.issuer.type)}
        {...form.register('issuer')}
      />
      <TextField
        label={t`Client ID`}
        maxLength={300}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isRequired}
        error={errors.clientId && needed}
        {...form.register('clientId')}
      />
      <PasswordField
        label={t`Client secret`}
        hint={
          isNew
            ? t`Stored encrypted and never shown again.`
            : t`Leave empty to keep the current secret. A different issuer or client ID needs a new one.`
        }
        maxLength={1000}
        autoComplete="off"
        error={
          errors.clientSecret &&
          (isNew
            ? needed
            : t`Enter the secret of this client. The stored one belongs to the previous settings.`)
        }
        {...form.register('clientSecret')}
      />
      <SaveButton failure={failure} loading={isSubmitting}>
        <Trans>Save provider</Trans>
      </SaveButton>
    </form>
  )
}

/** Why an issuer can't be taken, in words: the codes are those of the rules for outgoing requests. */
function useIssuerProblem(): (code: string) => string {
  const { t } = useLingui()
  return (code) => {
    switch (code) {
      case 'not_https':
        return t`The issuer must begin with https://.`
      case 'host_refused':
        return t`The issuer must be on a public host. For a host in your own network, ask the operator.`
      case 'port_refused':
        return t`This port isn’t allowed.`
      case 'credentials':
        return t`The issuer can’t contain a user name or password.`
      case 'required':
      case 'too_small':
        return t`This field is required.`
      default:
        return t`Enter the issuer as a URL, without a query.`
    }
  }
}
