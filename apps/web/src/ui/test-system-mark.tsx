import { Trans } from '@lingui/react/macro'

/**
 * Says that this is no production system, where the page says so and nobody has hidden it. At the edge, where it
 * covers no text on a phone either.
 */
export function TestSystemMark() {
  if (!isTestSystem()) return null
  return (
    <aside
      aria-label="Test System"
      className="pointer-events-none fixed top-1/2 left-0 z-50 -translate-y-1/2 rotate-180 w-5 rounded-l bg-waiting-ground py-2 text-xs leading-5 font-semibold text-waiting [writing-mode:vertical-rl]"
    >
      <Trans>Test System</Trans>
    </aside>
  )
}

function isTestSystem(): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="test-system"]')
  return meta?.content === '1' && localStorage.getItem('hideTestSystem') === null
}
