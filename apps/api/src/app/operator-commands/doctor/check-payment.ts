import { openPayment } from '#api/app/open-installation.ts'
import { findMissingPrices } from '#api/billing/plans/set-up-prices.ts'
import { findUnconfigured } from '#api/billing/subscriptions/sync/unconfigured-providers.ts'
import { PaymentFailed, type PaymentProvider } from '#api/providers/payment/port.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Examination, isReached, type ReachedDatabase } from './examination.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, failed } = findingsOf('payment')

/** Whether each provider accepts our key and has our prices, and what waits for one that is no longer configured. */
export async function checkPayment({ config, database }: Examination): Promise<readonly Finding[]> {
  if (!isReached(database)) return []
  const providers = (await openPayment(config)).all()
  const waiting = await findUnconfigured(
    database.db,
    providers.map(({ name }) => name),
  )
  const findings = [
    ...(await Promise.all(providers.map((provider) => checkProvider(database, provider)))),
    ...waiting.map(({ provider, businesses, orders, webhooks, usage }) =>
      warning(
        `${provider} is not configured, but ${counted(businesses, 'business', 'businesses')} with a plan there, ${counted(orders, 'open order')}, ${counted(webhooks, 'webhook')} and ${counted(usage, 'uncharged signature')} wait for it`,
        `Set the variables of ${provider} again: what waits is then processed within minutes. Until then it is not tried.`,
      ),
    ),
  ]
  return findings.length > 0 ? findings : [ok('no provider is configured: there is no billing')]
}

async function checkProvider({ db }: ReachedDatabase, provider: PaymentProvider): Promise<Finding> {
  const { name } = provider
  try {
    const missing = await findMissingPrices({ db, payment: { all: () => [provider] } })
    const keys = missing.flatMap(({ lookupKeys }) => lookupKeys)
    return keys.length === 0
      ? ok(`${name} accepts the key and has all prices`)
      : failed(
          `${name} lacks ${counted(keys.length, 'price')}: ${keys.join(', ')}`,
          'Run countersign business prices. Until then nobody can buy what these are for.',
        )
  } catch (error) {
    if (!(error instanceof PaymentFailed)) throw error
    return error.code === 'misconfigured'
      ? failed(
          `${name} refuses this installation: ${error.reason}`,
          'Correct its key and its rights, and the prices at the provider. Until then nobody can buy or change a plan.',
        )
      : failed(`${name}: ${error.reason}`, 'Check the firewall and the status page of the provider.')
  }
}
