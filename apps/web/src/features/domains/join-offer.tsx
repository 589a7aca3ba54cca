import { joinBusiness } from '@countersign/contract/business-domains.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/lib/calls/api.ts'
import { forgetBusiness, loadBusiness } from '#web/lib/business/current-business.ts'
import { tabMemory } from '#web/lib/browser/tab-memory.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnPart } from '#web/ui/layout/use-focus-on-part.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { RefusalNotice } from '#web/ui/notices/refusal-notice.tsx'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import type { JoinableBusiness } from './joinable.ts'

/** Said no to until the next time one comes. */
const notNow = tabMemory<string[]>('join-offer', 'account')

/** Offers to join the business whose email address one has. */
export function JoinOffer({ joinable }: { joinable: readonly JoinableBusiness[] }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [left, setLeft] = useState(() => notNow.get() ?? [])
  const offer = joinable.find(({ business }) => !left.includes(business.id))
  useFocusOnPart(offer?.business.id ?? null)
  const joining = useMutation({
    mutationFn: async (id: string) => {
      await call(joinBusiness, { params: { id } }, { background: true })
      forgetBusiness()
      await loadBusiness()
    },
    onSuccess: async () => {
      showSnackbar(t`You’re now a member of ${offer?.business.name ?? ''}.`, { color: 'success' })
      await queries.invalidateQueries()
    },
  })
  if (!offer) return null
  const { name, id } = offer.business
  const { domain } = offer
  return (
    <div className="mb-4">
      <Notice
        kind="info"
        title={<Trans>Join {name}?</Trans>}
        action={
          <div className="flex flex-wrap gap-3">
            <Button size="sm" loading={joining.isPending} onClick={() => joining.mutate(id)}>
              <Trans>Join {name}</Trans>
            </Button>
            <Button
              type="text"
              size="sm"
              disabled={joining.isPending}
              onClick={() => {
                notNow.keep([...left, id])
                setLeft([...left, id])
              }}
            >
              <Trans>Not now</Trans>
            </Button>
          </div>
        }
      >
        <Trans>
          Your email is at {domain}, which belongs to this business. If you join, its settings apply to you.
          Administrators can see which requests you send and sign. They can remove you and transfer what you
          create from now on to another member. What you already have stays yours.
        </Trans>
        {joining.isError && (
          <div className="mt-2">
            <RefusalNotice failure={joining.error} />
          </div>
        )}
      </Notice>
    </div>
  )
}
