import { Trans } from '@lingui/react/macro'

/** Says that this is no production system, where the page says so and nobody has hidden it. */
export function TestSystemMark() {
  if (!isTestSystem()) return null
  return (
    <aside
      aria-label="Test System"
      className="pointer-events-none fixed bottom-2 left-2 z-50 rounded bg-waiting-ground px-2 py-0.5 text-xs font-semibold text-waiting"
    >
      <Trans>Test System</Trans>
    </aside>
  )
}

function isTestSystem(): boolean {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="test-system"]')
  return meta?.content === '1' && localStorage.getItem('hideTestSystem') === null
}
