import * as requests from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { phone } from './support/devices.ts'
import { checkScreen } from './support/screen.ts'
import { expect, test } from './support/test.ts'

const mailOf = (name: string) => `${name}.${Math.random().toString(36).slice(2)}@example.org`

/** A request of Mara's to Luc and Kim, who have no account, and Luc's link. */
async function aLink(product: Product) {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const [email, other] = [mailOf('luc'), mailOf('kim')]
  const signers = [
    { email, firstName: 'Luc', lastName: 'Favre' },
    { email: other, firstName: 'Kim', lastName: 'Ott' },
  ]
  const request = await aSignatureRequest(product, { owner, signers })
  const link = linkIn(await product.inbox.next(email))
  return { owner, email, other, request, params: { id: request.id }, link, as: guestOf(link).as }
}
const order = (id: string) => ({ body: { signatureRequests: [{ signatureRequestId: id }] } })

test('a link that was used says so, and gives the signed document when all have signed', async ({
  visit,
  product,
}) => {
  const { other, request, link, as } = await aLink(product)
  await product.call(signDirect, order(request.id), as)
  const luc = await visit(phone)
  await luc.goto(link)
  await expect(luc.getByRole('heading', { name: 'You have signed' })).toBeVisible()
  await expect(luc.getByText('We’ll email you the signed document')).toBeVisible()
  await expect(luc.getByRole('button', { name: 'Download the signed document' })).toBeHidden()
  await product.call(signDirect, order(request.id), guestOf(linkIn(await product.inbox.next(other))).as)
  await luc.reload()
  const [file] = await Promise.all([
    luc.waitForEvent('download'),
    luc.getByRole('button', { name: 'Download the signed document' }).tap(),
  ])
  expect(file.suggestedFilename()).toContain('.pdf')
  await luc.goto(`${link}?hidedownload=true&language=fr`)
  await expect(luc.getByRole('heading', { name: 'Vous avez signé' })).toBeVisible()
  await expect(luc.getByRole('button', { name: /Télécharger/ })).toBeHidden()
  await checkScreen(luc, 'signed-without-download')
})

test('a link whose signature was delegated says that someone else signs', async ({
  visit,
  product,
  problems,
}) => {
  const { params, link, as } = await aLink(product)
  await product.call(requests.delegateSignature, { params, body: { email: mailOf('noor') } }, as)
  problems.expect(/401/)
  const luc = await visit(phone)
  await luc.goto(link)
  await expect(luc.getByRole('heading', { name: 'You delegated this request' })).toBeVisible()
  await expect(luc.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await checkScreen(luc, 'link-delegated')
})

test('a link that the sender has replaced says where to look, and the new one opens', async ({
  visit,
  product,
  problems,
}) => {
  const { owner, params, request, link } = await aLink(product)
  const right = mailOf('lucas')
  const signatures = request.signatures.map(({ sid, signer_identity_data: identity }, index) =>
    index === 0
      ? { signer_identity_data: { ...identity, email_address: right } }
      : { sid, signer_identity_data: identity },
  )
  await product.call(requests.updateSignatureRequest, { params, body: { signatures } }, owner.as)
  problems.expect(/401/)
  const luc = await visit(phone)
  await luc.goto(link)
  await expect(luc.getByRole('heading', { name: 'Your signature is no longer needed' })).toBeVisible()
  await checkScreen(luc, 'link-removed')
  await luc.goto(linkIn(await product.inbox.next(right)))
  await expect(luc.getByRole('button', { name: 'Review and sign' })).toBeVisible()
})

test('a link to what was withdrawn, declined or is over says so, and to whom one may write', async ({
  visit,
  product,
}) => {
  const luc = await visit(phone)
  const write = luc.getByRole('link', { name: 'Email Mara Lindt' })
  await test.step('a withdrawn request says why', async () => {
    const { owner, params, link } = await aLink(product)
    const body = { message: 'A new one follows.' }
    await product.call(requests.withdrawSignatureRequest, { params, body }, owner.as)
    await luc.goto(`${link}?lang=it`)
    await expect(luc.getByText('A new one follows.')).toBeVisible()
    await checkScreen(luc, 'link-withdrawn')
    await luc.goto(`${link}?lang=en`)
    await expect(write).toBeVisible()
  })
  await test.step('a request that someone else declined says why', async () => {
    const { other, params, link } = await aLink(product)
    const kim = guestOf(linkIn(await product.inbox.next(other))).as
    await product.call(requests.declineDirect, { params, body: { message: 'Too dear.' } }, kim)
    await luc.goto(link)
    await expect(luc.getByRole('heading', { name: /has declined to sign/ })).toBeVisible()
    await expect(luc.getByText('Too dear.')).toBeVisible()
    await luc.getByRole('button', { name: 'View document' }).tap()
    await expect(luc.getByRole('group', { name: 'Page 1 of 1' })).toBeVisible()
    await expect(luc.getByRole('button', { name: 'Review and sign' })).toBeHidden()
  })
})

test('the preview of a link is the same whatever it leads to, and names nobody', async ({ product }) => {
  const { link, request, owner } = await aLink(product)
  const pageOf = async (address: string) =>
    (await fetch(address, { headers: { accept: 'text/html' } })).text()
  const page = await pageOf(link)
  expect(page).toContain('<meta property="og:title" content="Countersign"')
  expect(page).toContain('<meta property="og:description"')
  for (const told of [request.title, request.id, owner.email, 'Lindt', 'Favre'])
    expect(page).not.toContain(told)
  const unknown = new URL(link)
  unknown.pathname = `/view/${crypto.randomUUID()}/${'a'.repeat(32)}`
  expect(await pageOf(unknown.href)).toBe(page)
  // Another kind of page names other scripts to load, as its address says too.
  const withoutPreloads = (html: string) =>
    html.replace(/<link rel="(modulepreload|preload)" [^>]*href="[^"]*">/g, '')
  for (const other of [`/view/${request.id}`, '/login'])
    expect(withoutPreloads(await pageOf(`${product.url}${other}`))).toBe(withoutPreloads(page))
})
