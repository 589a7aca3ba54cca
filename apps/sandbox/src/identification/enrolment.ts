import { idAustriaAt } from './id-austria/enrolment.ts'
import { intrum } from './intrum.ts'
import { srs } from './srs.ts'

/** What the product has to know of the parties at this sandbox: its setting IDENTIFICATION_PROVIDERS. */
export function enrolmentAt(sandboxUrl: string) {
  const origin = sandboxUrl.replace(/\/+$/, '')
  return {
    srs: { url: `${origin}/srs`, ...srs.enrolment },
    intrum: { url: `${origin}/intrum`, ...intrum.enrolment },
    'id-austria': idAustriaAt(origin),
  }
}
