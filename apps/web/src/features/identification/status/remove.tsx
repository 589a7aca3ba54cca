import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Identification } from '@countersign/contract/identifications.ts'
import { ActionForm } from '#web/features/request-actions/action-form.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { listOf } from '../method-words.ts'
import { identificationsQuery } from '../queries.ts'
import type { Holder } from '../holder.ts'

/** Asked before an identification is given up: what was done at the service does not come back. */
export function openCancel(run: () => Promise<void>): void {
  open(run, {
    title: <Trans>Cancel this identity check?</Trans>,
    leave: <Trans>Continue</Trans>,
    button: <Trans>Cancel identity check</Trans>,
    text: (
      <Trans>
        You’ll lose what you’ve submitted so far. You can start again at any time. Your documents aren’t
        affected.
      </Trans>
    ),
  })
}

/** The same of one that succeeded and can’t be signed with yet: another phone takes another identification. */
export function openStartAgain(run: () => Promise<void>): void {
  open(run, {
    title: <Trans>Start a new identity check?</Trans>,
    leave: <Trans>Keep my details</Trans>,
    button: <Trans>Delete and start again</Trans>,
    text: (
      <Trans>
        Your verified details will be deleted, and you’ll need to verify your identity again, for example with
        another mobile number. Your documents aren’t affected.
      </Trans>
    ),
  })
}

interface Question {
  readonly title: ReactNode
  readonly text: ReactNode
  readonly leave: ReactNode
  readonly button: ReactNode
}

function open(run: () => Promise<void>, { title, text, leave, button }: Question): void {
  openDialog<'give-up'>({
    namespace: 'general',
    name: 'give-up-identification',
    title,
    content: (controls) => (
      <ActionForm
        controls={controls}
        onSubmit={() => controls.act('give-up')}
        color="error"
        leave={leave}
        button={button}
      >
        <p>{text}</p>
      </ActionForm>
    ),
    onAction: run,
  })
}

/** Gives one up and shows the ways there are. */
export function useRemove(holder: Holder): (identification: Identification) => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return async (identification) => {
    await holder.calls.remove(identification, holder.email)
    await queries.invalidateQueries({ queryKey: identificationsQuery(holder).queryKey })
    router.history.push(holder.page(listOf(identification.legislation)))
  }
}
