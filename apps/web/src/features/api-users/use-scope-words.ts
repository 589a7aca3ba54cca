import type { ApiScope } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react/macro'

/** What a key opens, in words: short, and what that means. */
export function useScopeWords(): Record<ApiScope, { label: string; hint: string }> {
  const { t } = useLingui()
  return {
    activities: {
      label: t`Read signatures`,
      hint: t`Signatures and seals on your members’ requests.`,
    },
    seals: {
      label: t`Seal documents`,
      hint: t`With any seal of the business.`,
    },
    signature_requests: {
      label: t`Send for signature`,
      hint: t`Create and follow signature requests, with their documents and signing links.`,
    },
    members: {
      label: t`Read people`,
      hint: t`Your administrators, members and invitations.`,
    },
  }
}
