import { useLingui as useCatalog } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
// oxlint-disable-next-line eslint/no-restricted-imports -- this is the page that shows when a part can’t be loaded
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { isCallError, isNotLoaded, notLoaded } from '#web/lib/calls/call-error.ts'
import { describeFailure } from '#web/lib/errors/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SimpleLayout } from '#web/ui/layout/layout.tsx'
import { usePageTitle } from '#web/ui/layout/page-title.ts'

/** A script that cannot be loaded may be the very error: then there is no drawing. */
const LostPageDrawing = lazy<() => ReactNode>(() =>
  import('#web/ui/notices/lost-page-drawing.tsx').then(
    (module) => ({ default: module.LostPageDrawing }),
    () => ({ default: () => null }),
  ),
)

/** Robots that index pages are not to find this one in their place. */
function isBot(): boolean {
  return /bot|crawl|spider|slurp/i.test(navigator.userAgent)
}

/** Without a connection a reload would show the browser’s own page in place of this one. */
function ReloadOnceReachable() {
  const [busy, setBusy] = useState(false)
  async function again() {
    setBusy(true)
    const reachable = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    if (reachable) location.reload()
    else setBusy(false)
  }
  return (
    <Button loading={busy} onClick={() => void again()}>
      <Trans>Try again</Trans>
    </Button>
  )
}

/** Any error that a page did not catch. A 401 shows nothing: the visitor is on the way to sign-in. */
export function PageError({ error }: { error: unknown }) {
  const { t } = useLingui()
  const { i18n } = useCatalog()
  usePageTitle(t`Something went wrong`)
  if ((isCallError(error) && error.status === 401) || isBot()) return null
  const failure = isNotLoaded(error) ? notLoaded() : error
  return (
    <SimpleLayout>
      <div className="flex flex-col items-center text-center">
        <Suspense fallback={<div className="mb-6 h-30" />}>
          <LostPageDrawing />
        </Suspense>
        <h1 className="text-xl font-semibold tracking-tight text-balance">
          <Trans>Something went wrong</Trans>
        </h1>
        <p className="mt-2 max-w-md text-pretty text-ink-secondary">{describeFailure(failure, i18n)}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {isCallError(failure, 'network') ? (
            <ReloadOnceReachable />
          ) : (
            <Button onClick={() => location.reload()}>
              <Trans>Reload</Trans>
            </Button>
          )}
          <Button type="secondary" href={paths.home()} newTab={false}>
            <Trans>Go to home page</Trans>
          </Button>
        </div>
      </div>
    </SimpleLayout>
  )
}
