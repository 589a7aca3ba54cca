import type { Context } from '#api/providers/context.ts'
import type { PaymentProvider } from '#api/providers/payment/port.ts'
import { keysOf, missingFrom } from '#api/providers/payment/lookup-keys.ts'
import { readPriceList } from './price-list-repository.ts'

export interface PricesOfProvider {
  readonly provider: PaymentProvider['name']
  readonly lookupKeys: readonly string[]
}

type PriceContext = Pick<Context, 'db'> & { readonly payment: Pick<Context['payment'], 'all'> }

/** Makes the prices that the payment providers do not have yet; answers their lookup keys. */
export async function setUpPrices({ db, payment }: PriceContext): Promise<PricesOfProvider[]> {
  const list = await readPriceList(db)
  const made = []
  for (const provider of payment.all())
    made.push({ provider: provider.name, lookupKeys: await provider.setUpPrices(list) })
  return made
}

/** The lookup keys of those that the payment providers do not have. */
export async function findMissingPrices({ db, payment }: PriceContext): Promise<PricesOfProvider[]> {
  const list = await readPriceList(db)
  const missing = []
  for (const provider of payment.all()) {
    const there = keysOf(await provider.listPrices())
    missing.push({ provider: provider.name, lookupKeys: keysOf(missingFrom(list, there)) })
  }
  return missing
}
