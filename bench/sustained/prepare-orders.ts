import { getBulkSend, listBulkSends } from '../../packages/contract/src/bulk-sends.ts'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { aBulkSend, aTemplate } from '../../apps/api/src/testing/template.ts'

/** One signature to make: the only one of its request, and so the last. */
export interface Order {
  readonly requestId: string
  readonly as: string
}

interface Owner {
  readonly person: Person
  readonly template: { readonly id: string }
}

/** Of a recipient list at most a thousand rows. */
const rowsAtMost = 1000
/** So many that no one’s rows are locked by two signatures for long. */
const ownersCount = 8
const signersCount = 40
const pageSize = '100' as const

/**
 * So many sent requests of ten pages, by bulk sends of several owners to signers with accounts. They are made before the clock
 * starts: to make and send one takes as long as to sign it, and would be measured too.
 */
export async function prepareOrders(product: Product, count: number): Promise<Order[]> {
  const signers = await inTurn(signersCount, (n) =>
    product.person({ firstName: 'Signer', lastName: `N${n}` }),
  )
  const owners = await inTurn(ownersCount, async (n): Promise<Owner> => {
    const person = await product.person({ firstName: 'Owner', lastName: `N${n}` })
    const documents = [aPdf({ pages: 10, title: `Lease ${n}` })]
    return { person, template: await aTemplate(product, { owner: person, roles: ['Tenant'], documents }) }
  })
  const orders: Order[] = []
  while (orders.length < count) {
    const rows = Math.min(rowsAtMost, Math.ceil((count - orders.length) / owners.length))
    const made = await Promise.all(owners.map((owner) => sendTo(product, owner, signers, rows)))
    // One of each owner in turn.
    for (let row = 0; row < rows; row += 1) orders.push(...made.flatMap((own) => own[row] ?? []))
  }
  return orders.slice(0, count)
}

async function sendTo(
  product: Product,
  { person, template }: Owner,
  signers: readonly Person[],
  rows: number,
): Promise<Order[]> {
  // A row that another one equals is not sent.
  const lines = Array.from({ length: rows }, (_, n) => `${signers[n % signers.length]?.email},${n}`)
  const table = ['Email,Contract', ...lines].join('\n')
  const { id } = await aBulkSend(product, { owner: person, template, table })
  while (await isRunning(product, person, id)) await pause(500)
  const credentials = new Map(signers.map(({ email, as }) => [email, as]))
  const orders: Order[] = []
  for (let page = 1; page <= Math.ceil(rows / Number(pageSize)); page += 1) {
    const query = { page: String(page), size: pageSize }
    const { rows: sent } = await product.call(getBulkSend, { params: { id }, query }, person.as)
    for (const { signature_request_id: requestId, signers: recipients } of sent.items) {
      const as = credentials.get(recipients[0]?.email ?? '')
      if (requestId && as) orders.push({ requestId, as })
    }
  }
  if (orders.length !== rows) throw new Error(`${orders.length} of ${rows} rows were sent`)
  return orders
}

async function isRunning(product: Product, owner: Person, id: string): Promise<boolean> {
  const { items } = await product.call(listBulkSends, { query: { page: '1', size: '25' } }, owner.as)
  return items.find((one) => one.id === id)?.state === 'RUNNING'
}

async function inTurn<Made>(count: number, make: (n: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let n = 0; n < count; n += 1) made.push(await make(n))
  return made
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
