import type { ApiScope } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react/macro'

/** What a key opens, in words: short, and what that means. */
export function useScopeWords(): Record<ApiScope, { label: string; hint: string }> {
  const { t } = useLingui()
  return {
    activities: {
      label: t`Read signatures`,
      hint: t`What was signed and sealed on requests of your people, by whom and when.`,
    },
    members: {
      label: t`Read people`,
      hint: t`Who your administrators and members are, and who is invited.`,
    },
  }
}
