import { Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@countersign/contract/account-shapes.ts'
import { useStore } from '#web/lib/browser/store.ts'
import { ownBusiness } from '#web/lib/business/current-business.ts'
import { formatDate } from '#web/lib/language/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButtons } from '#web/ui/dialogs/dialog-host.tsx'
import { openDialog } from '#web/ui/dialogs/dialog-store.ts'
import { openDeleteUser } from './delete-user.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
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
      <NeededUntilDeletion />
      <Button type="secondary" color="error" onClick={explain}>
        <Trans>Delete my account …</Trans>
      </Button>
    </Section>
  )
}

/** A business that will be deleted keeps an administrator until then, unless nobody else is in it. */
function NeededUntilDeletion() {
  const { i18n } = useLingui()
  const own = useStore(ownBusiness)
  if (!own?.business.deleteAt || own.role !== 'admin') return null
  const { name, deleteAt, admins, members } = own.business
  if (admins.length > 1 || members.length === 0) return null
  const day = formatDate(deleteAt, i18n.locale)
  return (
    <div className="mb-4">
      <Notice
        kind="warning"
        title={<Trans>You’re the only administrator of {name}</Trans>}
        action={
          <Button type="secondary" to={paths.businessMembers()}>
            <Trans>Members</Trans>
          </Button>
        }
      >
        <Trans>
          Your business will be deleted on {day} and needs an administrator until then. To delete your account
          earlier, make someone else an administrator.
        </Trans>
      </Notice>
    </div>
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
