import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@countersign/contract/account-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialog-host.tsx'
import { openDialog } from '#web/ui/dialog-store.ts'
import { openDeleteUser } from './delete-user.tsx'
import { Section } from '#web/ui/section.tsx'

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
              <Trans>Go on to delete it</Trans>
            </Button>
          </DialogButtons>
        </>
      ),
    })
  }

  return (
    <Section
      id="delete-account"
      title={t`Delete account`}
      intro={t`For good: it cannot be taken back, and we cannot restore it for you.`}
    >
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
          <Trans>They are deleted with their documents.</Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold">
          <Trans>Open requests</Trans>
        </dt>
        <dd>
          <Trans>Those you sent are withdrawn, and the people in them are told so.</Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold">
          <Trans>Requests you are asked to sign</Trans>
        </dt>
        <dd>
          <Trans>They stay open. You get a link by email and can sign without an account.</Trans>
        </dd>
      </div>
      <div>
        <dt className="font-semibold">
          <Trans>Signed documents</Trans>
        </dt>
        <dd>
          <Trans>
            What you signed stays valid, and the others keep their copies. You lose access: download what you
            need before.
          </Trans>
        </dd>
      </div>
    </dl>
  )
}
