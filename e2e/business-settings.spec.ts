import {
  createBusiness,
  getBusinessSettings,
  updateBusinessSettings,
} from '@countersign/contract/businesses.ts'
import { getSignatureRequest, initiateSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { aDraft } from '../apps/api/src/testing/signature-request.ts'
import { strokes } from '../apps/api/src/documents/visual-signatures/test-pictures.ts'
import { chooseSignature } from './support/approvals.ts'
import { phone } from './support/devices.ts'
import { checkSelects } from './support/overflow.ts'
import { checkBothSizes } from './support/screen.ts'
import { openOptions } from './support/compose.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('an admin gives the business its logo and its rules; a guest sees whom they sign for and gets the file', async ({
  page,
  visit,
  product,
}) => {
  const where = 'Bern'
  const mara = await product.person({ firstName: 'Mara', lastName: `Kern-${where}` })
  const company = await product.call(
    createBusiness,
    { body: { name: `Kern ${where} AG`, gtc: true, dpa: true } },
    mara.as,
  )
  await haveSession(page, mara)
  await page.goto('/business/settings')
  const section = (name: string) => page.getByRole('region', { name, exact: true })

  // Each save adds to it.
  const changes = section('Changes')

  await test.step('the logo', async () => {
    const logo = section('Logo')
    await logo.getByLabel('Choose a logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await strokes().png().toBuffer(),
    })
    await expect(logo.getByRole('img', { name: `Kern ${where} AG logo` })).toBeVisible()
  })

  await test.step('files in mails and auto-deletion; what is wrong is said and kept', async () => {
    const mails = section('Email attachments')
    await mails.getByLabel('Attach signed documents').check()
    await mails.getByRole('button', { name: 'Save' }).click()
    await expect(changes.getByRole('listitem')).toHaveCount(2)
    const deletion = section('Auto-deletion')
    await deletion.getByLabel('Auto-delete members’ requests').check()
    await deletion.getByLabel('Days until deletion').fill('7')
    await deletion.getByRole('button', { name: 'Save' }).click()
    await expect(deletion.getByText('Enter a whole number from 30 to 3650.')).toBeVisible()
    await deletion.getByLabel('Days until deletion').fill('365')
    await deletion.getByRole('button', { name: 'Save' }).click()
    await expect(changes.getByRole('listitem')).toHaveCount(3)
  })

  await test.step('who changed what', async () => {
    await expect(changes.getByRole('listitem').first()).toContainText(`Mara Kern-${where}`)
    await expect(changes.getByRole('listitem').first()).toContainText('Days until deletion')
    await checkBothSizes(page, 'business-settings')
  })

  await test.step('on a phone, and with the words of other languages, what is chosen is read whole', async () => {
    const own = page.viewportSize() ?? phone.viewport
    await page.setViewportSize(phone.viewport)
    for (const language of ['de', 'fr', 'en']) {
      await page.goto(`/business/settings?lang=${language}`)
      await expect(page.getByRole('combobox')).not.toHaveCount(0)
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
      await checkSelects(page, `business-settings, ${language}`)
    }
    await page.setViewportSize(own)
  })

  await test.step('a setting that another admin has changed since then is kept', async () => {
    const params = { id: company.id }
    await product.call(
      updateBusinessSettings,
      { params, body: { settings: { userPilot: { enabled: true } } } },
      mara.as,
    )
    const offers = section('Guidance and referrals')
    await expect(offers.getByLabel('Guided tours for members')).not.toBeChecked()
    await offers.getByLabel('Referral programme for members').check()
    await offers.getByRole('button', { name: 'Save' }).click()
    await expect(changes.getByRole('listitem')).toHaveCount(5)
    const { settings } = await product.call(getBusinessSettings, { params }, mara.as)
    expect(settings).toMatchObject({ userPilot: { enabled: true }, affiliate: { enabled: true } })
  })

  const email = `carla.${where.toLowerCase()}@example.org`
  const draft = await aDraft(product, {
    owner: mara,
    signers: [{ email, firstName: 'Carla', lastName: 'Rossi' }],
  })
  await test.step('the sender may choose otherwise', async () => {
    await page.goto(`/compose/${draft.id}?step=send`)
    await openOptions(page)
    await expect(page.getByLabel('the signed documents')).toBeChecked()
    await page.getByLabel('the audit trail').check()
    const choice = async () =>
      (await product.call(getSignatureRequest, { params: { id: draft.id } }, mara.as)).mail_attachments
    await expect
      .poll(choice, { timeout: 15_000 })
      .toEqual({ signed_document: null, signature_protocol: true })
    await product.call(initiateSignatureRequest, { params: { id: draft.id } }, mara.as)
  })

  await test.step('the guest sees the logo in the mail and on the page, and gets the files', async () => {
    const mail = await product.inbox.next(email)
    expect(mail.html).toContain('src="data:image/png;base64,')
    const link = mail.links.find((one) => one.includes('/view/')) ?? ''
    const guest = await visit()
    await guest.goto(link)
    const business = guest.getByRole('region', { name: 'Requesting business' })
    await expect(business.getByRole('img', { name: `Kern ${where} AG` })).toBeVisible()
    await checkBothSizes(guest, 'direct-sign-with-logo')
    await chooseSignature(guest)
    await guest.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(guest.getByRole('heading', { name: 'You have signed' })).toBeVisible()
    const end = await product.inbox.next(email)
    expect(end.attachments.map(({ filename }) => filename)).toEqual([
      'logo.png',
      'Document 1.pdf',
      `${draft.id}_protocol.pdf`,
    ])
  })

  await test.step('the extras say what is in use', async () => {
    await page.goto('/business/extras')
    const logo = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Logo' }) })
    await expect(logo).toContainText('In use')
    await checkBothSizes(page, 'business-extras')
  })

  await test.step('a removed logo comes back', async () => {
    await page.goto('/business/settings')
    const logo = section('Logo')
    await logo.getByRole('button', { name: 'Remove logo' }).click()
    await expect(page.getByText('Logo removed.')).toBeVisible()
    await expect(logo.getByRole('img')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(logo.getByRole('img', { name: `Kern ${where} AG logo` })).toBeVisible()
  })
})
