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
    members: {
      label: t`Read people`,
      hint: t`Your administrators, members and invitations.`,
    },
  }
}
