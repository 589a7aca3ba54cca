import { createApiUser } from '@countersign/contract/api-users.ts'
import { confirmAesForBusiness } from '@countersign/contract/aes-for-business.ts'
import { addDomain } from '@countersign/contract/business-domains.ts'
import { acceptInvitation, inviteMembers } from '@countersign/contract/members.ts'
import { setLogo } from '@countersign/contract/business-settings.ts'
import { createBusiness } from '@countersign/contract/businesses.ts'
import { createSignerGroup } from '@countersign/contract/signer-groups.ts'
import { sign } from '@countersign/contract/signing.ts'
import sharp from 'sharp'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import { aDomain } from '../../../apps/api/src/testing/domains.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { aSignatureRequest } from '../../../apps/api/src/testing/signature-request.ts'
import { makeProgram } from './program.ts'
import { askRepresentative } from './representative.ts'
import { asOwner } from '../../support/database.ts'
import { operate } from '../../support/operator.ts'

/** Seehof AG: who administers it asks the guests of the pictures to sign. */
export interface Company {
  readonly id: string
  readonly admin: Person
  readonly member: Person
}

const name = 'Seehof AG'
const domain = 'seehof.example'

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><circle cx="60" cy="48" r="40" fill="#2f6b4f"/>
<path d="M54 80h12v32H54z" fill="#6b4a2f"/><text x="118" y="78" font-family="sans-serif" font-size="46" font-weight="bold"
fill="#24352d">Seehof AG</text></svg>`

async function addPeople(product: Product, id: string, admin: Person, member: Person): Promise<void> {
  const users = [member.email, 'ben.ott@seehof.example', 'carla.rossi@seehof.example'].map((email) => ({
    email,
    role: 'member' as const,
  }))
  const { invitedMembers } = await product.call(inviteMembers, { params: { id }, body: { users } }, admin.as)
  const invited = invitedMembers.find(({ email }) => email === member.email)
  await product.call(acceptInvitation, { params: { inviteId: invited?.id ?? '' } }, member.as)
}

/** Pays for the identity checks of its members and of those whom they ask to sign; the operator sets that. */
async function payForChecks(product: Product, { id }: Company): Promise<void> {
  const paid = { payForMembers: true, payForInvitations: true }
  const identifications = JSON.stringify({ identifications: { eidas: paid, zertes: paid } })
  await asOwner(product, 'UPDATE businesses SET settings = settings || $2::jsonb WHERE id = $1', [
    id,
    identifications,
  ])
}

/** Vouches for those with an email of its domain: they sign with a code by email. */
async function vouch(product: Product, { id, admin }: Company): Promise<void> {
  const token = await askRepresentative(product, { id, admin, domain })
  await product.call(confirmAesForBusiness, { body: { token } })
}

async function signAmongThem(product: Product, { admin, member }: Company, file: Buffer): Promise<void> {
  for (const [title, owner, signer] of [
    ['Offer for the roof', admin, member],
    ['Lease of the boat shed', member, admin],
    ['Order of slates', member, admin],
  ] as const) {
    const signers = [{ email: signer.email, firstName: signer.firstName, lastName: signer.lastName }]
    const { id } = await aSignatureRequest(product, { owner, title, documents: [file], signers })
    const body = { signatureRequests: [{ signatureRequestId: id }], timeZone: 'Europe/Zurich' }
    await product.call(sign, { body }, signer.as)
  }
}

/** A business with a logo, people, a seal, domains, groups, an API user, and something signed. */
export async function makeCompany(product: Product, file: Buffer): Promise<Company> {
  const admin = await product.person({ firstName: 'Mara', lastName: 'Lindt', email: `mara.lindt@${domain}` })
  const member = await product.person({ firstName: 'Noor', lastName: 'Frey', email: `noor.frey@${domain}` })
  const body = { name, gtc: true, dpa: true, country: 'CH' }
  const { id } = await product.call(createBusiness, { body }, admin.as)
  const params = { id }
  const image = (await sharp(Buffer.from(logo)).png().toBuffer()).toString('base64')
  await product.call(setLogo, { params, body: { image } }, admin.as)
  await addPeople(product, id, admin, member)
  const seal = ['--name', 'seehof', '--quality', 'AES', '--legislation', 'EIDAS']
  await operate(product, 'add-seal', id, ...seal)
  await aDomain(product, { id, domain, as: admin.as })
  await product.call(addDomain, { params, body: { domain: 'seehof-immobilien.example' } }, admin.as)
  await product.call(
    createApiUser,
    { params, body: { description: 'Payroll', scopes: ['members'] } },
    admin.as,
  )
  await makeProgram(product, id, admin, file)
  const members = [member, admin].map(({ email, firstName, lastName }) => ({
    email,
    name: `${firstName} ${lastName}`,
  }))
  await product.call(createSignerGroup, { body: { name: 'Management', members } }, admin.as)
  const company = { id, admin, member }
  await vouch(product, company)
  await payForChecks(product, company)
  await signAmongThem(product, company, file)
  return company
}
