import {
  Outlet,
  redirect,
  useRouterState,
  type ParsedLocation,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { admits, everyone, type Access } from '#web/lib/access.ts'
import { cookiesWork } from '#web/lib/cookie.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberEmail, rememberTarget } from '#web/lib/return-address.ts'
import { isAlive, session, wasSignedOut } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'
import { activeDialog, activeOverlay } from '#web/ui/dialog-store.ts'
import { mainId, SkipLink } from '#web/ui/layout.tsx'
import { usePathTitle } from '#web/ui/page-title.ts'
import { snackbars } from '#web/ui/snackbar-store.ts'
import { TestSystemMark } from '#web/ui/test-system-mark.tsx'

interface Arrived {
  location: ParsedLocation
  matches: readonly { staticData: StaticDataRouteOption }[]
}

/** On every route change: an e-mail in the address prefills sign-in; without cookies there is one page only. */
export async function followVisit(arrived: object): Promise<void> {
  // The router's own type of what matched is made of the tree, which is made of this.
  const { location, matches } = arrived as Arrived
  const given = new URLSearchParams(location.searchStr).get('email')
  if (given !== null) {
    // Loaded where it is needed: the first page of most visits has no e-mail in its address.
    const { Email } = await import('@countersign/contract/values.ts')
    const email = Email.safeParse(given)
    if (email.success) rememberEmail(email.data)
  }
  if (location.pathname !== paths.cookiesBlocked() && !cookiesWork()) {
    throw redirect({ href: paths.cookiesBlocked(), replace: true })
  }
  checkAccess(location, matches.findLast(({ staticData }) => staticData.access)?.staticData.access)
}

function checkAccess(location: ParsedLocation, access: Access = everyone): void {
  const current = session.get()
  const signedIn = current !== null && isAlive(current)
  if (signedIn && [paths.login(), paths.signup()].includes(location.pathname)) {
    throw redirect({ href: paths.home(), replace: true })
  }
  if (signedIn || admits(access, 'unauthenticated') || admits(access, 'nas')) return
  if (!wasSignedOut()) rememberTarget(location.href)
  throw redirect({ href: paths.login(), replace: true })
}

export function Root() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  usePathTitle(useRouterState({ select: (state) => String(state.matches.at(-1)?.fullPath ?? '') }))
  useFocusOnNavigation(path)
  return (
    <>
      <SkipLink />
      <Outlet />
      <Hosts />
      <TestSystemMark />
    </>
  )
}

const DialogHost = lazy(async () => ({ default: (await import('#web/ui/dialog-host.tsx')).DialogHost }))
const SnackbarHost = lazy(async () => ({ default: (await import('#web/ui/snackbar-host.tsx')).SnackbarHost }))

/** Loaded when the first dialog or message shows. The live region is there before: it has to be, to be read out. */
function Hosts() {
  const dialog = useStore(activeDialog)
  const overlay = useStore(activeOverlay)
  const snackbar = useStore(snackbars)[0]
  return (
    <>
      <div role="status" aria-live="polite">
        {snackbar && (
          <Suspense>
            <SnackbarHost />
          </Suspense>
        )}
      </div>
      {(dialog ?? overlay) && (
        <Suspense>
          <DialogHost />
        </Suspense>
      )}
    </>
  )
}

/** A new page is read from its start: the focus goes to its content, except on the first one. */
function useFocusOnNavigation(path: string): void {
  const before = useRef('')
  useEffect(() => {
    const moved = before.current !== '' && before.current !== path
    before.current = path
    const content = document.getElementById(mainId)
    if (moved && content && !content.contains(document.activeElement)) content.focus({ preventScroll: true })
  }, [path])
}
