import { useLingui } from '@lingui/react/macro'
import type { Device } from './device.ts'

/** 'Chrome on Windows', in the language that is shown. */
export function useDeviceWords(): (device: Device) => string {
  const { t } = useLingui()
  return ({ kind, browser, system }) => {
    if (kind === 'program') return t`Program (${browser ?? ''})`
    if (browser !== null && system !== null) return t`${browser} on ${system}`
    return browser ?? system ?? t`Unknown device`
  }
}
