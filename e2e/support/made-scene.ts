import { requestConfirmation } from '@countersign/contract/accounts.ts'
import { requestReset } from '@countersign/contract/passwords.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import * as factors from '@countersign/contract/second-factors.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { createVisualSignature, setSignatureImage } from '@countersign/contract/visual-signatures.ts'
import type { Browser } from '@playwright/test'
import { TOTP } from 'otpauth'
import sharp from 'sharp'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '../../apps/api/src/testing/signature-request.ts'
import { aBulkSend, aTemplate } from '../../apps/api/src/testing/template.ts'

/** The people and documents that the pictures show: the same names each time. */

export const mara = { email: 'mara.lindt@example.org', firstName: 'Mara', lastName: 'Lindt' }
export const luc = { email: 'luc.favre@example.org', firstName: 'Luc', lastName: 'Favre' }
const chiara = { email: 'chiara.rossi@example.org', firstName: 'Chiara', lastName: 'Rossi' }

const clauses = [
  'The landlord lets the flat on the third floor of Seestrasse 14 in Zürich, with cellar and bicycle room.',
  'The tenancy begins on 1 February 2027 and runs for an indefinite time.',
  'The rent is CHF 2,140 a month, payable in advance on the first day of each month.',
  'Either party may give notice of three months to the end of March, June or September.',
  'The deposit of CHF 6,000 is kept in an account in the name of the tenant.',
]
const contract = `<style>body{font:15px/1.6 Georgia,serif;margin:70px}h1{font-size:26px}.s{margin-top:190px;display:flex;gap:60px}
.s p{flex:1;border-top:1px solid #333;padding-top:6px}</style><h1>Rental contract</h1><p>between Mara Lindt, Zürich
(landlord), and Luc Favre, Lausanne (tenant)</p><ol>${clauses.map((clause) => `<li>${clause}</li>`).join('')}</ol>
<div class=s><p>Landlord</p><p>Tenant</p></div>`

export async function makeContract(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  await page.setContent(contract)
  const file = await page.pdf({ format: 'A4' })
  await page.close()
  return file
}

async function signAsGuest(product: Product, about: RegExp, signer: { email: string }): Promise<void> {
  const guest = guestOf(linkIn(await product.inbox.next(signer.email, about)))
  const body = {
    signatureRequests: [{ signatureRequestId: guest.requestId, documentSignatures: [] }],
    language: 'en' as const,
  }
  await product.call(signDirect, { body }, guest.as)
}

/** Requests in several states: complete, waiting for others, to sign. */
export async function fillDashboard(product: Product, owner: Person, file: Buffer): Promise<void> {
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott', email: 'ben.ott@example.org' })
  const request = { owner, documents: [file] }
  await aSignatureRequest(product, { ...request, title: 'Offer 2026-118', signers: [luc, chiara] })
  await signAsGuest(product, /Offer/, luc)
  await signAsGuest(product, /Offer/, chiara)
  await aSignatureRequest(product, { ...request, title: 'Shareholders’ resolution', signers: [luc, chiara] })
  await signAsGuest(product, /resolution/, chiara)
  await aSignatureRequest(product, { ...request, title: 'NDA Helvetia', signers: [chiara] })
  const hers = { email: owner.email, firstName: owner.firstName, lastName: owner.lastName }
  await aSignatureRequest(product, { ...request, owner: ben, title: 'Employment contract', signers: [hers] })
  await aSignatureRequest(product, { ...request, title: 'Parking space', signers: [hers, luc] })
}

/** What stands for `:name` in the address of a screen. */
export interface Scene {
  readonly person: Person
  readonly request: string
  readonly link: string
  readonly signup: string
  readonly reset: string
  readonly template: string
  readonly bulkSend: string
}

/** What a template is sent to: two rows, and one that is wrong. */
export const table = 'Email,First name,Flat\ntom@example.org,Tom,4b\ntina@example.org,Tina,7\nnobody,Nora,9\n'

async function mailedToken(product: Product, email: string, about: RegExp): Promise<string> {
  const { links } = await product.inbox.next(email, about)
  const link = links.find((one) => one.includes('token='))
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

/** The landlord's and the tenant's field are on the contract's two lines. */
async function askToSign(product: Product, owner: Person, file: Buffer): Promise<string> {
  const message = 'Dear Luc, here is the contract we spoke about.'
  const documents = [{ name: 'Rental contract.pdf', content: file.toString('base64') }]
  const title = 'Rental contract'
  const { id, documents: uploaded } = await product.call(
    requests.createSignatureRequest,
    { body: { title, message, quality: 'SES', documents } },
    owner.as,
  )
  const signatures = [mara, luc].map(({ email, firstName, lastName }, index) => ({
    account_email: email,
    signer_identity_data: { email_address: email, first_name: firstName, last_name: lastName },
    document_signatures: uploaded.map((document) => ({
      document_id: document.id,
      visual_signature: { position: { page: '0', x: 74 + index * 266, y: 349, width: 180, height: 60 } },
    })),
  }))
  await product.call(requests.updateSignatureRequest, { params: { id }, body: { signatures } }, owner.as)
  await product.call(requests.initiateSignatureRequest, { params: { id } }, owner.as)
  return id
}

/** Written by hand. */
const ink = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="220" fill="none" stroke="#1b2f6b" stroke-width="7"
stroke-linecap="round"><path d="M30 170C60 40 80 20 90 60S85 160 100 150S150 20 165 40S150 170 175 165S215 100 240 110S225
170 250 160S270 110 282 118S285 165 310 150S335 100 352 112S350 165 385 150"/><path d="M440 40C420 110 405 165 430 165S520
130 575 120"/></svg>`

/** A drawn one, the default, and one of plain letters. */
async function keepSignatures(product: Product, person: Person): Promise<void> {
  const content = (await sharp(Buffer.from(ink)).png().toBuffer()).toString('base64')
  const drawn = {
    kind: 'drawn',
    name: 'Mara Lindt',
    location: 'Zürich',
    alias: 'Contracts',
    default: true,
  } as const
  const { id } = await product.call(createVisualSignature, { body: drawn }, person.as)
  await product.call(setSignatureImage, { params: { id }, body: { content } }, person.as)
  const plain = {
    kind: 'text',
    name: 'M. Lindt',
    optionalLine: 'Lindt Immobilien',
    alias: 'Letters',
  } as const
  await product.call(createVisualSignature, { body: plain }, person.as)
}

/** An account with requests, drafts and kept signatures, someone asked by a link, and links of mails not opened yet. */
export async function makeScene(product: Product, file: Buffer): Promise<Scene> {
  const person = await product.person(mara)
  await fillDashboard(product, person, file)
  await aDraft(product, { owner: person, title: 'Sublease Seestrasse', documents: [file] })
  const id = await askToSign(product, person, file)
  const { secret } = guestOf(linkIn(await product.inbox.next(luc.email, /Rental/)))
  await keepSignatures(product, person)
  const newcomer = 'nora.berger@example.org'
  await product.call(requestConfirmation, { body: { email: newcomer } })
  const signup = await mailedToken(product, newcomer, /./)
  await product.call(requestReset, { body: { email: 'ben.ott@example.org' } })
  const reset = await mailedToken(product, 'ben.ott@example.org', /password/i)
  const template = await aTemplate(product, { owner: person, documents: [file], roles: ['Tenant'] })
  const bulkSend = await aBulkSend(product, { owner: person, template, table })
  return {
    person,
    request: id,
    link: secret,
    signup,
    reset,
    template: template.id,
    bulkSend: bulkSend.id,
  }
}

/** Someone whose sign-in takes a code of an app. */
export async function aCarefulPerson(product: Product): Promise<Person> {
  const person = await product.person({
    firstName: 'Noah',
    lastName: 'Brunner',
    email: 'noah.brunner@example.org',
  })
  const { id, secret } = await product.call(
    factors.startTotp,
    { body: { password: person.password } },
    person.as,
  )
  await product.call(
    factors.confirmTotp,
    { params: { id }, body: { code: new TOTP({ secret }).generate() } },
    person.as,
  )
  return person
}
