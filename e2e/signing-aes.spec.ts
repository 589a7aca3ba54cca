import { aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { aMobileNumber, chooseSignature, codeFor, otherThan } from './support/approvals.ts'
import { checkScreen } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test(
  'a guest signs with a code by SMS: a wrong one, the page loaded again, the right one',
  { tag: '@phone' },
  async ({ page, product, problems }) => {
    const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
    const luc = `luc.${Date.now()}@example.org`
    const mobile = aMobileNumber()
    await aSignatureRequest(product, {
      owner,
      quality: 'AES',
      signers: [
        {
          email: luc,
          signer_identity_data: {
            email_address: luc,
            first_name: 'Luc',
            last_name: 'Favre',
            mobile_number: mobile,
          },
        },
      ],
    })
    await page.goto(linkIn(await product.inbox.next(luc)))
    await page.getByRole('button', { name: 'Review and sign' }).click()
    const review = page.getByRole('dialog', { name: 'Review and sign' })
    await expect(review.getByText(/Advanced electronic signature/)).toBeVisible()
    await expect(review.getByText('We’ll text you a code first.')).toBeVisible()
    await page.getByRole('button', { name: 'Use this signature' }).click()
    await page.getByRole('button', { name: 'Sign with SMS code' }).click()

    const dialog = page.getByRole('dialog', { name: 'Enter the code' })
    await expect(dialog.getByText(/We sent a six-digit code by SMS/)).toBeVisible()
    await expect(dialog.getByText(mobile)).toBeHidden()
    await expect(dialog.getByLabel('Code')).toBeFocused()
    await expect(dialog.getByRole('button', { name: /Resend code in/ })).toBeDisabled()
    await checkScreen(page, 'tan-entry')
    // The ink of a signature is dark in both themes.
    await page.emulateMedia({ colorScheme: 'dark' })
    const preview = dialog.getByRole('img', { name: 'Preview of your signature' })
    await expect(preview).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await page.emulateMedia({ colorScheme: 'light' })
    const code = await codeFor(product, mobile)

    // What cannot be the code costs no try.
    await dialog.getByLabel('Code').fill('12')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter the six-digit code from the message.')).toBeVisible()
    await expect(dialog.getByText('5 attempts left.')).toBeVisible()

    problems.expect(/respond|check|40\d/)
    await dialog.getByLabel('Code').fill(otherThan(code))
    await dialog.getByRole('button', { name: 'Confirm and sign' }).click()
    // In the same place: the field is marked, and one sentence says why.
    await expect(dialog.getByRole('alert')).toHaveText('Incorrect code. 4 attempts left.')
    await expect(dialog.getByText('attempts left')).toHaveCount(1)
    await expect(dialog.getByLabel('Code')).toBeFocused()
    await expect(dialog.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true')
    await checkScreen(page, 'tan-invalid')

    await page.reload()
    await expect(dialog.getByText('4 attempts left.', { exact: true })).toBeVisible()
    await dialog.getByLabel('Code').fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
    await dialog.getByRole('button', { name: 'Confirm and sign' }).click()
    await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
  },
)

test('an account signs with a code, cancels a first time, and sees what it takes before', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const mobile = aMobileNumber()
  const signers = [
    {
      email: owner.email,
      signer_identity_data: {
        email_address: owner.email,
        first_name: 'Mara',
        last_name: 'Lindt',
        mobile_number: mobile,
      },
    },
  ]
  const request = await aSignatureRequest(product, { owner, quality: 'AES', signers })
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  await chooseSignature(page)
  const sign = page.getByRole('button', { name: 'Sign with SMS code' })
  await sign.click()
  const dialog = page.getByRole('dialog', { name: 'Enter the code' })
  await dialog.getByRole('button', { name: 'Cancel signature' }).click()
  await expect(dialog).toBeHidden()
  await codeFor(product, mobile)
  await sign.click()
  await dialog.getByLabel('Code').fill(await codeFor(product, mobile))
  await page.keyboard.press('Enter')
  const success = page.getByRole('dialog', { name: 'You have signed' })
  await expect(success).toBeVisible({ timeout: 60_000 })
  await checkScreen(page, 'signing-success')
})

test('an account without a phone number is told that this is missing, and nothing about its identity', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const signers = [{ email: ben.email }]
  const request = await aSignatureRequest(product, { owner, quality: 'AES', signers })
  await haveSession(page, ben)
  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const missing = page.getByRole('dialog', { name: 'Before you sign' })
  await expect(missing.getByText('Your mobile number is missing.')).toBeVisible()
  await expect(missing.getByText('Verify your identity')).toHaveCount(0)
  await checkScreen(page, 'mobile-missing')
})

test('several of one kind are signed with one code, beside one that takes a click', async ({
  page,
  product,
}) => {
  const [mara, ben] = await Promise.all(
    ['Mara', 'Ben'].map((firstName) => product.person({ firstName, lastName: 'Lindt' })),
  )
  if (!mara || !ben) throw new Error('nobody came')
  const mobile = aMobileNumber()
  const identity = {
    email_address: mara.email,
    first_name: 'Mara',
    last_name: 'Lindt',
    mobile_number: mobile,
  }
  const signers = [{ email: mara.email, signer_identity_data: identity }]
  for (const title of ['Lease', 'Order'])
    await aSignatureRequest(product, { owner: ben, title, quality: 'AES', signers })
  await aSignatureRequest(product, { owner: ben, title: 'Offer', signers })
  await openDashboard(page, mara)
  await page.getByRole('checkbox', { name: /Lease/ }).check({ force: true })
  await page.getByRole('button', { name: 'Select all 3' }).click()
  await page.getByRole('button', { name: 'Sign 3', exact: true }).click()
  const overlay = page.getByRole('dialog', { name: 'Sign multiple' })
  await expect(overlay.getByText('One confirmation covers all 2.')).toBeVisible()
  await checkScreen(page, 'sign-many-approval')
  await overlay.getByRole('button', { name: 'Sign all 3' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter the code' })
  await dialog.getByLabel('Code').fill(await codeFor(product, mobile))
  await page.keyboard.press('Enter')
  await expect(overlay.getByText('3 were signed.')).toBeVisible({ timeout: 60_000 })
})
