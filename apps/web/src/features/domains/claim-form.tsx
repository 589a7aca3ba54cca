import type { BusinessDomain } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { CallError, isCallError } from '#web/lib/calls/call-error.ts'
import { useSentForm } from '#web/lib/forms/use-sent-form.ts'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { claimDomain } from './domain-calls.ts'

function fieldCode(failure: unknown): string | undefined {
  return failure instanceof CallError ? failure.fields[0]?.code : undefined
}

/** Claims a domain: what is to be proved next is shown with it. */
export function ClaimForm({ onClaimed }: { onClaimed: (domain: BusinessDomain) => void }) {
  const { t } = useLingui()
  const { form, errors, failure, isSubmitting, submit } = useSentForm({
    values: { domain: '' },
    check: z.object({ domain: z.string().check(z.trim(), z.minLength(1)) }),
    async send({ domain }, { reset }) {
      onClaimed(await claimDomain(domain))
      reset()
    },
    place(refusal, { setError }) {
      if (!isCallError(refusal, 'validation.failed')) return false
      setError('domain', { type: fieldCode(refusal) ?? 'invalid' }, { shouldFocus: true })
      return true
    },
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={t`Domain`}
        hint={t`The part after the @ in your emails, such as company.example`}
        maxLength={300}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        error={
          errors.domain?.type === 'public_suffix'
            ? t`Anyone can register names under this domain. Enter your own domain, such as company.example.`
            : errors.domain && t`Enter a domain such as company.example.`
        }
        {...form.register('domain')}
      />
      <div className="flex flex-col sm:items-start">
        <Button submit icon="plus" loading={isSubmitting}>
          <Trans>Add domain</Trans>
        </Button>
      </div>
      {failure !== null && <RefusalNotice failure={failure} />}
    </form>
  )
}
