import type { Legislation } from '@countersign/contract/values.ts'
import type { Page } from '@playwright/test'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { aMobileNumber, approveOn, chooseSignature, codeFor, identified } from './support/approvals.ts'
import { breakParty, mendParties } from './support/faults.ts'
import { acceptTerms, beIdentified, leaveForService, payFor } from './support/identification.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// What a trust service's failures look like, one after the other on one document: each shows what happened and a way on,
// and in the end it is signed. Here is one of each look; every way to fail is in `failures-at-service.db.test.ts` of the
// api, and the words of each error in `signing-failure.test.ts` of the web app.

test.afterEach(({ product }) => mendParties(product))

const slow = { timeout: 60_000 }
const ours = 'We couldn’t create your signature'
const away = 'The trust service is unavailable'
const telephone = 'Your phone didn’t confirm'
const mismatch = 'Your confirmation doesn’t match your identity check'
const unknown = 'Verify your identity first'

/** What the party does, and what the page says of it. */
type Case = readonly [kind: string, title: string]

async function aScene(page: Page, product: Product, legislation: Legislation) {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const mobile = aMobileNumber()
  const beKnown = () => identified(product, owner, { legislation, mobile })
  await beKnown()
  const quality = { quality: 'QES', legislation } as const
  const request = await aSignatureRequest(product, { owner, ...quality, signers: [{ email: owner.email }] })
  await haveSession(page, owner)
  const open = async () => {
    await page.goto(`/view/${request.id}`)
    await chooseSignature(page)
  }
  await open()
  return { mobile, open, beKnown }
}

const signed = (page: Page) => page.getByRole('dialog', { name: 'You have signed' })
const signButton = (page: Page) => page.getByRole('button', { name: 'Sign and confirm' })
const again = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Try again' })

/** Presses the button that is there: the first one, or the one of the failure before. */
async function begin(page: Page): Promise<void> {
  const failed = await again(page).isVisible()
  await (failed ? again(page) : signButton(page)).click()
}

async function expectFailure(page: Page, party: string, [kind, title]: Case): Promise<void> {
  await expect(page.getByRole('dialog', { name: title }), `${party}: ${kind}`).toBeVisible(slow)
}

/** In the window that the trust service's page opens in. */
async function approveInOtherWindow(page: Page, product: Product, mobile: string): Promise<void> {
  const [service] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the trust service’s page' }).click(),
  ])
  await approveOn(service, product, mobile)
  await service.close()
}

async function approveByRedirect(page: Page, product: Product, mobile: string): Promise<void> {
  await page.getByRole('button', { name: 'Go to the trust service' }).click()
  await approveOn(page, product, mobile)
}

test('AIS: each look of a failure, and in the end it is signed', async ({ page, product }) => {
  const { mobile, open, beKnown } = await aScene(page, product, 'ZERTES')
  const atOnce: readonly Case[] = [
    ['status_503', away],
    ['signature_error', ours],
  ]
  // What becomes of the declaration of will, as the next look at it finds. A code was sent for it.
  const afterwards: readonly Case[] = [
    ['user_cancel', 'The signature was cancelled'],
    ['step_up_timeout', 'Signing timed out'],
    ['step_up_status', telephone],
    ['invalid_otp', 'Too many incorrect codes'],
  ]
  for (const one of [...atOnce, ...afterwards]) {
    await breakParty(product, 'ais', one[0])
    await begin(page)
    await expectFailure(page, 'ais', one)
    await mendParties(product)
    if (afterwards.includes(one)) await codeFor(product, mobile)
  }
  await begin(page)
  await breakParty(product, 'ais', 'bad_signature')
  await approveInOtherWindow(page, product, mobile)
  await expectFailure(page, 'ais', ['bad_signature', ours])
  await mendParties(product)
  await breakParty(product, 'ais', 'serial_number_mismatch')
  await begin(page)
  await expectFailure(page, 'ais', ['serial_number_mismatch', mismatch])
  await mendParties(product)
  // It is compared after the approval: a code was sent for this one too.
  await codeFor(product, mobile)
  await beKnown()
  await open()
  await begin(page)
  await approveInOtherWindow(page, product, mobile)
  await expect(signed(page)).toBeVisible(slow)
})

test('MAB: each look of a failure, and in the end it is signed', async ({ page, product }) => {
  const { mobile, open, beKnown } = await aScene(page, product, 'EIDAS')
  await breakParty(product, 'mab', 'status_503')
  await begin(page)
  await expectFailure(page, 'mab', ['status_503', away])
  await mendParties(product)
  const onTheWayBack: readonly Case[] = [
    ['user_cancel', 'The signature was cancelled'],
    ['invalid_client', away],
    ['revoked_certificate', telephone],
    ['expired_token', 'Signing timed out'],
    ['bad_signature', ours],
    ['identification_required', unknown],
    ['serial_number_mismatch', mismatch],
  ]
  for (const one of onTheWayBack) {
    await begin(page)
    await expect(page.getByRole('button', { name: 'Go to the trust service' })).toBeVisible()
    await breakParty(product, 'mab', one[0])
    await approveByRedirect(page, product, mobile)
    await expectFailure(page, 'mab', one)
    await mendParties(product)
    if (one[1] !== unknown && one[1] !== mismatch) continue
    await beKnown()
    await open()
  }
  await begin(page)
  await approveByRedirect(page, product, mobile)
  await expect(signed(page)).toBeVisible(slow)
})

for (const [provider, way, unbelievable] of [
  ['srs', 'eidas/self', 'bad_signature'],
  ['intrum', 'zertes/personal-details?method=auto', 'unknown_status'],
] as const)
  test(`${provider}: a document that is too old, then messages not to be believed, and a good end`, async ({
    page,
    product,
  }) => {
    const nora = await product.person({ firstName: 'Nora', lastName: 'Berger' })
    await payFor(product, nora)
    await haveSession(page, nora)
    const mobile = aMobileNumber()
    await page.goto(`/profile/signature-standards/${way}`)
    await leaveForService(page, mobile)
    await breakParty(product, provider, 'document_expired')
    await beIdentified(page, 'Identified')
    await expect(page.getByRole('alert')).toContainText('Your ID has expired.', slow)
    await mendParties(product)
    await page.getByRole('link', { name: 'Try again' }).click()
    if (provider === 'intrum') await page.getByRole('link', { name: 'Check my details' }).click()
    await leaveForService(page, mobile)
    await breakParty(product, provider, unbelievable)
    await beIdentified(page, 'Identified')
    // What its messages do not tell is asked for.
    await mendParties(product)
    await acceptTerms(page)
  })

test('an identification service that is away says so, and the form is still filled in when it is back', async ({
  page,
  product,
  problems,
}) => {
  test.setTimeout(600_000)
  const nora = await product.person({ firstName: 'Nora', lastName: 'Berger' })
  await payFor(product, nora)
  await haveSession(page, nora)
  problems.expect(/503/)
  await page.goto('/profile/signature-standards/eidas/self')
  await page.getByRole('combobox', { name: 'Country code' }).selectOption('CH')
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(aMobileNumber())
  await breakParty(product, 'srs', 'status_503')
  const go = page.getByRole('button', { name: 'Go to identity check' })
  await go.click()
  await expect(page.getByRole('alert')).toContainText('temporarily unavailable', slow)
  await mendParties(product)
  // After several failures it is left alone for a while.
  await expect(async () => {
    await go.click()
    await expect(page.getByRole('heading', { name: 'Verify your identity' })).toBeVisible()
  }).toPass({ timeout: 120_000 })
})

test('ID Austria: each way back that is none, and a good one', async ({ page, product }) => {
  const johanna = await product.person({ firstName: 'Johanna', lastName: 'Gruber' })
  await haveSession(page, johanna)
  const goThereAndBack = async (kind: string | null) => {
    await page.goto('/profile/signature-standards/eidas')
    await page.getByRole('button', { name: 'Connect ID Austria' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect your ID Austria' })
    await dialog.getByRole('button', { name: 'Go to ID Austria' }).click()
    const whoever = page.getByRole('button', { name: /^Johanna Gruber, full function/ })
    await expect(whoever).toBeVisible()
    if (kind) await breakParty(product, 'id-austria', kind)
    await whoever.click()
    await expect(page).toHaveURL(/\/id-austria-success/)
  }
  // One of each reason; every way to fail is in `faults.db.test.ts` of the api.
  for (const kind of ['user_cancel', 'level_too_low', 'bad_signature']) {
    await goThereAndBack(kind)
    await expect(page.getByText('We couldn’t verify your identity'), kind).toBeVisible(slow)
    await mendParties(product)
  }
  await goThereAndBack('name_mismatch')
  await expect(page.getByText('This name differs from the one on file')).toBeVisible(slow)
})

test('the SMS gateway does not take a number, and takes it when one tries again', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = `luc.${Date.now()}@example.org`
  const mobile = aMobileNumber()
  const identity = { email_address: luc, first_name: 'Luc', last_name: 'Favre', mobile_number: mobile }
  const signers = [{ email: luc, signer_identity_data: identity }]
  await aSignatureRequest(product, { owner, quality: 'AES', signers })
  await page.goto(linkIn(await product.inbox.next(luc)))
  await chooseSignature(page)
  await breakParty(product, 'sms', 'reject_recipient')
  await page.getByRole('button', { name: 'Sign with SMS code' }).click()
  await expectFailure(page, 'sms', ['reject_recipient', telephone])
  await mendParties(product)
  await again(page).click()
  const form = page.getByRole('dialog', { name: 'Enter the code' })
  await form.getByLabel('Code').fill(await codeFor(product, mobile))
  await form.getByRole('button', { name: 'Confirm and sign' }).click()
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible(slow)
})
