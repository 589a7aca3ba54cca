import { readFileSync } from 'node:fs'
import type { AccountActor } from '#api/platform/actor.ts'
import { hashPassword } from '#api/identity/accounts/password-hash.ts'
import { add } from '#api/identity/accounts/repository.ts'
import type { Business } from '#api/business/businesses/business.ts'
import { addMember, createBusiness } from '#api/business/businesses/create-business.ts'
import { updateBusinessSettings } from '#api/business/businesses/update-business-settings.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { protocolFonts } from '#api/app/audit-trail/protocol-fonts.ts'
import { addSeal } from '#api/business/seals/add-seal.ts'
import { addSealMembers } from '#api/business/seals/change-seal-members.ts'
import { createSignatureRequest } from '#api/signing/signature-requests/drafts/create-signature-request.ts'
import { initiateSignatureRequest } from '#api/signing/signature-requests/drafts/initiate-signature-request.ts'
import { updateSignatureRequest } from '#api/signing/signature-requests/changes/update-signature-request.ts'
import { openTypst } from '#api/platform/typst/typst.ts'
import { planLimits } from '#api/billing/usage/refuse-feature.ts'
import { hasAccountOf, hasAccounts } from './repository.ts'

/** A name and a password that everybody may know: `npm start` is for trying out, on one's own machine. */
const anna = { email: 'anna.keller@example.org', firstName: 'Anna', lastName: 'Keller' }
const ben = { email: 'ben.frei@example.org', firstName: 'Ben', lastName: 'Frei' }
const password = 'paper-and-ink-2026'

export interface DemoSignIn {
  readonly email: string
  readonly password: string
}

/** On the first start: two people, their business and a first document to sign. Gives the sign-in, or null where it is not the demo's database. */
export async function seedDemo(context: Context): Promise<DemoSignIn | null> {
  if (await hasAccounts(context.db))
    return (await hasAccountOf(context.db, anna.email)) ? { email: anna.email, password } : null
  const admin = await addPerson(context, anna)
  const landlord = await addPerson(context, ben)
  const business = await createBusiness(context, { name: 'Lindenhof AG', admin: anna.email })
  await addMember(context, business.id, { email: ben.email, role: 'member' })
  await payForIdentifications(context, admin, business)
  await addDemoSeal(context, admin, business)
  const request = await createSignatureRequest(context, landlord, {
    title: 'Rental contract Lindenhof 4',
    message: 'Dear Anna, here is the contract as we discussed it. Please sign it when you have read it. Ben',
    quality: 'SES',
    documents: [{ name: 'Rental contract.pdf', content: await rentalContract() }],
    signatures: [],
  })
  const places = { landlord: { x: 71, y: 252 }, tenant: { x: 315, y: 252 } }
  await addSigners(context, landlord, request.id, request.documents[0]?.id ?? '', places)
  await initiateSignatureRequest(context, landlord, request.id)
  return { email: anna.email, password }
}

/** So that every way of being identified can be tried. */
async function payForIdentifications(context: Context, admin: AccountActor, { id }: Business): Promise<void> {
  const all = { payForMembers: true, payForInvitations: true }
  const settings = { identifications: { eidas: all, zertes: all } }
  await updateBusinessSettings({ ...context, ...planLimits(context) }, admin, id, settings)
}

/** Where a trust service for seals is set up; it is asked for the key like any other. */
async function addDemoSeal(context: Context, admin: AccountActor, { id, name }: Business): Promise<void> {
  if (!context.trustServices.nameFor('SEAL_AES', 'EIDAS')) return
  const accountName = 'lindenhof'
  await addSeal(context, id, {
    ...{ accountName, label: name, sealName: name, organisation: name },
    ...{ quality: 'AES', legislation: 'EIDAS', service: null, certifies: false },
  })
  await addSealMembers(context, admin, { businessId: id, named: accountName }, [admin.email])
}

async function addPerson(context: Context, person: typeof anna): Promise<AccountActor> {
  const passwordHash = await hashPassword(password)
  const account = await transaction(context.db, (tx) =>
    add(tx, {
      ...person,
      passwordHash,
      termsAccepted: true,
      language: 'en',
      timeZone: null,
      mobile: null,
      celloUcc: null,
      freePlan: context.config.freePlan,
      now: context.now(),
    }),
  )
  if (!account) throw new Error(`${person.email} has an account already`)
  return {
    kind: 'account',
    accountId: account.id,
    // Of no session: nobody has signed in.
    sessionId: crypto.randomUUID(),
    email: person.email,
    name: `${person.firstName} ${person.lastName}`,
    language: 'en',
    address: '127.0.0.1',
    userAgent: 'demo',
  }
}

async function addSigners(
  context: Context,
  landlord: AccountActor,
  requestId: string,
  documentId: string,
  places: Record<'landlord' | 'tenant', { x: number; y: number }>,
): Promise<void> {
  const signer = (person: typeof anna, place: { x: number; y: number }) => ({
    account_email: person.email,
    signer_identity_data: {
      email_address: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
    },
    sequence: -1,
    notify: true,
    document_signatures: [
      {
        document_id: documentId,
        visual_signature: { position: { page: '1', ...place, width: 200, height: 60 } },
      },
    ],
  })
  const signatures = [signer(ben, places.landlord), signer(anna, places.tenant)]
  await updateSignatureRequest(context, landlord, requestId, { signatures })
}

async function rentalContract(): Promise<Buffer> {
  const source = readFileSync(new URL('./rental-contract.typ', import.meta.url), 'utf8')
  const fonts = await protocolFonts(source)
  const typst = await openTypst(fonts.map(({ bytes }) => bytes))
  return Buffer.from(typst.pdf({ source }))
}
