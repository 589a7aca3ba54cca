import { writeFile } from 'node:fs/promises'
import { listSignatureRequests } from '../../packages/contract/src/signature-requests.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { aSignatureRequest, linkIn } from '../../apps/api/src/testing/signature-request.ts'
import { expect, test } from './test.ts'
import type { Visitor } from './visitor.ts'

const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

test('a sender uploads a contract, drags a field for each of two people onto it, and sends it', async ({
  product,
  visit,
}, testInfo) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const [anna, luc] = [`anna.${Date.now()}@example.org`, `luc.${Date.now()}@example.org`]
  const file = testInfo.outputPath('Rental contract.pdf')
  await writeFile(file, aPdf({ pages: 2, title: 'Rental' }))
  const hers = await visit(wide)
  await signIn(hers, product.url, mara)

  await hers.find('button', 'New', true)
  await hers.session.chooseFile('input[type=file]', file)
  await hers.sees('Rental contract.pdf')
  await hers.seesPages()
  for (const [index, [name, email]] of [
    ['Anna Meier', anna],
    ['Luc Favre', luc],
  ].entries() as Iterable<[number, [string, string]]>) {
    await hers.press('button', 'Add signer')
    await hers.fill('Name', name)
    await hers.fill('Email', email)
    await dragOntoPage(hers, name, 0.3 + index * 0.4)
  }
  await hers.press('button', 'Review and send')
  await hers.sees('luc.')
  await hers.press('button', 'Send to 2 people')
  await hers.sees('Sent: Rental contract')

  for (const email of [anna, luc]) expect(linkIn(await product.inbox.next(email))).toContain(product.url)
  const { items } = await product.call(listSignatureRequests, { query: {} }, mara.as)
  expect(items).toMatchObject([{ title: 'Rental contract', status_overall: 'OPEN' }])
})

test('guests sign on a phone, one by name and one by hand, and the sender sees it completed', async ({
  product,
  visit,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const people = [
    { email: `anna.${Date.now()}@example.org`, firstName: 'Anna', lastName: 'Meier' },
    { email: `luc.${Date.now()}@example.org`, firstName: 'Luc', lastName: 'Favre' },
  ]
  await aSignatureRequest(product, { owner: mara, title: 'House rules', signers: people })

  for (const [index, { email }] of people.entries()) {
    const theirs = await visit(phone)
    await theirs.open(linkIn(await product.inbox.next(email)))
    await theirs.seesPages()
    await theirs.press('button', 'Review and sign')
    if (index === 1) await draw(theirs)
    await theirs.press('button', 'Use this signature')
    await theirs.press('button', 'Sign', true)
    await theirs.sees('You have signed')
  }

  const hers = await visit(wide)
  await signIn(hers, product.url, mara)
  await hers.sees('Completed')
  await hers.press('link', 'House rules')
  await hers.sees('Everyone has signed')
  await hers.seesPages()
})

async function signIn(
  visitor: Visitor,
  url: string,
  { email, password }: { email: string; password: string },
) {
  await visitor.open(`${url}/login`)
  await visitor.fill('Email', email)
  await visitor.fill('Password', password)
  await visitor.press('button', 'Sign in', true)
  await visitor.find('button', 'New', true)
}

/** To a part of the page's width, a little above its middle. */
async function dragOntoPage(visitor: Visitor, name: string, x: number): Promise<void> {
  const page = await visitor.find('group', 'Page 1 of 2')
  const from = await visitor.find('button', `Place field for ${name}`)
  const to = { x: page.box.x + page.box.width * x, y: page.box.y + page.box.height * 0.4 }
  const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  await visitor.drag([from, between, { x: to.x - 4, y: to.y }, to])
  await visitor.find('button', `Signature of ${name} on page 1`)
}

async function draw(visitor: Visitor): Promise<void> {
  await visitor.press('tab', 'Draw')
  const { box } = await visitor.find('image', 'Drawing area, empty')
  const point = (n: number) => ({
    x: box.x + box.width * (0.15 + n * 0.05),
    y: box.y + box.height * (n % 2 === 1 ? 0.3 : 0.7),
  })
  await visitor.drag([point(0), ...Array.from({ length: 12 }, (_, n) => point(n + 1))])
}
