import { Outlet, redirect, useRouterState, type ParsedLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Email } from '@countersign/contract/values.ts'
import { cookiesWork } from '#web/lib/cookie.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberEmail } from '#web/lib/return-address.ts'
import { DialogHost } from '#web/ui/dialog-host.tsx'
import { mainId, SkipLink } from '#web/ui/layout.tsx'
import { titleOfPath, usePageTitle } from '#web/ui/page-title.ts'
import { SnackbarHost } from '#web/ui/snackbar-host.tsx'
import { TestSystemMark } from '#web/ui/test-system-mark.tsx'

/** On every route change: an e-mail in the address prefills sign-in; without cookies there is one page only. */
export function followVisit({ location }: { location: ParsedLocation }): void {
  const email = Email.safeParse(new URLSearchParams(location.searchStr).get('email') ?? '')
  if (email.success) rememberEmail(email.data)
  if (location.pathname !== paths.cookiesBlocked() && !cookiesWork()) {
    throw redirect({ href: paths.cookiesBlocked(), replace: true })
  }
}

export function Root() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? '' })
  usePageTitle(titleOfPath(path))
  useFocusOnNavigation(path)
  return (
    <>
      <SkipLink />
      <Outlet />
      <SnackbarHost />
      <DialogHost />
      <TestSystemMark />
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
