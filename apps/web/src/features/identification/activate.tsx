import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Identification } from '@countersign/contract/identifications.ts'
import { focusFirstWrong } from '#web/lib/forms/focus-first-wrong.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { VerifiedDetails } from './status/verified-details.tsx'
import { identificationsQuery } from './queries.ts'
import { openStartAgain, useRemove } from './status/remove.tsx'
import { openSupplyEidData } from './supply-eid-data.tsx'
import type { Holder } from './holder.ts'

/** Identified; what is left is to accept the trust service's terms and to have a number to approve with. */
export function Activate({ holder, identification }: { holder: Holder; identification: Identification }) {
  const { missing } = identification
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: identificationsQuery(holder).queryKey })
  const remove = useRemove(holder)
  return (
    <>
      <Notice kind="success" title={<Trans>Identity verified</Trans>}>
        <Trans>One more step before you can sign.</Trans>
      </Notice>
      <VerifiedDetails holder={holder} identification={identification} />
      {missing.includes('mobile') ? (
        <MobileStep holder={holder} onDone={again} />
      ) : (
        missing.includes('terms') && (
          <TermsStep holder={holder} identification={identification} onDone={again} />
        )
      )}
      <div className="mt-4">
        <Button
          type="text"
          color="neutral"
          aria-haspopup="dialog"
          onClick={() => openStartAgain(() => remove(identification))}
        >
          <Trans>Start a new identity check</Trans>
        </Button>
      </div>
    </>
  )
}

function TermsStep(props: { holder: Holder; identification: Identification; onDone: () => Promise<void> }) {
  const { t } = useLingui()
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const { busy, failure, attempt } = useAttempt()
  const { mobile = null, isMobileVerified: isVerified = false } = props.identification.evidence ?? {}
  function accept(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (!agreed) return focusFirstWrong(event.currentTarget)
    void attempt(async () => {
      await props.holder.calls.acceptTerms()
      await props.onDone()
    })
  }
  return (
    <Section
      id="terms"
      title={t`Trust service terms`}
      intro={t`It issues the certificates for your signatures.`}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          <Trans>It issues a certificate in the name on your ID for each signature.</Trans>
        </li>
        <li>
          <Trans>It keeps the evidence of your identity verification for as long as the law requires.</Trans>
        </li>
        <li>
          <Trans>You’ll keep your password and phone secure and report their loss.</Trans>
        </li>
      </ul>
      {mobile !== null && (
        <p className="mt-4 flex items-start gap-2">
          <Icon name="info" size={16} />
          <span>
            {isVerified ? (
              <Trans>
                You confirm signatures with <span className="font-medium tabular-nums">{mobile}</span>.
                Changing this number requires a new identity check.
              </Trans>
            ) : (
              <Trans>
                You confirm signatures with <span className="font-medium tabular-nums">{mobile}</span>.
              </Trans>
            )}
          </span>
        </p>
      )}
      <form noValidate className="mt-4 flex flex-col gap-3 sm:items-start" onSubmit={accept}>
        <Checkbox
          label={t`I accept the trust service’s terms`}
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          error={tried && !agreed && t`They are required to issue your certificate.`}
        />
        {failure !== null && <RefusalNotice failure={failure} />}
        <Button submit size="lg" loading={busy}>
          <Trans>Accept and finish</Trans>
        </Button>
      </form>
    </Section>
  )
}

function MobileStep({ holder, onDone }: { holder: Holder; onDone: () => Promise<void> }) {
  const { t } = useLingui()
  const { saveMobile } = holder
  return (
    <Section
      id="mobile"
      title={t`A mobile number is missing`}
      intro={t`The identity check didn’t provide one, and you need it to confirm signatures.`}
    >
      {saveMobile ? (
        <Button
          size="lg"
          aria-haspopup="dialog"
          onClick={() =>
            openSupplyEidData(async (mobile) => {
              await saveMobile(mobile)
              await onDone()
            })
          }
        >
          <Trans>Add mobile number</Trans>
        </Button>
      ) : (
        <p>
          <Trans>Ask the sender to add your mobile number to the request, then come back here.</Trans>
        </p>
      )}
    </Section>
  )
}
