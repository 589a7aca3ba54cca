import { useLingui } from '@lingui/react/macro'
import { useStore } from '#web/lib/store.ts'
import { isTestSystem, testSystemHidden } from '#web/lib/test-system.ts'

/**
 * Says that this is no production system, where the page says so and nobody has hidden it. In the upper
 * corner, where headers leave room: it covers no text on a phone either.
 */
export function TestSystemMark() {
  const { t } = useLingui()
  const hidden = useStore(testSystemHidden)
  if (hidden || !isTestSystem()) return null
  const words = t`Test System`
  return (
    <aside
      aria-label={words}
      className="pointer-events-none fixed top-0 right-0 z-50 rounded-bl bg-waiting-ground px-2 text-xs leading-3.5 font-semibold whitespace-nowrap text-waiting"
    >
      {words}
    </aside>
  )
}
