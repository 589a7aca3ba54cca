import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { deleteBusiness, type Business } from '@countersign/contract/businesses.ts'
import { call } from '#web/lib/calls/api.ts'
import { keepBusiness } from '#web/lib/business/current-business.ts'
import { openConfirmation } from '#web/ui/dialogs/confirmation.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'

/** Without a plan a business may go back to personal accounts on the free plan. */
export function openFreePlanDowngrade({ id, name }: Pick<Business, 'id' | 'name'>): void {
  openConfirmation({
    namespace: 'business',
    name: 'free plan downgrade',
    title: <Trans>Go back to the free plan?</Trans>,
    text: (
      <Trans>
        In 30 days {name} will be deleted, and its members will have personal accounts on the free plan. We’re
        emailing everyone now. Members keep what they sent and signed, and signatures stay valid. Seals, API
        keys, settings and the logo are deleted. Until then any administrator can keep the business and choose
        a plan.
      </Trans>
    ),
    stay: <Trans>Keep business</Trans>,
    button: <Trans>Go back to the free plan</Trans>,
    run: async () => {
      try {
        keepBusiness(await call(deleteBusiness, { params: { id }, body: { name } }), 'admin')
        showSnackbar(<Trans>In 30 days, {name} goes back to the free plan.</Trans>)
      } catch (failure) {
        showSnackbar(i18n._('global.error.generic_support'), { color: 'error', duration: 8000 })
        throw failure
      }
    },
  })
}
