import { endReview } from '../apps/api/src/testing/identification/pages.ts'
import { breakParty, mendParties } from './support/faults.ts'
import { acceptTerms, beIdentified, leaveForService, payFor, visitOffice } from './support/identification.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const standards = '/profile/signature-standards'

test.afterEach(({ product }) => mendParties(product))

test('identified in a video call, one signs as by hand under European law', async ({ page, product }) => {
  const anna = await product.person({ firstName: 'Anna', lastName: 'Keller' })
  await payFor(product, anna)
  await haveSession(page, anna)
  await page.goto(standards)
  await expect(page.getByText('The next step to a qualified electronic signature (QES)')).toBeVisible()
  await checkScreen(page, 'standards-before')
  await page.getByRole('link', { name: 'Verify your identity' }).first().click()
  await expect(page).toHaveURL(/signature-standards\/update$/)
  await page
    .getByRole('region', { name: 'For contracts in the European Union' })
    .getByRole('link', { name: 'Verify your identity' })
    .click()
  await expect(page.getByText('A business pays for your identity verification.')).toBeVisible()
  await checkScreen(page, 'identification-ways')
  await page.getByRole('link', { name: 'Choose video call' }).click()
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Keller')
  await expect(page.getByRole('textbox', { name: 'Mobile number' })).toHaveAccessibleDescription(
    /as dialled in that country.* You’ll confirm signatures with this number\./,
  )
  await checkScreen(page, 'identification-details')
  await leaveForService(page, '079 555 10 01')
  await beIdentified(page, 'Identified')
  await expect(page.getByText('One more step before you can sign.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Trust service terms' })).toContainText('+41795551001')
  await page.getByRole('button', { name: 'Accept and finish' }).click()
  await expect(page.getByText('They are required to issue your certificate.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'I accept the trust service’s terms' })).toBeFocused()
  await checkScreen(page, 'identification-terms')
  await acceptTerms(page)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('region', { name: 'Verified details' })).toContainText('Anna Keller')
  await checkScreen(page, 'identification-success')
  await page.getByRole('link', { name: 'View my signature levels' }).click()
  const now = page.getByRole('region', { name: 'Your signature levels' })
  await expect(now).toContainText('Qualified electronic signature (QES)')
  await expect(now).toContainText('European law (eIDAS)')
  await page.goto(`${standards}/mobile-id`)
  await expect(page.getByText('Verified')).toBeVisible()
  await checkScreen(page, 'standards-mobile-id-proved')
})

test('a document that is too old is said, and another one identifies', async ({ page, product }) => {
  const nora = await product.person({ firstName: 'Nora', lastName: 'Berger' })
  await payFor(product, nora)
  await haveSession(page, nora)
  await page.goto(`${standards}/eidas/self`)
  await leaveForService(page, '079 555 10 02')
  await beIdentified(page, 'Document expired')
  await expect(page.getByRole('alert')).toContainText('Your ID has expired.')
  await checkBothSizes(page, 'identification-failure')
  await page.getByRole('link', { name: 'Try again' }).click()
  await leaveForService(page, '079 555 10 02')
  await beIdentified(page, 'Identified')
  await acceptTerms(page)
})

test('what a person looks at again is waited for', async ({ page, product }) => {
  const luc = await product.person({ firstName: 'Luc', lastName: 'Favre' })
  await payFor(product, luc)
  await haveSession(page, luc)
  await page.goto(`${standards}/zertes/video`)
  await page.getByRole('link', { name: 'Check my details' }).click()
  await leaveForService(page, '079 555 10 03')
  const service = await beIdentified(page, 'Under review, then identified')
  await expect(page.getByRole('region', { name: 'Under review' })).toBeVisible()
  await checkScreen(page, 'identification-review')
  // Nobody begins a second one meanwhile.
  await page.goto(`${standards}/eidas`)
  await expect(page).toHaveURL(/signature-standards\/status$/)
  await endReview(service)
  await acceptTerms(page)
  await expect(
    page.getByText('Qualified electronic signature (QES) under Swiss law (ZertES)', { exact: true }),
  ).toBeVisible()
})

test('where the service’s message is lost, the page finds the outcome all the same', async ({
  page,
  product,
}) => {
  const mia = await product.person({ firstName: 'Mia', lastName: 'Roth' })
  await payFor(product, mia)
  await haveSession(page, mia)
  await breakParty(product, 'intrum', 'webhook_lost')
  await page.goto(`${standards}/zertes/auto`)
  await page.getByRole('link', { name: 'Check my details' }).click()
  await leaveForService(page, '079 555 10 04')
  await beIdentified(page, 'Identified under another name')
  await expect(page.getByRole('region', { name: 'Verified details' })).toContainText('Mia Roth-Sandbox')
  await page.getByRole('button', { name: 'Use this name in my profile' }).click()
  await expect(page.getByText('This name differs from the one on file')).toBeHidden()
  await acceptTerms(page)
})

test('one gives up what one has begun, and may begin again', async ({ page, product }) => {
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  await payFor(product, ben)
  await haveSession(page, ben)
  await page.goto(`${standards}/eidas/self`)
  await leaveForService(page, '079 555 10 05')
  await page.goto(standards)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('region', { name: 'Not started yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel identity check' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this identity check?' })
  await checkScreen(page, 'identification-give-up')
  await dialog.getByRole('button', { name: 'Cancel identity check' }).click()
  await expect(page).toHaveURL(/signature-standards\/eidas$/)
  await page.goto(`${standards}/status`)
  await expect(page.getByText('No identity check in progress')).toBeVisible()
})

test('an appointment at an office, confirmed with its code, opens the qualified signature under Swiss law', async ({
  page,
  product,
}) => {
  const carla = await product.person({ firstName: 'Carla', lastName: 'Rossi' })
  await haveSession(page, carla)
  await page.goto(`${standards}/zertes`)
  await page.getByRole('link', { name: 'Choose an office' }).click()
  await checkBothSizes(page, 'identification-office')
  await page.getByRole('link', { name: 'Check my details' }).click()
  await leaveForService(page, '079 555 10 08')
  await page.getByRole('button', { name: 'Book the appointment' }).click()
  await page.getByRole('link', { name: 'Back to Countersign' }).click()
  await expect(
    page.getByText('Your appointment and code are on the identity verification service’s page.'),
  ).toBeVisible()
  await checkBothSizes(page, 'identification-appointment')
  await page.getByRole('button', { name: 'Continue to identity check' }).click()
  await visitOffice(page, 'Identified')
  await acceptTerms(page)
})

test('a smart card identifies anyone who nobody pays for', async ({ page, product }) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await haveSession(page, mara)
  await page.goto(`${standards}/eidas`)
  await page.getByRole('link', { name: 'Choose smart card' }).click()
  await leaveForService(page, '079 555 10 09')
  await beIdentified(page, 'Identified')
  await acceptTerms(page)
})

test('ID Austria identifies anyone who nobody pays for', async ({ page, product }) => {
  const johanna = await product.person({ firstName: 'Johanna', lastName: 'Gruber' })
  await haveSession(page, johanna)
  await page.goto(`${standards}/eidas`)
  await expect(page.getByText('Online identity checks aren’t included in your account')).toBeVisible()
  await page.getByRole('button', { name: 'Connect ID Austria' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect your ID Austria' })
  await checkScreen(page, 'connect-austrian-eid')
  await dialog.getByRole('button', { name: 'Go to ID Austria' }).click()
  await page.getByRole('button', { name: /^Johanna Gruber, full function/ }).click()
  await expect(page).toHaveURL(/\/id-austria-success$/)
  await expect(page.getByRole('region', { name: 'Verified details' })).toContainText('Johanna Gruber')
  await page.getByRole('button', { name: 'Add mobile number' }).click()
  const missing = page.getByRole('dialog', { name: 'Add missing details' })
  await missing.getByRole('combobox', { name: 'Country code' }).selectOption('AT')
  await missing.getByRole('textbox', { name: 'Mobile number' }).fill('0664 5551006')
  await expect(missing.getByText('+436645551006')).toBeVisible()
  // ID Austria verifies no number: this one can be changed.
  await expect(missing).not.toContainText('requires a new identity check')
  await checkScreen(page, 'supply-eid-data')
  await missing.getByRole('button', { name: 'Save number' }).click()
  const terms = page.getByRole('region', { name: 'Trust service terms' })
  await expect(terms).toContainText('You confirm signatures with +436645551006.')
  await expect(terms).not.toContainText('requires a new identity check')
  await acceptTerms(page)
  await checkScreen(page, 'id-austria-success')
})

test('anyone who comes back from ID Austria without a connection tries again, and is identified', async ({
  page,
  product,
  problems,
}) => {
  const johanna = await product.person({ firstName: 'Johanna', lastName: 'Gruber' })
  await haveSession(page, johanna)
  problems.expect(/ERR_FAILED/)
  await page.route('**/v1/user/identification/id-austria/return', (route) => route.abort(), { times: 1 })
  await page.goto(`${standards}/eidas`)
  await page.getByRole('button', { name: 'Connect ID Austria' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go to ID Austria' }).click()
  await page.getByRole('button', { name: /^Johanna Gruber, full function/ }).click()
  await expect(page.getByRole('alert')).toContainText('We can’t reach the service.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/id-austria-success$/)
  await expect(page.getByRole('region', { name: 'Verified details' })).toContainText('Johanna Gruber')
})
