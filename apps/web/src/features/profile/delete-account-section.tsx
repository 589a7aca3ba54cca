import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@countersign/contract/account-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { openDeleteUser } from './delete-user.tsx'
import { Section } from '#web/ui/layout/section.tsx'

interface DeleteAccountSectionProps {
  user: User
  /** Loads the words for what a business may have against it. */
  onBegin: () => Promise<void>
  onDeleted: () => void
}

export function DeleteAccountSection({ user, onBegin, onDeleted }: DeleteAccountSectionProps) {
  const { t } = useLingui()

  /** Says what it means and asks for the intent; the overlay behind it asks for the proof and does it. */
  function explain() {
    openDialog({
      namespace: 'profile',
      name: 'delete account',
      title: t`Delete your account?`,
      async onAction() {
        await onBegin()
        openDeleteUser(user, onDeleted)
      },
      content: ({ loading, act, close }) => (
        <>
          <WhatHappens />
          <DialogButtons>
            <Button type="secondary" color="neutral" disabled={loading} onClick={close}>
              <Trans>Keep my account</Trans>
            </Button>
            <Button color="error" loading={loading} onClick={() => act()}>
              <Trans>Continue</Trans>
            </Button>
          </DialogButtons>
        </>
      ),
    })
  }

  return (
    <Section id="delete-account" title={t`Delete account`} intro={t`This is permanent and can’t be undone.`}>
      <Button type="secondary" color="error" onClick={explain}>
        <Trans>Delete my account …</Trans>
      </Button>
    </Section>
  )
}

function WhatHappens() {
  return (
    <dl className="flex flex-col gap-3">
      <div>
        <dt className="font-semibold">
          <Trans>Drafts</Trans>
        </dt>
        <dd>
          <Trans>They’ll be deleted with their documents.</Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold">
          <Trans>Open requests</Trans>
        </dt>
        <dd>
          <Trans>Requests you sent are withdrawn, and everyone who has received them is notified.</Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold">
          <Trans>Requests to sign</Trans>
        </dt>
        <dd>
          <Trans>They stay open. We’ll email you a link so you can sign without an account.</Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold">
          <Trans>Signed documents</Trans>
        </dt>
        <dd>
          <Trans>
            Your signatures stay valid and others keep their copies. You’ll lose access, so download what you
            need first.
          </Trans>{' '}
          <Trans>
            Documents that nobody else has are deleted, unless an auto-deletion rule or Part 11 keeps them.
          </Trans>
        </dd>
      </div>
    </dl>
  )
}
