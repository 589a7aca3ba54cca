import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { decide, type Audience } from '#web/lib/guards.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberTarget } from '#web/lib/return-address.ts'
import { isAlive, session, wasSignedOut } from '#web/lib/session.ts'

/** Who may open a route; everybody else is led away. */
export function guard(audience: Audience) {
  return ({ location }: { location: ParsedLocation }) => {
    const current = session.get()
    const signedIn = current !== null && isAlive(current)
    const decision = decide({ audience, signedIn, target: location.href })
    if (decision.kind === 'home') throw redirect({ href: paths.home(), replace: true })
    if (decision.kind === 'pass') return
    if (!wasSignedOut()) rememberTarget(decision.target)
    throw redirect({ href: paths.login(), replace: true })
  }
}
