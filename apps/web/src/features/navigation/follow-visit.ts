import { i18n } from '@lingui/core'
import { notFound, redirect } from '@tanstack/react-router'
import type { Access } from '#web/lib/account/access.ts'
import { activateLanguage, loadCatalogs } from '#web/lib/language/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberEmail, rememberTarget, takeTarget } from '#web/lib/account/return-address.ts'
import { showSnackbar } from '#web/ui/dialogs/snackbar-store.ts'
import { gatherArrival, gatherVisit, type Address } from './gather.ts'
import { arrivalRules, decide, entranceRules, laterRules } from './rules.ts'
import type { Arrival, Decision } from './visit.ts'
import { block, offeredToken, release } from './waiting.ts'

/** Applies the navigation rules to an address, before its page is loaded. */
export async function followVisit(
  address: Address,
  params: Arrival['params'],
  access: Access | undefined,
): Promise<void> {
  const arrival = gatherArrival(address, params, access)
  await carryOutAll(decide(arrivalRules, arrival))
  // Asked for at once: meanwhile the service says who comes.
  const later = arrival.path === paths.login() ? [] : laterRules()
  const visit = await gatherVisit(arrival)
  const decisions = decide([...entranceRules, ...(await later)], visit)
  if (!decisions.some(({ kind }) => kind === 'block')) release()
  await carryOutAll(decisions)
}

async function carryOutAll(decisions: readonly Decision[]): Promise<void> {
  for (const decision of decisions) await carryOut(decision)
}

async function carryOut(decision: Decision): Promise<void> {
  switch (decision.kind) {
    case 'redirect':
      if (decision.message) await tell(decision.message)
      if (decision.keep !== undefined) rememberTarget(decision.keep)
      return leadTo(decision.to)
    case 'sign-in':
      if (decision.keep !== null) rememberTarget(decision.keep)
      return leadTo(paths.login())
    case 'return':
      return leadTo(takeTarget())
    case 'not-found':
      throw notFound()
    case 'offer-session':
      if (decision.token !== null) offeredToken.set(decision.token)
      return leadTo(decision.to)
    case 'switch-branch':
      return (await import('#web/lib/browser/split-test.ts')).switchBranch(decision.cookie, decision.value)
    case 'keep-exits':
      return (await import('#web/lib/requests/exit-redirect.ts')).keepExits(
        decision.requestId,
        decision.query,
      )
    case 'keep-email':
      return keepEmail(decision.given)
    case 'language':
      return activateLanguage(decision.language)
    case 'block':
      return block(decision.dialog)
  }
}

function leadTo(href: string): never {
  throw redirect({ href, replace: true })
}

async function tell(message: 'business.not_allowed'): Promise<void> {
  await loadCatalogs('general')
  showSnackbar(i18n._(`navigation.${message}`), { color: 'error' })
}

/** What an email is, is loaded where it is needed: the first page of most visits has none in its address. */
async function keepEmail(given: string): Promise<void> {
  const { Email } = await import('@countersign/contract/values.ts')
  const email = Email.safeParse(given)
  if (email.success) rememberEmail(email.data)
}
