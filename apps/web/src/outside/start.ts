import type { User } from '@countersign/contract/account-shapes.ts'
import type { OwnBusiness } from '#web/lib/business/current-business.ts'
import { loadUser } from '#web/lib/account/current-user.ts'
import { session } from '#web/lib/account/session.ts'
import { guidedBusiness } from './guidance/audience.ts'
import { followGuidance } from './guidance/follow-guidance.ts'
import { scriptGuidance } from './guidance/script-guidance.ts'
import { hasOutsideScript } from './load-script.ts'
import { carriesSecret } from './secret-address.ts'
import type { OutsideServices } from '@countersign/contract/outside-services.ts'

/** Tells what is shown now, and now again. */
interface Pages {
  subscribe(event: 'onResolved', listener: () => void): unknown
}

/** Follows the pages that are shown with the services of others that this installation has chosen. */
export function startOutside(pages: Pages): void {
  const settings = outsideSettings()
  if (!settings) return
  const services = openServices(settings)
  const show = () => logged(showPage(services))
  pages.subscribe('onResolved', show)
  show()
}

async function showPage(services: Services): Promise<void> {
  const { pathname, search } = location
  if (carriesSecret(pathname, search)) {
    if (hasOutsideScript()) location.reload()
    return
  }
  const user = session.get() ? await loadUser().catch(() => null) : null
  const own = user ? await loadOwnBusiness() : null
  // Meanwhile another page may be shown, whose address is nobody else's business.
  if (location.pathname === pathname) services(pathname, user, own)
}

/** Whose members may be kept from a service; whether they are is not known where that cannot be asked. */
async function loadOwnBusiness(): Promise<OwnBusiness | null> {
  const { loadBusiness } = await import('#web/lib/business/current-business.ts')
  return loadBusiness().catch(() => null)
}

type Services = (path: string, user: User | null, own: OwnBusiness | null) => void

function openServices(settings: OutsideServices): Services {
  const guide = settings.guidance ? followGuidance(scriptGuidance(settings.guidance.script)) : null
  const report = once(async () => {
    const { reportErrors } = await import('./error-reporting/report-errors.ts')
    if (settings.errorReporting) await reportErrors(settings.errorReporting)
  })
  const refer = onceForEach(async (user: User) => {
    const { startReferral } = await import('./referral/start-referral.ts')
    if (settings.referral) await startReferral(settings.referral.script, user.attributes.lang)
  })
  const survey = onceForEach(async (user: User) => {
    const { askInTime } = await import('./surveys/ask-in-time.ts')
    if (settings.surveys) await askInTime(settings.surveys.url, user)
  })
  return (path, user, own) => {
    if (settings.errorReporting) report()
    if (guide) logged(guide({ user, business: own && guidedBusiness(own) }))
    if (settings.referral && user && isInReferrals(own)) refer(user)
    if (settings.surveys && user && path === '/dashboard') survey(user)
  }
}

function once(work: () => Promise<void>): () => void {
  let begun = false
  return () => {
    if (!begun) logged(work())
    begun = true
  }
}

function onceForEach(work: (user: User) => Promise<void>): (user: User) => void {
  let last = ''
  return (user) => {
    if (user.id !== last) logged(work(user))
    last = user.id
  }
}

/** Failures are the outside's own: they are logged, and no page breaks of them. */
function logged(work: Promise<void>): void {
  // oxlint-disable-next-line no-console -- nobody else can be told
  work.catch((error: unknown) => console.info('an outside service is left out:', error))
}

/** Everybody with a personal account; of a business, the members of one that has turned it on. */
function isInReferrals(own: OwnBusiness | null): boolean {
  return own === null || own.business.settings.affiliate.enabled
}

/** What the page says of the services of others that were chosen; null where there are none. */
function outsideSettings(): OutsideServices | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="outside"]')?.content
  return content === undefined ? null : (JSON.parse(content) as OutsideServices)
}
