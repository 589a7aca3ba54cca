import { Trans } from '@lingui/react/macro'
import type { Identification } from '@countersign/contract/identifications.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { leaveFor } from '../service-return.ts'
import type { Holder } from '../holder.ts'
import { openCancel, useRemove } from './remove.tsx'

/** Begun, or with the service: one continues there, waits, or gives it up. */
export function Waiting({ holder, identification }: { holder: Holder; identification: Identification }) {
  const { identUrl } = identification
  const remove = useRemove(holder)
  const isBegun = identification.appointmentStatus === 'initialized'
  return (
    <Section
      id="waiting"
      title={
        isBegun ? (
          <Trans>Not started yet</Trans>
        ) : identification.isUnderReview ? (
          <Trans>Under review</Trans>
        ) : (
          <Trans>Checking your identity</Trans>
        )
      }
    >
      <div className="flex flex-col gap-4" role="status">
        {isBegun ? (
          <p>
            <Trans>
              You started here, but the identity verification service has no result yet. If you’ve just
              finished there, it will arrive shortly.
            </Trans>
          </p>
        ) : (
          <>
            {identification.method === 'loc' && !identification.isUnderReview && (
              <p>
                <Trans>
                  Your appointment and code are on the identity verification service’s page. Bring your
                  passport or identity card.
                </Trans>
              </p>
            )}
            <p className="flex items-center gap-3">
              <Spinner />
              <Trans>Waiting for the result. This page updates automatically.</Trans>
            </p>
            <p className="text-ink-secondary">
              {identification.method === 'loc' && !identification.isUnderReview ? (
                <Trans>We’ll receive the result after your appointment. You can close this page.</Trans>
              ) : identification.isUnderReview ? (
                <Trans>
                  Nothing more to do for now. The review takes minutes during opening hours, otherwise until
                  the next working day. You can close this page and come back.
                </Trans>
              ) : (
                <Trans>
                  This usually takes a few minutes, or until the next working day if your ID needs a manual
                  review. You can close this page and come back.
                </Trans>
              )}
            </p>
          </>
        )}
      </div>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row">
        {identUrl !== null && !identification.isUnderReview && (
          <Button type={isBegun ? 'primary' : 'secondary'} onClick={() => leaveFor(identUrl)}>
            {isBegun ? <Trans>Go to identity check</Trans> : <Trans>Continue to identity check</Trans>}
          </Button>
        )}
        <Button
          type="secondary"
          color="neutral"
          aria-haspopup="dialog"
          onClick={() => openCancel(() => remove(identification))}
        >
          <Trans>Cancel identity check</Trans>
        </Button>
      </div>
    </Section>
  )
}
