import type { Business } from '@countersign/contract/businesses.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { formatDate } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { revokeDeletion } from './business-calls.ts'
import { openDeleteBusiness } from './delete-business.tsx'

/** How a business is ended, and, until the day it is, how it stays. */
export function DeletionSection({ business }: { business: Business }) {
  return business.deleteAt ? (
    <Ahead business={business} deleteAt={business.deleteAt} />
  ) : (
    <Section
      id="delete-business"
      title={<Trans>Delete business</Trans>}
      intro={
        <Trans>It will be deleted 30 days after you confirm. Until then any administrator can cancel.</Trans>
      }
    >
      <Button type="secondary" color="error" onClick={() => openDeleteBusiness(business)}>
        <Trans>Delete business …</Trans>
      </Button>
    </Section>
  )
}

function Ahead({ business, deleteAt }: { business: Business; deleteAt: string }) {
  const { t, i18n } = useLingui()
  const day = formatDate(deleteAt, i18n.locale)
  const revoking = useMutation({
    mutationFn: () => revokeDeletion(business.id),
    onSuccess: () => showSnackbar(t`Business kept.`, { color: 'success' }),
  })
  return (
    <Section id="delete-business" title={<Trans>This business will be deleted</Trans>}>
      <Notice
        kind="warning"
        title={<Trans>On {day}</Trans>}
        action={
          <Button loading={revoking.isPending} onClick={() => revoking.mutate()}>
            <Trans>Keep business</Trans>
          </Button>
        }
      >
        <Trans>
          Until then everything works as before. Afterwards, members have personal accounts with what they
          sent and signed; seals and API keys stop working.
        </Trans>
      </Notice>
      {revoking.isError && (
        <div className="mt-3">
          <RefusalNotice failure={revoking.error} />
        </div>
      )}
    </Section>
  )
}
