import type { User } from '@countersign/contract/account-shapes.ts'
import { followGuidance } from './guidance/follow-guidance.ts'
import { scriptGuidance } from './guidance/script-guidance.ts'
import { hasOutsideScript } from './load-script.ts'
import { carriesSecret } from './secret-address.ts'
import type { OutsideSettings } from './settings.ts'

export interface ShownPage {
  readonly path: string
  readonly search: string
  readonly user: User | null
}

/** Failures are the outside's own: they are logged, and no page breaks of them. */
function logged(work: Promise<void>): void {
  // oxlint-disable-next-line no-console -- nobody else can be told
  work.catch((error: unknown) => console.info('an outside service is left out:', error))
}

/** Answers what is to be called whenever a page is shown. */
export function startOutside(settings: OutsideSettings): (page: ShownPage) => void {
  const guide = settings.guidance ? followGuidance(scriptGuidance(settings.guidance.script)) : null
  let referredTo: string | null = null
  let surveyed: string | null = null
  let reporting = false

  return ({ path, search, user }) => {
    if (carriesSecret(path, search)) {
      if (hasOutsideScript()) location.reload()
      return
    }
    if (settings.errorReporting && !reporting) {
      reporting = true
      const chosen = settings.errorReporting
      logged(import('./error-reporting/report-errors.ts').then((module) => module.reportErrors(chosen)))
    }
    if (guide) logged(guide({ user, business: null }))
    if (!user) return
    if (settings.referral && referredTo !== user.id) {
      referredTo = user.id
      const { script } = settings.referral
      const start = import('./referral/start-referral.ts')
      logged(start.then((module) => module.startReferral(script, user.attributes.lang)))
    }
    if (settings.surveys && surveyed !== user.id && path === '/dashboard') {
      surveyed = user.id
      const { url } = settings.surveys
      logged(import('./surveys/ask-in-time.ts').then((module) => module.askInTime(url, user)))
    }
  }
}
