import { useMemo } from 'react'
import { adoptIdentifiedName } from '@countersign/contract/identifications.ts'
import { changeAccount, refreshUser, useFreshUser } from '#web/features/profile/change-account.ts'
import { accountHolder, identificationRequest } from '#web/features/identification/account-holder.ts'
import type { Holder } from '#web/features/identification/holder.ts'
import { call } from '#web/lib/calls/api.ts'
import { useSearchParameters } from '#web/lib/browser/search-parameters.ts'

/** The account that is identified; `?request=` says for which request. */
export function useAccountHolder(): Holder {
  const user = useFreshUser()
  const given = useSearchParameters().get('request')
  return useMemo(() => {
    if (given) identificationRequest.keep({ requestId: given })
    return accountHolder(user, identificationRequest.get()?.requestId ?? null, {
      saveMobile: (mobile) => changeAccount({ attributes: { mobile } }),
      adoptName: async (id) => {
        await call(adoptIdentifiedName, { params: { id } }, { background: true })
        await refreshUser()
      },
    })
  }, [user, given])
}
