import * as requests from '@countersign/contract/signature-requests.ts'
import type { Page } from '@playwright/test'
import { aDraft, aSignatureRequest, guestOf, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { chooseSignature } from './support/approvals.ts'
import { encrypted, notAPdf, withoutPages } from './support/bad-files.ts'
import { dropFiles } from './support/compose.ts'
import { asOwner } from './support/database.ts'
import type { Problems } from './support/problems.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { words } from './support/words.ts'

const [inEnglish, inGerman] = [words('en'), words('de')]

function expectRefusedFiles(problems: Problems): void {
  problems.expect(/response: 4(15|22) .*\/documents/)
  problems.expect(/console error: Failed to load resource.* 4(15|22) /)
}

test('a file that cannot be signed is refused in the reader’s language, and the rest of the draft stays', async ({
  page,
  product,
  problems,
}) => {
  const anna = await product.person({ firstName: 'Anna', lang: 'de' })
  const draft = await aDraft(product, { owner: anna, title: 'Mietvertrag', message: 'Bitte bis Freitag.' })
  await haveSession(page, anna)
  await page.goto(`/compose/${draft.id}`)
  await expect(page.getByText('Document 1.pdf')).toBeVisible()
  expectRefusedFiles(problems)
  await dropFiles(page, [notAPdf, encrypted, withoutPages])
  for (const [{ name }, key] of [
    [notAPdf, 'document.not_a_pdf'],
    [encrypted, 'document.encrypted'],
    [withoutPages, 'document.no_pages'],
  ] as const) {
    const reason = inGerman(`error.${key}`)
    expect(reason).not.toBe(inEnglish(`error.${key}`))
    await expect(page.getByRole('alert').filter({ hasText: name })).toContainText(reason)
  }
  await checkBothSizes(page, 'compose-refused-files')
  await page.reload()
  await expect(page.getByText('Document 1.pdf')).toBeVisible()
  await expect(page.getByLabel(inGerman('Message'))).toHaveValue('Bitte bis Freitag.')
})

test('a file that is no PDF begins nothing when it is dropped on the dashboard', async ({
  page,
  product,
}) => {
  await openDashboard(page, await product.person({ firstName: 'Nora' }))
  await dropFiles(page, [{ name: 'Notes.txt', content: Buffer.from('Minutes'), type: 'text/plain' }])
  await expect(page.getByText(inEnglish('error.document.not_a_pdf'))).toBeVisible()
  await expect(page).toHaveURL(/\/(dashboard.*)?$/)
})

/** A new draft, with what the service said of its only file. */
async function dropRefusedFile(page: Page): Promise<void> {
  await dropFiles(page, [notAPdf])
  await expect(page.getByRole('alert').filter({ hasText: notAPdf.name })).toBeVisible()
}

test('a file that is refused leaves no draft behind when nothing else was done', async ({
  page,
  product,
  problems,
}) => {
  await openDashboard(page, await product.person({ firstName: 'Nora' }))
  expectRefusedFiles(problems)
  await dropRefusedFile(page)
  await page.getByRole('link', { name: 'Back to the documents' }).click()
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  // With a message in it, it is a draft.
  await dropFiles(page, [notAPdf])
  await page.getByLabel('Message').fill('Please sign by Friday.')
  await page.getByRole('link', { name: 'Back to the documents' }).click()
  await expect(page.getByRole('list', { name: 'Signature requests' }).getByRole('listitem')).toHaveCount(1)
})

test('a draft without an accepted file survives a reload of its page, and goes after the page is closed', async ({
  page,
  product,
  problems,
}) => {
  await openDashboard(page, await product.person({ firstName: 'Nora' }))
  expectRefusedFiles(problems)
  await dropRefusedFile(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/dashboard?tab=drafts')
  await expect(other.getByRole('list', { name: 'Signature requests' }).getByRole('listitem')).toHaveCount(1)
  await page.close()
  await other.reload()
  await expect(other.getByRole('heading', { name: 'No drafts' })).toBeVisible()
})

test('a wrong email is marked as soon as its field is left, and the header leads to it', async ({
  page,
  product,
}) => {
  const anna = await product.person({ firstName: 'Anna' })
  const draft = await aDraft(product, { owner: anna })
  await haveSession(page, anna)
  await page.goto(`/compose/${draft.id}`)
  await page.getByRole('button', { name: 'Add signer' }).click()
  const email = page.getByRole('combobox', { name: 'Email', exact: true })
  await email.fill('luc@')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await email.press('Tab')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Enter a valid email.')).toBeVisible()
  await checkScreen(page, 'compose-wrong-email')
  await page.getByRole('button', { name: '1 signer needs a valid email' }).click()
  await expect(email).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Documents/ })
    .click()
  await expect(email).toBeHidden()
  await page.getByRole('button', { name: '1 signer needs a valid email' }).click()
  await expect(email).toBeFocused()
  await email.fill('luc@example.org')
  await email.press('Tab')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('a wrong password is told beside the form, and the right one continues', async ({
  page,
  product,
  problems,
}) => {
  const person = await product.person({ firstName: 'Nora' })
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  problems.expect(/401/)
  await page.getByLabel('Password', { exact: true }).fill('not-this-one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(inEnglish('error.auth.credentials_invalid'))).toBeVisible()
  await checkBothSizes(page, 'login-refused')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Documents' })).toBeVisible()
})

test('a weak password is refused at its field, and a used link leads to a new one', async ({
  page,
  product,
  problems,
}) => {
  const email = `nora.${Date.now()}@example.org`
  await page.goto('/signup')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  const { links } = await product.inbox.next(email)
  const link = links.find((one) => one.includes('token=')) ?? ''
  await page.goto(link)
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Keller')
  const password = page.getByLabel('Password', { exact: true })
  const create = page.getByRole('button', { name: 'Create my account' })
  await password.fill('short')
  await create.click()
  await expect(page.getByText(inEnglish('field.too_short'))).toBeVisible()
  await expect(page.getByText(inEnglish('field.accept'))).toBeVisible()
  await page.getByLabel('I accept the terms of use').check()
  problems.expect(/422|400/)
  for (const weak of ['short', 'password1234', 'Nora.Keller.2026']) {
    await password.fill(weak)
    await create.click()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toBeFocused()
  }
  await checkScreen(page, 'signup-weak-password')
  await password.fill('quiet-harbour-lantern-42')
  await create.click()
  await expect(page.getByText('Welcome, Nora')).toBeVisible()

  await page.goto(link)
  await expect(page.getByText(inEnglish('error.confirmation.invalid'))).toBeVisible()
  await checkScreen(page, 'signup-used-link')
  await page.getByRole('link', { name: 'Request new link' }).click()
  await expect(page).toHaveURL(/\/(signup|dashboard)?/)
})

test('a wrong, an expired and a used link each say so and show a way on', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const luc = `luc.${Date.now()}@example.org`
  const signers = [{ email: luc, firstName: 'Luc', lastName: 'Favre' }]

  await test.step('a link that was changed opens nothing', async () => {
    const request = await aSignatureRequest(product, { owner, title: 'Right link', signers })
    const link = linkIn(await product.inbox.next(luc, /Right link/))
    problems.expect(/40[134]/)
    await page.goto(link.replace(request.id, owner.email))
    await expect(page.getByRole('heading', { name: 'This link is invalid or has expired' })).toBeVisible()
    await checkScreen(page, 'direct-sign-wrong-link')
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('an expired link says so', async () => {
    const draft = await aDraft(product, { owner, title: 'Too late', signers })
    const params = { id: draft.id }
    const soon = new Date(Date.now() + 4000).toISOString()
    await product.call(requests.updateSignatureRequest, { params, body: { expiration_date: soon } }, owner.as)
    await product.call(requests.initiateSignatureRequest, { params }, owner.as)
    const link = linkIn(await product.inbox.next(luc, /Too late/))
    // The minute's job may as well come now.
    const expireNow = () => asOwner(product, "SELECT enqueue_job('expire-requests', '{}', NULL, NULL, 25, 0)")
    const title = page.getByRole('main').getByText('Too late', { exact: true })
    await expect(async () => {
      await expireNow()
      await page.goto(link)
      await expect(title).toBeVisible()
      expect(await page.getByRole('heading', { name: 'This request has expired' }).isVisible()).toBe(true)
    }).toPass({ timeout: 100_000, intervals: [1000] })
    await expect(page.getByRole('button', { name: 'Review and sign' })).toBeHidden()
    await checkScreen(page, 'direct-sign-expired')
  })

  await test.step('a used link shows what was signed', async () => {
    await aSignatureRequest(product, { owner, title: 'Done', signers })
    const link = linkIn(await product.inbox.next(luc, /Done/))
    expect(guestOf(link).secret).not.toBe('')
    await page.goto(link)
    await chooseSignature(page)
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'You have signed' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download the signed document' })).toBeVisible()
  })
})
