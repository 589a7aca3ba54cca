import { createApiUser } from '@countersign/contract/api-users.ts'
import { createSignerGroup } from '@countersign/contract/signer-groups.ts'
import { createVisualSignature } from '@countersign/contract/visual-signatures.ts'
import type { Page } from '@playwright/test'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { aTemplate } from '../apps/api/src/testing/template.ts'
import { aBusiness } from './support/business.ts'
import { desktop, phone } from './support/devices.ts'
import { operate } from './support/operator.ts'
import { checkOverflow } from './support/overflow.ts'
import { checkWidth } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Sixty letters each: one word that nothing may break, and one that breaks where words do. */
const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt'
const words = 'Anna-Katharina von der Hoehe zu Sternberg und Wallenstein AG'

async function visit(page: Page, path: string, shows?: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading').first()).toBeVisible()
  if (shows) await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], .animate-pulse').filter({ visible: true })).toHaveCount(0)
  await checkNames(page, path)
}

/** Wide, and as narrow as a phone. */
async function checkNames(page: Page, name: string): Promise<void> {
  for (const { viewport } of [phone, desktop]) {
    await page.setViewportSize(viewport)
    const seen = `${name}, ${viewport.width} px`
    await checkWidth(page, seen)
    await checkOverflow(page, seen)
  }
}

/** A business, its people, seal, group, API user, template and requests: all with names of sixty letters. */
async function makeLongScene(product: Product) {
  const mara = await product.person({ firstName: word, lastName: words })
  const ben = await product.person({ firstName: 'Ben', lastName: word })
  const id = await aBusiness(product, { name: word, admin: mara, members: [ben] })
  await operate(
    product,
    'add-seal',
    word,
    '--name',
    word.toLowerCase(),
    '--quality',
    'AES',
    '--legislation',
    'EIDAS',
  )
  const description = `${word} ${words}`
  await product.call(createApiUser, { params: { id }, body: { description, scopes: ['members'] } }, mara.as)
  const members = [
    { email: `${word}@example.org`.toLowerCase(), name: word },
    { email: ben.email, name: words },
  ]
  await product.call(createSignerGroup, { body: { name: word, members } }, mara.as)
  for (const [name, optionalLine] of [
    [word, words],
    [words, word],
  ] as const) {
    const body = { kind: 'text', alias: name, name, optionalLine, location: word } as const
    await product.call(createVisualSignature, { body }, mara.as)
  }
  const guest = { email: 'nora.long@example.org', firstName: word, lastName: words }
  const signers = [guest, { email: mara.email }, { email: ben.email }]
  const request = await aSignatureRequest(product, { owner: ben, title: `${word} ${words}`, signers })
  await aTemplate(product, { owner: mara, name: word, roles: [word, words] })
  const { secret } = guestOf(linkIn(await product.inbox.next(guest.email, /./)))
  return { mara, id: request.id, secret }
}

const own = [
  '/dashboard',
  '/business/dashboard',
  '/business/members',
  '/business/members/domains',
  '/business/members/signer-groups',
  '/business/seals',
  `/business/seals/${word.toLowerCase()}`,
  '/business/activity',
  '/business/settings',
  '/business/extras',
  '/business/profile',
  '/business/profile/aes-for-business',
  '/business/developers/api',
  '/business/welcome',
  '/profile',
  '/profile/settings',
  '/profile/visual-signature',
  '/profile/signature-standards',
  '/signer-groups',
  '/templates',
]

test('names of sixty letters stay within their panels, wide and on a phone', async ({
  page,
  visit: another,
  product,
}) => {
  const { mara, id, secret } = await makeLongScene(product)
  await test.step('for who signs by a link', async () => {
    const hers = await another()
    for (const path of [
      `/view/${id}/${secret}`,
      `/direct-sign/${id}/${secret}`,
      `/direct-sign/${id}/${secret}/preview`,
    ])
      await visit(hers, path)
  })
  await haveSession(page, mara)
  for (const path of [...own, `/view/${id}`]) await visit(page, path)
  await test.step('while one composes, and in the review before one sends', async () => {
    const signers = [
      { email: `${word}@example.org`.toLowerCase(), firstName: word },
      { email: 'anna.long@example.org', firstName: words },
    ]
    const draft = await aDraft(product, { owner: mara, title: word, signers })
    for (const step of ['documents', 'people', 'fields', 'send'])
      await visit(page, `/compose/${draft.id}?step=${step}`)
    await page.getByRole('button', { name: 'Review and send' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkNames(page, 'the review before one sends')
  })
  await test.step('in the review before one signs', async () => {
    await page.goto(`/view/${id}`)
    await page.getByRole('button', { name: 'Review and sign' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await checkNames(page, 'the review')
  })
})
