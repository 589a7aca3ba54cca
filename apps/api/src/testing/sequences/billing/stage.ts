import { connect } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import type { BillingProvider } from '#api/testing/billing/billing.ts'
import { makeUnreliable, type UnreliableProvider } from './unreliable-provider.ts'

export interface Stage {
  readonly api: TestApi
  readonly owner: ReturnType<typeof connect>
  readonly provider: UnreliableProvider
  /** The provider's stand-in: its clock, its webhooks. Rejects on other error statuses than those expected. */
  atProvider(act: string, body?: object, expected?: readonly number[]): Promise<void>
  askProvider<Answer>(what: string): Promise<Answer>
  /** The ids of the signatures that the customer is charged for. */
  charged(customerId: string): Promise<string[]>
  /** Time continues, for us and for the provider. */
  advance(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

interface ChargedState {
  /** At Chargebee. */
  readonly usages?: readonly { readonly id: string }[]
  /** At Stripe. */
  readonly meterEvents?: readonly { readonly identifier: string }[]
}

/** The product with a payment provider that fails on demand, and plans in which every signature is charged. */
export async function openStage(name: BillingProvider): Promise<Stage> {
  let later = 0
  const now = () => new Date(Date.now() + later)
  // Jobs run when the sequence says so.
  const api = await startTestApi({ billing: name, jobs: false, now })
  const owner = connect(api.connection, 'owner', 2, () => {})
  await owner.query(`UPDATE plans SET included = included || '{"ses": 0}'`)
  const { forNew } = api.context.payment
  if (!forNew) throw new Error('no payment provider is set up')
  const base = `${api.sandboxUrl}/api/payment/${name}`
  const atProvider = async (act: string, body: object = {}, expected: readonly number[] = []) => {
    const response = await fetch(`${base}/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.text()
    if (!response.ok && !expected.includes(response.status))
      throw new Error(`${act}: ${response.status} ${answer}`)
  }
  return {
    api,
    owner,
    provider: makeUnreliable(forNew),
    atProvider,
    askProvider: async (what) => (await fetch(`${base}${what}`)).json() as never,
    charged: async (customerId) => {
      const response = await fetch(`${base}/state?customer=${encodeURIComponent(customerId)}`)
      const { usages, meterEvents } = (await response.json()) as ChargedState
      return usages?.map(({ id }) => id) ?? meterEvents?.map(({ identifier }) => identifier) ?? []
    },
    advance: async (milliseconds) => {
      later += milliseconds
      await atProvider('clock', { to: now().toISOString() })
    },
    stop: async () => {
      await owner.end()
      await api.stop()
    },
  }
}
