import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import type { Subscribers } from '../trust-services/subscribers.ts'
import { registerPartyApi } from './api-routes.ts'
import { openCases } from './cases.ts'
import { enrolmentAt } from './enrolment.ts'
import { registerIdAustria } from './id-austria/routes.ts'
import { intrum } from './intrum.ts'
import { pageUrl, registerIdentificationPages } from './pages.ts'
import { srs } from './srs.ts'
import { sendWebhooks } from './webhooks.ts'

const parties = { srs, intrum }

/** Who finds out who people are: srs, intrum and ID Austria. */
export async function openIdentification(
  app: FastifyInstance,
  given: {
    url: string
    data: string | undefined
    faults: FaultBoard
    subscribers: Subscribers
    productUrl: string | undefined
  },
): Promise<void> {
  const { url, data, faults, subscribers, productUrl } = given
  const senders = { srs: sendWebhooks(srs, faults), intrum: sendWebhooks(intrum, faults) }
  // What is sent is how it stands then, even where the case has moved on since.
  const cases = openCases({ data, subscribers, onMove: (moved) => void senders[moved.party](moved) })
  app.addHook('onClose', () => cases.stop())
  for (const party of Object.values(parties))
    registerPartyApi(app, { party, cases, faults, pageOf: (made) => pageUrl(url, made) })
  const titles = { srs: srs.title, intrum: intrum.title }
  await registerIdentificationPages(app, { cases, faults, titles })
  await registerIdAustria(app, { url, data, faults, subscribers, productUrl })
  // What the enrolments hand over to who sets the product up.
  if (data)
    writeFileSync(join(data, 'identification.json'), JSON.stringify(enrolmentAt(url)), { mode: 0o600 })
}
