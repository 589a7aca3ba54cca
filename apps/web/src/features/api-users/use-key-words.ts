import { useLingui } from '@lingui/react/macro'

/** What a key can be, in words: for selects. */
export function useKeyWords() {
  const { t } = useLingui()
  return {
    environments: [
      { value: 'PRODUCTION', label: t`Live` },
      { value: 'DEMO', label: t`Test` },
    ],
    lifetimes: [
      { value: 'never', label: t`Never` },
      { value: '30', label: t`After 30 days` },
      { value: '90', label: t`After 90 days` },
      { value: '365', label: t`After one year` },
    ],
    overlaps: [
      { value: '0', label: t`Stops working immediately` },
      { value: '1', label: t`Works for one more hour` },
      { value: '24', label: t`Works for one more day` },
      { value: '168', label: t`Works for one more week` },
    ],
  }
}
