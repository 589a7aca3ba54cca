import type { Legislation } from '@countersign/contract/values.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import { getSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import type { Page } from '@playwright/test'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import {
  aMobileNumber,
  approveOn,
  chooseSignature,
  codeFor,
  identified,
  otherThan,
} from './support/approvals.ts'
import { acceptTerms, beIdentified, leaveForService, payFor } from './support/identification.ts'
import { asOwner } from './support/database.ts'
import { breakParty, mendParties } from './support/faults.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.afterEach(({ product }) => mendParties(product))

const signed = (page: Page) => page.getByRole('dialog', { name: 'You have signed' })
const waiting = (page: Page) => page.getByRole('dialog', { name: 'Confirm with password and code' })
const slow = { timeout: 60_000 }

/** Someone who was identified opens their own request and has chosen their signature. */
async function readyToSign(page: Page, product: Product, legislation: Legislation) {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const mobile = aMobileNumber()
  await identified(product, owner, { legislation, mobile })
  const request = await aSignatureRequest(product, {
    owner,
    quality: 'QES',
    legislation,
    signers: [{ email: owner.email }],
  })
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  await chooseSignature(page)
  return {
    owner,
    mobile,
    request,
    sign: () => page.getByRole('button', { name: 'Sign and confirm' }).click(),
  }
}

/** In the window that the trust service's page opens in. */
async function inOtherWindow(page: Page, act: (service: Page) => Promise<void>): Promise<void> {
  const [service] = await Promise.all([
    page.waitForEvent('popup'),
    waiting(page).getByRole('link', { name: 'Open the trust service’s page' }).click(),
  ])
  await act(service)
  await service.close()
}

test('who cancels at the trust service is told so, tries again and signs', async ({ page, product }) => {
  const { mobile, sign } = await readyToSign(page, product, 'ZERTES')
  await sign()
  await inOtherWindow(page, (service) => service.getByRole('button', { name: 'Cancel' }).click())
  const cancelled = page.getByRole('dialog', { name: 'The signature was cancelled' })
  await expect(cancelled).toBeVisible(slow)
  await checkBothSizes(page, 'signing-cancelled')
  await codeFor(product, mobile)
  await cancelled.getByRole('button', { name: 'Try again' }).click()
  await inOtherWindow(page, (service) => approveOn(service, product, mobile))
  await expect(signed(page)).toBeVisible(slow)
})

test('who takes too long, or whose phone does not answer, is told so and tries again', async ({
  page,
  product,
}) => {
  const { mobile, sign } = await readyToSign(page, product, 'ZERTES')
  await sign()
  await expect(waiting(page)).toBeVisible()
  await breakParty(product, 'ais', 'step_up_timeout')
  const late = page.getByRole('dialog', { name: 'Signing timed out' })
  await expect(late).toBeVisible(slow)
  await checkBothSizes(page, 'signing-timed-out')
  await mendParties(product)
  await breakParty(product, 'ais', 'no_key_found')
  await late.getByRole('button', { name: 'Try again' }).click()
  const silent = page.getByRole('dialog', { name: 'Your phone didn’t confirm' })
  await expect(silent).toBeVisible(slow)
  await checkBothSizes(page, 'mobile-signing-failure')
  await mendParties(product)
  await codeFor(product, mobile)
  await codeFor(product, mobile)
  await silent.getByRole('button', { name: 'Try again' }).click()
  await inOtherWindow(page, (service) => approveOn(service, product, mobile))
  await expect(signed(page)).toBeVisible(slow)
})

test('whose means of approval has changed is identified again and signs', async ({ page, product }) => {
  const anna = await product.person({ firstName: 'Anna', lastName: 'Keller' })
  await payFor(product, anna)
  const signers = [{ email: anna.email }]
  const quality = { quality: 'QES', legislation: 'ZERTES' } as const
  const request = await aSignatureRequest(product, { owner: anna, signers, ...quality })
  await haveSession(page, anna)
  await page.goto('/profile/signature-standards/zertes/personal-details?method=auto')
  await leaveForService(page, aMobileNumber())
  await beIdentified(page, 'Identified')
  await acceptTerms(page)
  const begin = async () => {
    await page.goto(`/view/${request.id}`)
    await chooseSignature(page)
    await page.getByRole('button', { name: 'Sign and confirm' }).click()
  }
  await breakParty(product, 'ais', 'serial_number_mismatch')
  await begin()
  const mismatch = page.getByRole('dialog', { name: 'Your confirmation doesn’t match your identity check' })
  await expect(mismatch).toBeVisible(slow)
  await checkBothSizes(page, 'serial-number-mismatch')
  await mendParties(product)
  await mismatch.getByRole('link', { name: 'Verify your identity' }).click()
  await page.getByRole('link', { name: 'Choose video selfie' }).click()
  await page.getByRole('link', { name: 'Check my details' }).click()
  const mobile = aMobileNumber()
  await leaveForService(page, mobile)
  await beIdentified(page, 'Identified')
  await expect(page.getByRole('region', { name: 'Verified details' })).toBeVisible()
  await begin()
  await inOtherWindow(page, (service) => approveOn(service, product, mobile))
  await expect(signed(page)).toBeVisible(slow)
})

test('five wrong codes stop the signing, and a new code signs', async ({ page, product, problems }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = `luc.${Date.now()}@example.org`
  const mobile = aMobileNumber()
  const identity = { email_address: luc, first_name: 'Luc', last_name: 'Favre', mobile_number: mobile }
  const signers = [{ email: luc, signer_identity_data: identity }]
  await aSignatureRequest(product, { owner, quality: 'AES', signers })
  await page.goto(linkIn(await product.inbox.next(luc)))
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign with SMS code' }).click()
  const code = await codeFor(product, mobile)
  problems.expect(/respond|tan\/check|40[09]/)
  const give = async (typed: string) => {
    const form = page.getByRole('dialog', { name: 'Enter the code' })
    await form.getByLabel('Code').fill(typed)
    await form.getByRole('button', { name: 'Confirm and sign' }).click()
  }
  await give(otherThan(code))
  for (const left of ['4 attempts left', '3 attempts left', '2 attempts left', '1 attempt left']) {
    await expect(page.getByText(`Incorrect code. ${left}.`)).toBeVisible()
    await give(otherThan(code))
  }
  const locked = page.getByRole('dialog', { name: 'Too many incorrect codes' })
  await expect(locked).toBeVisible()
  await checkBothSizes(page, 'tan-locked')
  await locked.getByRole('button', { name: 'Try again' }).click()
  await give(await codeFor(product, mobile))
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible(slow)
})

test('while someone else is signing, one sees who and until when, and signs once it is free', async ({
  page,
  product,
  problems,
}) => {
  const anna = await product.person({ firstName: 'Anna', lastName: 'Keller' })
  const named = { givenName: 'Anna', surname: 'Keller' }
  await identified(product, anna, { legislation: 'EIDAS', mobile: aMobileNumber(), ...named })
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const mobile = aMobileNumber()
  await identified(product, mara, { legislation: 'EIDAS', mobile })
  const request = await aSignatureRequest(product, {
    owner: mara,
    quality: 'QES',
    legislation: 'EIDAS',
    signers: [{ email: anna.email }, { email: mara.email }],
  })
  const body = { signatureRequests: [{ signatureRequestId: request.id, documentSignatures: [] }] }
  const begun = await product.call(sign, { body }, anna.as)
  await haveSession(page, mara)
  await page.goto(`/view/${request.id}`)
  await chooseSignature(page)
  problems.expect(/409|423|v3\/sign/)
  await page.getByRole('button', { name: 'Sign and confirm' }).click()
  const locked = page.getByRole('dialog', { name: 'Someone else is signing right now' })
  await expect(locked.getByText(/Anna \S+ is signing right now/)).toBeVisible()
  await expect(locked.getByText(/They have until /)).toBeVisible()
  await checkBothSizes(page, 'signing-locked')
  const id = begun.signatures[0]?.step?.id ?? ''
  await product.call(approvals.cancelApproval, { params: { id } }, anna.as)
  const leave = page.getByRole('dialog', { name: 'Confirm with the trust service' })
  await expect(leave).toBeVisible(slow)
  await leave.getByRole('button', { name: 'Go to the trust service' }).click()
  await approveOn(page, product, mobile)
  await expect(signed(page)).toBeVisible(slow)
})

test('a code that is too old says so; a new one is sent, and once more when its time has come', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = `luc.${Date.now()}@example.org`
  const mobile = aMobileNumber()
  const identity = { email_address: luc, first_name: 'Luc', last_name: 'Favre', mobile_number: mobile }
  const { id } = await aSignatureRequest(product, {
    owner,
    quality: 'AES',
    signers: [{ email: luc, signer_identity_data: identity }],
  })
  // Once it is known to have been handed over.
  const later = (minutes: number) =>
    expect
      .poll(async () => {
        const { rowCount } = await asOwner(
          product,
          `UPDATE approvals SET sent_at = sent_at - $2::interval, code_made_at = code_made_at - $2::interval,
             expires_at = expires_at - $2::interval
           WHERE id IN (SELECT approval_id FROM signings WHERE request_id = $1) AND status = 'OPEN' AND sent_at IS NOT NULL`,
          [id, `${minutes} minutes`],
        )
        return rowCount
      })
      .toBe(1)
  await page.goto(linkIn(await product.inbox.next(luc)))
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign with SMS code' }).click()
  const form = page.getByRole('dialog', { name: 'Enter the code' })
  const give = async (code: string) => {
    await form.getByLabel('Code').fill(code)
    await form.getByRole('button', { name: 'Confirm and sign' }).click()
  }
  const first = await codeFor(product, mobile)
  await later(9)
  problems.expect(/respond|tan|40\d|410/)
  await give(first)
  const old = page.getByRole('dialog', { name: 'Code expired' })
  await expect(old).toBeVisible(slow)
  await checkBothSizes(page, 'tan-expired')
  await old.getByRole('button', { name: 'Try again' }).click()
  await codeFor(product, mobile)
  await later(3)
  await page.reload()
  await form.getByRole('button', { name: 'Resend code' }).click()
  await expect(form.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await give(await codeFor(product, mobile))
  await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible(slow)
})

test('a signature whose answer was lost in a proxy is shown as signed, one that never arrived as unknown', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/50[24]/)
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const { id } = await aSignatureRequest(product, { owner, signers: [{ email: owner.email }] })
  await haveSession(page, owner)
  await page.goto(`/view/${id}`)
  let arrives = false
  await page.route(/\/v3\/sign$/, async (route) => {
    if (arrives) await route.fetch()
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' })
  })
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign now' }).click()
  await expect(page.getByText('We don’t know whether your signature reached us.')).toBeVisible()
  await checkBothSizes(page, 'signing-unanswered')
  arrives = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(signed(page)).toBeVisible()
  const request = await product.call(getSignatureRequest, { params: { id } }, owner.as)
  expect(request.status_overall).toBe('SIGNED')
})
