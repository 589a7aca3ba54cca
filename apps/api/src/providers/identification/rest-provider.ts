import type { Dialect } from './dialect.ts'
import { IdentificationFailed, WebhookRefused } from './port.ts'
import type { IdentificationOrder, IdentificationProvider, StartedIdentification } from './port.ts'
import { openRestClient, read } from './rest-client.ts'
import type { RestOptions } from './rest-client.ts'
import { type CaseReading, stateOf } from './results.ts'
import { checkSignature } from './webhook-signature.ts'

/** A provider that takes orders, has pages for people, and tells by webhook what became of them. */
export function restProvider(dialect: Dialect, options: RestOptions): IdentificationProvider {
  const { name, legislation, methods } = dialect
  const { settings, now } = options
  const client = openRestClient(dialect, options)

  const find = async (reference: string) => {
    const json = await client.ask({ method: 'GET', path: dialect.casePath(reference) })
    const found = read(name, dialect.case, json)
    if (found.reference !== reference)
      throw new IdentificationFailed('answer_invalid', name, 'its answer is about another identification')
    return stateOf(found, now())
  }
  return {
    name,
    legislation,
    methods,
    async start(order) {
      refuseOthers(dialect, order)
      const started = read(name, dialect.started, await client.ask(dialect.order(order)))
      return believable(dialect, settings.url, started)
    },
    find,
    handleReturn: ({ reference }) => find(reference),
    readWebhook({ headers, rawBody }) {
      const signed = dialect.signatureIn(headers)
      const { deliveryId } = checkSignature(settings.webhookSecret, now(), signed, rawBody)
      const found = webhookStateIn(dialect, rawBody)
      return { deliveryId, reference: found.reference, state: stateOf(found, now()) }
    },
    async remove(reference) {
      try {
        await client.ask({ method: 'DELETE', path: dialect.casePath(reference) })
      } catch (error) {
        const isGone = error instanceof IdentificationFailed && /^HTTP status 4(04|10)\b/.test(error.reason)
        if (!isGone) throw error
      }
    },
    health: () => client.http.health(),
  }
}

function refuseOthers({ name, methods, legislation }: Dialect, order: IdentificationOrder): void {
  if (!methods.includes(order.method))
    throw new IdentificationFailed('refused', name, `it does not identify by ${order.method}`)
  if (order.legislation !== legislation)
    throw new IdentificationFailed('refused', name, `it does not identify for ${order.legislation}`)
}

/** The page is one to send people to: with TLS, or beside an API that has none either. */
function believable(
  { name }: Dialect,
  ours: string,
  { reference, url, expiresAt }: { reference: string; url: string; expiresAt: string },
): StartedIdentification {
  const page = URL.parse(url)
  const isSafe = page?.protocol === 'https:' || (page !== null && page.origin === new URL(ours).origin)
  if (!page || !isSafe || page.username || page.password)
    throw new IdentificationFailed('answer_invalid', name, 'its page is not one to send people to')
  return { reference, url: page.href, expiresAt: new Date(expiresAt) }
}

function webhookStateIn({ name, webhookBody }: Dialect, rawBody: Uint8Array): CaseReading {
  try {
    return read(name, webhookBody, JSON.parse(Buffer.from(rawBody).toString('utf8')))
  } catch (error) {
    throw new WebhookRefused('It is not of the documented form', { cause: error })
  }
}
