import { Trans } from '@lingui/react/macro'
import type { Identification } from '@countersign/contract/identifications.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { Section } from '#web/ui/section.tsx'
import { openCancel } from './cancel.tsx'
import { leaveFor } from './left.ts'
import { useRemove } from './use-remove.ts'
import type { Who } from './who.ts'

/** Begun, or with the service: one goes on there, waits, or gives it up. */
export function Waiting({ who, identification }: { who: Who; identification: Identification }) {
  const { identUrl } = identification
  const remove = useRemove(who)
  const isBegun = identification.appointmentStatus === 'initialized'
  return (
    <Section
      id="waiting"
      title={
        isBegun ? (
          <Trans>Not yet at the service</Trans>
        ) : identification.isUnderReview ? (
          <Trans>A person looks at it again</Trans>
        ) : (
          <Trans>Your identity is being checked</Trans>
        )
      }
    >
      <div className="flex flex-col gap-4" role="status">
        {isBegun ? (
          <p>
            <Trans>
              It was begun here, and the identification service has not heard of you yet. If you have been
              there just now, its answer comes in a moment.
            </Trans>
          </p>
        ) : (
          <>
            {identification.method === 'loc' && !identification.isUnderReview && (
              <p>
                <Trans>
                  Your appointment and its code are on the identification service’s page. Bring your passport
                  or identity card.
                </Trans>
              </p>
            )}
            <p className="flex items-center gap-3">
              <Spinner />
              <Trans>We are waiting for the result. This page shows it by itself.</Trans>
            </p>
            <p className="text-ink-secondary">
              {identification.method === 'loc' && !identification.isUnderReview ? (
                <Trans>
                  We get the result from the office after your appointment. You can close this page until
                  then.
                </Trans>
              ) : identification.isUnderReview ? (
                <Trans>
                  You have done all there is to do. In opening hours it takes minutes, otherwise until the
                  next working day. You may close this page and come back.
                </Trans>
              ) : (
                <Trans>
                  Mostly it takes minutes. Where a person looks at your document again, it may be the next
                  working day. You may close this page and come back.
                </Trans>
              )}
            </p>
          </>
        )}
      </div>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row">
        {identUrl !== null && !identification.isUnderReview && (
          <Button type={isBegun ? 'primary' : 'secondary'} onClick={() => leaveFor(identUrl)}>
            {isBegun ? (
              <Trans>Go to the identification service</Trans>
            ) : (
              <Trans>Go on at the identification service</Trans>
            )}
          </Button>
        )}
        <Button
          type="secondary"
          color="neutral"
          aria-haspopup="dialog"
          onClick={() => openCancel(() => remove(identification))}
        >
          <Trans>Give it up</Trans>
        </Button>
      </div>
    </Section>
  )
}
