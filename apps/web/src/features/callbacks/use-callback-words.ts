import type { CallbackState } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react/macro'

/** What became of a callback, in words. */
export function useCallbackWords(): Record<CallbackState, string> {
  const { t } = useLingui()
  return {
    OPEN: t`Waiting`,
    COMPLETED: t`Delivered`,
    RESIGNATED: t`Given up`,
  }
}
