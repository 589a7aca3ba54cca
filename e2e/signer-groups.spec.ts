import { updateBusinessSettings } from '@countersign/contract/businesses.ts'
import type { Page } from '@playwright/test'
import { aDraft, aSignatureRequest, linkIn } from '../apps/api/src/testing/signature-request.ts'
import { aBusiness } from './support/business.ts'
import { phone } from './support/devices.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const mailOf = (name: string) => `${name}.${Math.random().toString(36).slice(2)}@example.org`

async function makeGroup(page: Page, name: string, members: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: /^(Create signer group|New group)$/ }).click()
  const form = page.getByRole('dialog', { name: 'Create signer group' })
  await form.getByRole('textbox', { name: 'Group name' }).fill(name)
  await form.getByRole('textbox', { name: 'Add members' }).fill(members.join('\n'))
  await form.getByRole('button', { name: 'Add to the group' }).click()
  await form.getByRole('button', { name: 'Create group' }).click()
  await expect(form).toBeHidden()
}

test(
  'a group is made, asked to sign, and signed for by the first of its members',
  { tag: '@phone' },
  async ({ page, visit, product, isMobile }) => {
    const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
    const [carla, emil] = [mailOf('carla'), mailOf('emil')]
    await openDashboard(page, owner)

    await test.step('Mara makes a group from a list; what names nobody stays to be put right', async () => {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Signer groups' }).click()
      await expect(page.getByRole('heading', { name: 'No signer groups yet' })).toBeVisible()
      await page.getByRole('button', { name: 'Create signer group' }).click()
      const form = page.getByRole('dialog', { name: 'Create signer group' })
      await form.getByRole('button', { name: 'Create group' }).click()
      await expect(form.getByText('Enter a name.')).toBeVisible()
      await expect(form.getByText('Add at least one member.')).toBeVisible()
      await expect(form.getByRole('textbox', { name: 'Group name' })).toBeFocused()
      await form.getByRole('textbox', { name: 'Group name' }).fill('Legal')
      const list = form.getByRole('textbox', { name: 'Add members' })
      await list.fill(`Carla Rossi <${carla}>\nnobody at all\n${emil}`)
      await form.getByRole('button', { name: 'Add to the group' }).click()
      await expect(form.getByRole('listitem')).toHaveCount(2)
      await expect(list).toHaveValue('nobody at all')
      await checkScreen(page, 'create-signer-group')
      await list.fill('')
      await form.getByRole('button', { name: 'Create group' }).click()
      await expect(form).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Legal' })).toBeVisible()
      await checkScreen(page, 'signer-groups-list')
    })

    await test.step('she asks it to sign', async () => {
      const draft = await aDraft(product, { owner })
      await page.goto(`/compose/${draft.id}?step=people`)
      await page.getByRole('button', { name: 'Add group' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a signer group' })
      await dialog.getByRole('radio', { name: /Legal/ }).check()
      await checkScreen(page, 'choose-signer-group')
      await dialog.getByRole('button', { name: 'Add group' }).click()
      await expect(page.getByRole('group', { name: 'Legal' })).toBeVisible()
      await checkScreen(page, 'compose-group')
      for (const step of ['Fields', 'Send']) {
        const next = page.getByRole('button', { name: `Next: ${step}` })
        if (await next.isVisible()) await next.click()
      }
      await page.getByRole('button', { name: 'Review and send' }).click()
      await page.getByRole('button', { name: 'Sign without field: Legal' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Send to/ })
        .click()
      await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()
    })

    const links = [linkIn(await product.inbox.next(carla)), linkIn(await product.inbox.next(emil))]
    await test.step('Carla signs for it on a phone', async () => {
      const hers = await visit(phone)
      await hers.goto(links[0] ?? '')
      await expect(hers.getByText('You’re signing as a member of “Legal”')).toBeVisible()
      await checkScreen(hers, 'direct-sign-group')
      await hers.getByRole('button', { name: 'Review and sign' }).tap()
      await hers.getByRole('button', { name: 'Use this signature' }).tap()
      await hers.getByRole('button', { name: 'Sign', exact: true }).tap()
      await expect(hers.getByRole('heading', { name: 'You have signed' })).toBeVisible()
    })

    await test.step('Emil’s link says who did, and so does the page of the request', async () => {
      const his = await visit(phone)
      await his.goto(links[1] ?? '')
      await expect(his.getByRole('heading', { name: 'Carla Rossi has signed for “Legal”' })).toBeVisible()
      await expect(his.getByRole('button', { name: 'Download the signed document' })).toBeVisible()
      await checkScreen(his, 'direct-sign-group-signed')
      await page.goto('/dashboard')
      await page.getByRole('link', { name: /Rental contract/ }).click()
      if (isMobile) await page.getByRole('button', { name: 'Details' }).click()
      await expect(page.getByText('for the group “Legal”')).toBeVisible()
      await checkScreen(page, 'view-group-signed')
    })
  },
)

test('a group is changed, found, added to what is out, and deleted', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const request = await aSignatureRequest(product, { owner, signers: [{ email: mailOf('luc') }] })
  const carla = mailOf('carla')
  await haveSession(page, owner)
  await page.goto('/signer-groups')
  await makeGroup(page, 'Board', [mailOf('anna')])
  await makeGroup(page, 'Legal', [mailOf('emil')])

  await page.getByRole('searchbox', { name: 'Search groups' }).fill('leg')
  await expect(page.getByRole('heading', { name: 'Board' })).toBeHidden()
  await page.getByRole('button', { name: 'Edit “Legal”' }).click()
  const form = page.getByRole('dialog', { name: 'Edit signer group' })
  await form.getByRole('textbox', { name: 'Add members' }).fill(carla)
  await form.getByRole('button', { name: 'Add to the group' }).click()
  await expect(form.getByText(carla)).toBeVisible()
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Continue editing' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('2 members')).toBeVisible()

  await page.goto(`/view/${request.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Add a signer group …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a signer group' })
  await dialog.getByRole('radio', { name: /Legal/ }).check()
  await checkScreen(page, 'add-signer-group')
  await dialog.getByRole('button', { name: 'Add and notify' }).click()
  await expect(page.getByText('Group of 2 people')).toBeVisible()
  await checkScreen(page, 'view-group')
  await product.inbox.next(carla)

  await page.goto('/signer-groups')
  await page.getByRole('button', { name: 'Delete “Legal”' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete group “Legal”?' })
  await checkScreen(page, 'delete-signer-group')
  await asked.getByRole('button', { name: 'Delete group' }).click()
  await expect(asked).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Legal' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible()
})

test('someone with as many groups as allowed reads the limit beside the disabled button, also in a search', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const id = await aBusiness(product, {
    name: `Lindt Recht ${crypto.randomUUID().slice(0, 8)} AG`,
    admin: owner,
  })
  const settings = { signerGroups: { maxGroups: 1 } }
  await product.call(updateBusinessSettings, { params: { id }, body: { settings } }, owner.as)
  await haveSession(page, owner)
  await page.goto('/signer-groups')
  await makeGroup(page, 'Board', [mailOf('anna')])
  const create = page.getByRole('button', { name: 'New group' })
  await expect(create).toBeDisabled()
  await expect(create).toHaveAccessibleDescription(
    'You can have up to 1 group. Delete one to create another.',
  )
  await checkBothSizes(page, 'signer-groups-full')
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('legal')
  await expect(page.getByText('No groups found.')).toBeVisible()
  await expect(create).toBeDisabled()
  await page.getByRole('searchbox', { name: 'Search groups' }).fill('')
  await page.getByRole('button', { name: 'Delete “Board”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
  await expect(page.getByRole('heading', { name: 'No signer groups yet' })).toBeVisible()
})
