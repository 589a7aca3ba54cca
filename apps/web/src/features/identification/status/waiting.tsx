import { Trans } from '@lingui/react/macro'
import type { Identification } from '@countersign/contract/identifications.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/progress.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { leaveFor } from '../service-return.ts'
import type { Holder } from '../holder.ts'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { listOf } from '../method-words.ts'
import { identificationsQuery } from '../queries.ts'

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

/** Asked before an identification is given up: what was done at the service does not come back. */
function openCancel(run: () => Promise<void>): void {
  openDialog<'give-up'>({
    namespace: 'general',
    name: 'give-up-identification',
    title: <Trans>Cancel this identity check?</Trans>,
    content: (controls) => (
      <ActionForm
        controls={controls}
        onSubmit={() => controls.act('give-up')}
        color="error"
        leave={<Trans>Continue</Trans>}
        button={<Trans>Cancel identity check</Trans>}
      >
        <p>
          <Trans>
            You’ll lose what you’ve submitted so far. You can start again at any time. Your documents aren’t
            affected.
          </Trans>
        </p>
      </ActionForm>
    ),
    onAction: run,
  })
}

/** Gives one up and shows the ways there are. */
function useRemove(holder: Holder): (identification: Identification) => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return async (identification) => {
    await holder.calls.remove(identification, holder.email)
    await queries.invalidateQueries({ queryKey: identificationsQuery(holder).queryKey })
    router.history.push(holder.page(listOf(identification.legislation)))
  }
}
