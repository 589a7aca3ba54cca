import type { BusinessDomain } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CallError, isCallError } from '#web/lib/call-error.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button } from '#web/ui/button.tsx'
import { RefusalNotice } from '#web/ui/refusal-notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { claimDomain } from './domain-calls.ts'

function fieldCode(failure: unknown): string | undefined {
  return failure instanceof CallError ? failure.fields[0]?.code : undefined
}

/** Claims a domain: what is to be proved next is shown with it. */
export function ClaimForm({ onClaimed }: { onClaimed: (domain: BusinessDomain) => void }) {
  const { t } = useLingui()
  const [domain, setDomain] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const claiming = useMutation({
    mutationFn: () => claimDomain(domain),
    onSuccess: (claimed) => {
      setDomain('')
      onClaimed(claimed)
    },
  })
  const isWrong = isEmpty || isCallError(claiming.error, 'validation.failed')
  const isSuffix = fieldCode(claiming.error) === 'public_suffix'
  useLeaveGuard(domain.trim() !== '')
  function submit(event: FormEvent) {
    event.preventDefault()
    setIsEmpty(domain.trim() === '')
    if (domain.trim() !== '') claiming.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="min-w-0 grow">
          <TextField
            label={t`Domain`}
            hint={t`The part after the @ in your emails, such as company.example`}
            value={domain}
            maxLength={300}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            error={
              isSuffix
                ? t`Anyone can register names under this domain. Enter your own domain, such as company.example.`
                : isWrong
                  ? t`Enter a domain such as company.example.`
                  : undefined
            }
            onChange={(event) => {
              setDomain(event.target.value)
              setIsEmpty(false)
              claiming.reset()
            }}
          />
        </div>
        <div className="sm:pt-7">
          <Button submit block icon="plus" loading={claiming.isPending}>
            <Trans>Add domain</Trans>
          </Button>
        </div>
      </div>
      {claiming.isError && !isWrong && <RefusalNotice failure={claiming.error} />}
    </form>
  )
}
