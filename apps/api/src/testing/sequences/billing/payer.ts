import { createSetupIntent } from '@countersign/contract/subscriptions.ts'
import { add } from '#api/identity/accounts/repository.ts'
import { addMember, createBusiness } from '#api/business/businesses/create-business.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { openSession } from '#api/identity/sessions/open-session.ts'
import { type Card, enterCard } from '#api/testing/billing/payer-page.ts'
import type { Stage } from './stage.ts'

/** A business of the sequences, and what was chosen for it so far. */
export interface Payer {
  readonly id: string
  readonly accountId: string
  /** The admin's credentials. */
  as: string
  /** Numbers of seats that an admin asked for. */
  readonly chosen: Set<number>
  hasCard: boolean
}

export async function aPayer(stage: Stage): Promise<Payer> {
  const { accountId, email } = await anAccount(stage)
  const { id } = await createBusiness(stage.api.context, { name: 'Lindenhof AG', admin: email })
  const payer = { id, accountId, as: '', chosen: new Set<number>(), hasCard: false }
  await signIn(stage, payer)
  return payer
}

/** The credentials of another admin of the same business. */
export async function aSecondAdmin(stage: Stage, { id }: Payer): Promise<string> {
  const { accountId, email } = await anAccount(stage)
  await addMember(stage.api.context, id, { email, role: 'admin' })
  const admin = { accountId, as: '' }
  await signIn(stage, admin)
  return admin.as
}

/** Without a password and its confirmation, which would take longer than the sequence. */
async function anAccount({ api: { context } }: Stage) {
  const email = `anna.${crypto.randomUUID()}@example.org`
  const person = { email, firstName: 'Anna', lastName: 'Keller', passwordHash: null, termsAccepted: true }
  const more = {
    language: 'en',
    timeZone: null,
    mobile: null,
    celloUcc: null,
    freePlan: 'legacy',
    now: context.now(),
  } as const
  const account = await transaction(context.db, (tx) => add(tx, { ...person, ...more }))
  if (!account) throw new Error(`${email} has an account already`)
  return { accountId: account.id, email }
}

/** The provider's id of the business; empty where it has none. */
export async function customerOf({ owner }: Stage, { id }: Payer): Promise<string> {
  const { rows } = await owner.query<{ customer_id: string | null }>(
    'SELECT customer_id FROM business_billing WHERE business_id = $1',
    [id],
  )
  return rows[0]?.customer_id ?? ''
}

/** Sessions end when time continues. */
export async function signIn({ api }: Stage, payer: Pick<Payer, 'accountId' | 'as'>): Promise<void> {
  const session = {
    method: 'password',
    address: '127.0.0.1',
    userAgent: 'sequences',
    isKnown: false,
  } as const
  const { token } = await transaction(api.context.db, (tx) =>
    openSession(api.context, tx, { accountId: payer.accountId, ...session }),
  )
  payer.as = `Bearer ${token}`
}

/** Null where the provider could not be reached. */
export async function enterOwnCard({ api }: Stage, payer: Payer, card: Card): Promise<string | null> {
  const body = { country: 'CH' }
  const reply = await api.ask(createSetupIntent, { params: { id: payer.id }, body }, payer.as)
  if (!reply.ok) return null
  payer.hasCard = true
  return enterCard(api, reply.body, card)
}
