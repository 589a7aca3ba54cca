import { requestConfirmation } from '@countersign/contract/accounts.ts'
import { requestReset } from '@countersign/contract/passwords.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { createSignerGroup } from '@countersign/contract/signer-groups.ts'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { aDraft, guestOf, linkIn } from '../../../apps/api/src/testing/signature-request.ts'
import { aBulkSend, aTemplate } from '../../../apps/api/src/testing/template.ts'
import { type Company, makeCompany } from './company.ts'
import { mailedToken } from './mail.ts'
import { addEnded, fillDashboard } from './dashboard.ts'
import { ben, chiara, luc, mara } from './people.ts'
import { keepSignatures } from './signatures.ts'

/** What stands for `:name` in the address of a screen. */
export interface Scene {
  readonly person: Person
  readonly company: Company
  /** Has nothing yet. */
  readonly newcomer: Person
  /** The contract as PDF. */
  readonly file: Buffer
  readonly request: string
  readonly link: string
  readonly signup: string
  readonly reset: string
  readonly template: string
  readonly bulkSend: string
}

/** What a template is sent to: two rows, and one that is wrong. */
export const table = 'Email,First name,Flat\ntom@example.org,Tom,4b\ntina@example.org,Tina,7\nnobody,Nora,9\n'

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

/** An account with requests, drafts and kept signatures, someone asked by a link, and links of mails not opened yet. */
export async function makeScene(product: Product, file: Buffer): Promise<Scene> {
  const person = await product.person(mara)
  await addEnded(product, person, file)
  await fillDashboard(product, person, file)
  await aDraft(product, { owner: person, title: 'Sublease Seestrasse', documents: [file] })
  const id = await askToSign(product, person, file)
  const { secret } = guestOf(linkIn(await product.inbox.next(luc.email, /Rental/)))
  await keepSignatures(product, person)
  const newcomer = 'nora.berger@example.org'
  await product.call(requestConfirmation, { body: { email: newcomer } })
  const signup = await mailedToken(product, newcomer, /./)
  await product.call(requestReset, { body: { email: ben.email } })
  const reset = await mailedToken(product, ben.email, /password/i)
  const template = await aTemplate(product, { owner: person, documents: [file], roles: ['Tenant'] })
  const bulkSend = await aBulkSend(product, { owner: person, template, table })
  const members = [luc, chiara].map(({ email, firstName, lastName }) => ({
    email,
    name: `${firstName} ${lastName}`,
  }))
  await product.call(createSignerGroup, { body: { name: 'Tenants', members } }, person.as)
  const company = await makeCompany(product, file)
  return {
    person,
    company,
    newcomer: await product.person({ firstName: 'Zoë', lastName: 'Brunner' }),
    file,
    request: id,
    link: secret,
    signup,
    reset,
    template: template.id,
    bulkSend: bulkSend.id,
  }
}
