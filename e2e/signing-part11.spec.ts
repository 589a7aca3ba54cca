import { aDraft, aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { updateUser } from '@countersign/contract/accounts.ts'
import { getEvents, withdrawSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { chooseSignature, keepRecords } from './support/approvals.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a regulated record is signed with name, reason and password, each time again', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await keepRecords(product, owner)
  const p11SigningReason = 'I have reviewed and approved this record.'
  await product.call(updateUser, { body: { attributes: { p11SigningReason } } }, owner.as)
  const request = await aSignatureRequest(product, {
    owner,
    quality: 'PART11',
    signers: [{ email: owner.email }],
  })
  await haveSession(page, owner)
  await page.goto(`/view/${request.id}`)
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign with name and reason' }).click()

  const asked = page.getByRole('dialog', { name: 'Sign a regulated record' })
  await expect(asked.getByLabel('Signing name')).toHaveValue('Mara Lindt')
  await expect(asked.getByLabel('Reason for signing')).toHaveValue(p11SigningReason)
  await checkBothSizes(page, 'part-11-verification')
  problems.expect(/reauthenticate|40\d/)
  await asked.getByRole('button', { name: 'What does this mean?' }).click()
  await expect(page.getByRole('dialog', { name: 'Signing under 21 CFR Part 11' })).toBeVisible()
  await checkBothSizes(page, 'part-11-info')
  await page.getByRole('button', { name: 'Got it' }).click()
  await asked.getByLabel('Reason for signing').fill('')
  await asked.getByRole('button', { name: 'Sign with password' }).click()
  await expect(asked.getByText('Enter your reason for signing.')).toBeVisible()
  await expect(asked.getByLabel('Reason for signing')).toBeFocused()
  const reason = asked.getByLabel('Reason for signing')
  const [name, password] = [
    asked.getByLabel('Signing name'),
    asked.getByLabel('Account password', { exact: true }),
  ]
  await reason.fill('I reviewed this record.')
  // Another name than the account's is said at its field, before anything is sent.
  await name.fill('Mara Lind')
  await password.fill(owner.password)
  await asked.getByRole('button', { name: 'Sign with password' }).click()
  await expect(asked.getByText('Enter your name as in your account: Mara Lindt.')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Lindt, Mara')
  await password.fill('not the password')
  await asked.getByRole('button', { name: 'Sign with password' }).click()
  await page.getByRole('button', { name: 'Cancel signature' }).click()
  // The reason that was typed is there for another try.
  await page.getByRole('button', { name: 'Sign with name and reason' }).click()
  await expect(reason).toHaveValue('I reviewed this record.')
  await reason.fill(p11SigningReason)
  await asked.getByLabel('Account password', { exact: true }).fill('not the password')
  await asked.getByRole('button', { name: 'Sign with password' }).click()

  const again = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(again.getByText('Incorrect password.')).toBeVisible()
  await checkBothSizes(page, 'part-11-wrong-password')
  // A page that is loaded again takes the step up again.
  await page.reload()
  const shown = again.getByRole('region', { name: 'Document' })
  await expect(shown).toContainText('Mara Lindt')
  await expect(shown).toContainText(p11SigningReason)
  // Another tab submits another reason: this one shows it before anything is signed.
  const signingReason = 'I approve this record with one comment.'
  const order = { signatureRequestId: request.id, signingReason }
  await product.call(sign, { body: { signatureRequests: [order] } }, owner.as)
  await expect(shown).toContainText(signingReason)
  await expect(shown).toContainText('This has changed since you opened the page.')
  await checkBothSizes(page, 'part-11-changed')
  await again.getByLabel('Account password', { exact: true }).fill(owner.password)
  await again.getByRole('button', { name: 'Sign with password' }).click()
  await expect(page.getByRole('dialog', { name: 'You have signed' })).toBeVisible({ timeout: 60_000 })
  const { items } = await product.call(getEvents, { params: { id: request.id } }, owner.as)
  expect(items.filter(({ type }) => type === 'signed').map(({ data }) => data['reason'])).toEqual([
    signingReason,
  ])
})

test('who signs in at their company proves it there again, and the record is signed', async ({
  page,
  product,
}) => {
  const email = `noah.${Date.now()}@company.example`
  const sayWho = async () => {
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel('First name').fill('Noah')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await sayWho()
  await page.getByLabel('Last name').fill('Frey')
  await page.getByLabel('I accept the terms of use').check()
  await page.getByRole('button', { name: 'Finish setting up' }).click()
  await expect(page.getByRole('tab', { name: 'Documents' })).toBeVisible()
  await keepRecords(product, { email })
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await keepRecords(product, owner)
  const request = await aSignatureRequest(product, { owner, quality: 'PART11', signers: [{ email }] })
  await page.goto(`/view/${request.id}`)
  await chooseSignature(page)
  await page.getByRole('button', { name: 'Sign with name and reason' }).click()
  const asked = page.getByRole('dialog', { name: 'Sign a regulated record' })
  await asked.getByLabel('Reason for signing').fill('I approve this record.')
  await checkScreen(page, 'part-11-company')
  await asked.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Sign in and sign' }).click()
  await sayWho()
  // Where it is done before the page is back, the page says it.
  await expect(page.getByText('Everyone has signed').first()).toBeVisible({ timeout: 60_000 })
})

test('a record goes only to people who can sign it, and stays for two years after its end', async ({
  page,
  product,
  problems,
}) => {
  const [owner, otto] = [
    await product.person({ firstName: 'Mara', lastName: 'Lindt' }),
    await product.person({ firstName: 'Otto', lastName: 'Amsler' }),
  ]
  await keepRecords(product, owner)
  const mara = { email: owner.email, firstName: 'Mara', lastName: 'Lindt' }
  const signers = [mara, { email: otto.email, firstName: 'Otto', lastName: 'Amsler' }]
  const draft = await aDraft(product, { owner, quality: 'PART11', title: 'Batch record 17', signers })
  await haveSession(page, owner)
  await page.goto(`/compose/${draft.id}`)
  await page.getByRole('button', { name: 'Review and send' }).click()
  problems.expect(/400/)
  const dialog = page.getByRole('dialog', { name: 'Ready to send?' })
  await dialog.getByRole('button', { name: 'Send to 2 people' }).click()
  await expect(dialog.getByText('Not possible for Otto Amsler')).toBeVisible()
  await expect(dialog.getByText('Only members of a business with Part 11 turned on')).toBeVisible()

  const record = { owner, quality: 'PART11' as const, title: 'Batch record 18', signers: [mara] }
  const { id } = await aSignatureRequest(product, record)
  await product.call(withdrawSignatureRequest, { params: { id }, body: {} }, owner.as)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^More actions for Batch record 18/ }).click()
  await page.getByRole('menuitem', { name: 'Delete …' }).click()
  const asked = page.getByRole('dialog', { name: 'Before you delete' })
  await expect(asked.getByText('“Batch record 18” is a regulated record (Part 11).')).toBeVisible()
  await checkBothSizes(page, 'part-11-kept')
  await expect(asked.getByRole('button', { name: 'Remove' })).toBeDisabled()
})
