import { inviteMembers, revokeInvitation } from '@countersign/contract/members.ts'
import { updateBusinessSettings } from '@countersign/contract/businesses.ts'
import { listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import type { Page } from '@playwright/test'
import type { Product } from '../apps/api/src/testing/product.ts'
import { aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { inboxTab, mailedLink, typeSignIn } from './support/account.ts'
import { aBusiness } from './support/business.ts'
import { operate } from './support/operator.ts'
import { coveredAmong } from './support/covered.ts'
import { checkBothSizes } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const fresh = (name: string) => `${name}.${Math.random().toString(36).slice(2, 8)}@example.org`
const rowOf = (page: Page, who: string) => page.getByRole('listitem').filter({ hasText: who })

async function choose(page: Page, who: string, act: string | RegExp): Promise<void> {
  await rowOf(page, who).getByRole('button').click()
  await page.getByRole('menuitem', { name: act }).click()
}

async function inviteLink(product: Product, email: string): Promise<string> {
  const { links } = await product.inbox.next(email, /invite/i)
  const link = links.find((one) => one.includes('/invite/'))
  if (!link) throw new Error(`the mail to ${email} does not lead to its invitation`)
  return link
}

test('an admin invites five people at once, and one of them makes an account for it', async ({
  page,
  visit,
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const company = `Lindt Immobilien ${crypto.randomUUID().slice(0, 8)} AG`
  await aBusiness(product, { name: company, admin: mara })
  const five = ['nora', 'ben', 'carla', 'dino', 'emil'].map(fresh)
  const [nora = '', ben = ''] = five
  await haveSession(page, mara)

  await test.step('a list is pasted; what is wrong in it is marked and stays', async () => {
    await page.goto('/business/members')
    await expect(page.getByRole('heading', { name: 'You’re the only member' })).toBeVisible()
    await checkBothSizes(page, 'members-alone')
    await page.getByRole('button', { name: 'Invite people' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite people' })
    const list = dialog.getByRole('textbox', { name: 'Emails' })
    await list.fill(`${five.slice(0, 4).join('\n')}\nEmil Frei <nowhere>`)
    await dialog.getByRole('button', { name: 'Invite 4 people' }).click()
    await expect(dialog.getByText(/No valid email in “Emil Frei <nowhere>”/)).toBeVisible()
    await expect(list).toHaveValue(/Emil Frei <nowhere>$/)
    await checkBothSizes(page, 'add-member')
    await list.fill([...five.slice(0, 4), mara.email].join('\n'))
    await dialog.getByLabel('CSV file with emails').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Name;Email\n"Frei, Emil";${five[4]}\n`),
    })
    await dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('Welcome to the team!')
    await dialog.getByRole('button', { name: 'Invite 6 people' }).click()
    // She belongs to it already: the others are invited, and she stays in the field.
    await expect(dialog.getByText('1 was not invited')).toBeVisible()
    await expect(list).toHaveValue(mara.email)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Open until')).toHaveCount(5)
    await expect(page.getByText('6 members, including invitations')).toBeVisible()
    await checkBothSizes(page, 'members')
  })

  await test.step('an invitation is taken back', async () => {
    await choose(page, ben, 'Withdraw …')
    const asked = page.getByRole('dialog', { name: 'Withdraw invitation?' })
    await asked.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(rowOf(page, ben)).toHaveCount(0)
  })

  const hers = await visit()
  await test.step('Nora comes by the mail, signs up, and is back at the invitation', async () => {
    await hers.goto(await inviteLink(product, nora))
    await expect(hers.getByRole('heading', { name: 'You’re invited to join a business' })).toBeVisible()
    await checkBothSizes(hers, 'invite-not-signed-in')
    await hers.getByRole('link', { name: 'Create an account' }).click()
    await expect(hers.getByRole('textbox', { name: 'Email' })).toHaveValue(nora)
    await hers.getByRole('button', { name: /link/i }).click()
    await expect(hers.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    // In another tab, which knows nothing of the first.
    const elsewhere = await visit()
    await elsewhere.goto(await mailedLink(product, nora, /confirm/i))
    await elsewhere.getByRole('textbox', { name: 'First name' }).fill('Nora')
    await elsewhere.getByRole('textbox', { name: 'Last name' }).fill('Frey')
    await elsewhere.getByLabel('Password', { exact: true }).fill('quiet-harbour-lantern-42')
    await elsewhere.getByRole('checkbox').check()
    await elsewhere.getByRole('button', { name: 'Create my account' }).click()
    await expect(elsewhere.getByText(`Mara Lindt has invited you to join ${company}`)).toBeVisible()
    await expect(elsewhere.getByText('Welcome to the team!')).toBeVisible()
    await checkBothSizes(elsewhere, 'invite')
    await elsewhere.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(elsewhere.getByText(`You’re now a member of ${company}`)).toBeVisible()
    await expect(inboxTab(elsewhere)).toBeVisible()
    await elsewhere.goto('/profile')
    const section = elsewhere.getByRole('region', { name: 'Business' })
    await expect(section.getByText('You are one of its members')).toBeVisible()
  })

  await test.step('she is on the list', async () => {
    await page.reload()
    await page.getByRole('searchbox', { name: 'Search people' }).fill('frey')
    await expect(rowOf(page, 'Nora Frey')).toContainText('Member')
    await expect(page.getByText('5 members, including invitations')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search people' }).fill('')
    await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Invited (3)' })
    await expect(rowOf(page, 'Nora Frey')).toHaveCount(0)
  })
})

test('an invitation that is being sent stays open, for whom it could not be sent to', async ({
  page,
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aBusiness(product, { name: `Lindt Holzbau ${crypto.randomUUID().slice(0, 8)} AG`, admin: mara })
  await haveSession(page, mara)
  await page.goto('/business/members')
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByRole('textbox', { name: 'Emails' }).fill(mara.email)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const sending = /\/businesses\/[^/]+\/members$/
  await page.route(sending, async (route) => {
    await held
    await route.fallback()
  })
  const asked = page.waitForRequest((request) => request.method() === 'POST' && sending.test(request.url()))
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click()
  await asked
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // What is typed meanwhile is there afterwards.
  const message = dialog.getByRole('textbox', { name: 'Message (optional)' })
  await message.fill('Welcome to the team!')
  await dialog.getByRole('radio', { name: 'Administrators' }).check()
  answer()
  await expect(dialog.getByText('Already a member of your business.')).toBeVisible()
  await expect(message).toHaveValue('Welcome to the team!')
  await expect(dialog.getByRole('radio', { name: 'Administrators' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('an invitation that could not be sent is no mistake in the list of emails', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION_RESET/)
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aBusiness(product, { name: `Lindt Dachbau ${crypto.randomUUID().slice(0, 8)} AG`, admin: mara })
  await haveSession(page, mara)
  await page.goto('/business/members')
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const list = dialog.getByRole('textbox', { name: 'Emails' })
  await list.fill('nora@example.org')
  await page.route(/\/businesses\/[^/]+\/members$/, (route) => route.abort('connectionreset'))
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(list).not.toHaveAttribute('aria-invalid', 'true')
  await checkBothSizes(page, 'add-member-not-sent')
})

test('the bars at the foot of a phone’s page cover none of the people’s actions that the keyboard comes to', async ({
  page,
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const zoe = await product.person({ firstName: 'Zoe', lastName: 'Kern' })
  const name = `Lindt Malerei ${crypto.randomUUID().slice(0, 8)} AG`
  const id = await aBusiness(product, { name, admin: mara, members: [zoe] })
  const users = ['nora', 'ben', 'carla', 'dino', 'emil', 'frida'].map((one) => ({
    email: fresh(one),
    role: 'member' as const,
  }))
  await product.call(inviteMembers, { params: { id }, body: { users } }, mara.as)
  await page.setViewportSize({ width: 390, height: 844 })
  await haveSession(page, mara)
  await page.goto('/business/members')
  const rows = page.getByRole('listitem').getByRole('button', { name: /^Actions for/ })
  await expect(rows).toHaveCount(8)
  expect(await coveredAmong(rows)).toEqual([])
  await page.getByRole('checkbox', { name: 'Select Zoe Kern' }).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await coveredAmong(rows)).toEqual([])
})

test('a list of people to invite is still there after Escape, and gone once it is cancelled', async ({
  page,
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aBusiness(product, { name: `Lindt Gartenbau ${crypto.randomUUID().slice(0, 8)} AG`, admin: mara })
  await haveSession(page, mara)
  await page.goto('/business/members')
  const opener = page.getByRole('button', { name: 'Invite people' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  const list = dialog.getByRole('textbox', { name: 'Emails' })
  const message = dialog.getByRole('textbox', { name: 'Message (optional)' })
  await list.fill('nora@example.org\nben@example.org')
  await dialog.getByRole('radio', { name: 'Administrators' }).check()
  await message.fill('Welcome to the team!')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await opener.click()
  await expect(list).toHaveValue('nora@example.org\nben@example.org')
  await expect(message).toHaveValue('Welcome to the team!')
  await expect(dialog.getByRole('radio', { name: 'Administrators' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await opener.click()
  await expect(list).toHaveValue('nora@example.org\nben@example.org')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await opener.click()
  await expect(list).toHaveValue('')
})

test('someone who accepts an invitation that was just withdrawn is told so, and whom to ask', async ({
  page,
  product,
  problems,
}) => {
  problems.expect(/404/)
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const nora = await product.person({ firstName: 'Nora', lastName: 'Frey' })
  const company = `Lindt Schreinerei ${crypto.randomUUID().slice(0, 8)} AG`
  const id = await aBusiness(product, { name: company, admin: mara })
  const withInvitation = async () => {
    const body = { users: [{ email: nora.email, role: 'member' as const }] }
    const { invitedMembers } = await product.call(inviteMembers, { params: { id }, body }, mara.as)
    return { id, inviteId: invitedMembers[0]?.id ?? '' }
  }
  await haveSession(page, nora)

  await test.step('on the page that the mail leads to', async () => {
    const params = await withInvitation()
    await page.goto(`/invite/${params.inviteId}`)
    const accept = page.getByRole('button', { name: 'Accept invitation' })
    await expect(accept).toBeVisible()
    await product.call(revokeInvitation, { params }, mara.as)
    await accept.click()
    await expect(page.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(
      'It was answered, withdrawn or has expired. To join the business, ask the person who invited you for a new one.',
    )
    await expect(page.getByText('Page not found')).toBeHidden()
  })

  await test.step('in the dialog that comes before her documents', async () => {
    const params = await withInvitation()
    await page.goto('/dashboard')
    const dialog = page.getByRole('dialog', { name: 'You’re invited to join a business' })
    await expect(dialog.getByRole('button', { name: 'Accept invitation' })).toBeVisible()
    await product.call(revokeInvitation, { params }, mara.as)
    await dialog.getByRole('button', { name: 'Accept invitation' }).click()
    const told = dialog.getByRole('alert')
    await expect(told).toContainText('This invitation is no longer open')
    await expect(told).toContainText('ask the person who invited you for a new one')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(inboxTab(page)).toBeVisible()
  })
})

test('people are made admins, locked, removed with what they have, and leave', async ({
  page,
  visit,
  product,
  problems,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const ben = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const carla = await product.person({ firstName: 'Carla', lastName: 'Rossi' })
  const emil = await product.person({ firstName: 'Emil', lastName: 'Frei' })
  const company = `Ott Notare ${crypto.randomUUID().slice(0, 8)} AG`
  const id = await aBusiness(product, { name: company, admin: mara, members: [ben, carla] })
  await aSignatureRequest(product, { owner: carla, title: 'Lease 9', signers: [{ email: fresh('luc') }] })
  problems.expect(/403/)
  await haveSession(page, mara)
  await page.goto('/business/members')

  await test.step('Ben becomes an admin', async () => {
    await choose(page, 'Ben Ott', 'Make an administrator')
    await expect(page.getByText('1 person is now an administrator')).toBeVisible()
    await expect(rowOf(page, 'Ben Ott')).toContainText('Administrator')
  })

  const hers = await visit()
  await test.step('Carla, who joined last, has no seat for a while', async () => {
    await operate(product, 'seats', company, '2')
    await hers.goto('/login')
    await typeSignIn(hers, carla)
    const locked = hers.getByRole('dialog', { name: 'Your account is locked' })
    await expect(locked).toBeVisible()
    await checkBothSizes(hers, 'locked-member')
    await locked.getByRole('button', { name: 'Check again' }).click()
    await expect(locked).toBeVisible()
    await locked.getByRole('button', { name: 'Leave business …' }).click()
    const leaving = hers.getByRole('dialog', { name: `Leave ${company}?` })
    await expect(leaving.getByText('Your documents stay with you.')).toBeVisible()
    await leaving.getByRole('button', { name: 'Stay' }).click()
    await expect(locked).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 member is locked: no seats available')).toBeVisible()
    await expect(rowOf(page, 'Carla Rossi')).toContainText('Locked: no seat')
    await operate(product, 'seats', company, 'none')
    await locked.getByRole('button', { name: 'Check again' }).click()
    await expect(inboxTab(hers)).toBeVisible()
  })

  await test.step('she is removed, and Ben takes over what she has', async () => {
    await page.reload()
    await page.getByRole('checkbox', { name: 'Select Carla Rossi' }).check()
    await checkBothSizes(page, 'members-chosen')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('checkbox', { name: 'Select Carla Rossi' }).check()
    await page.getByRole('button', { name: 'Remove …', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove Carla Rossi?' })
    await expect(dialog.getByText('1 signature request · including 1 open')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Transfer to another member' }).check()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog.getByText('Choose a member to transfer them to.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Transfer to' }).selectOption({ index: 1 })
    await expect(dialog.getByRole('combobox')).toContainText('Ben Ott')
    await dialog.getByRole('combobox').selectOption({ label: `Ben Ott (${ben.email})` })
    await checkBothSizes(page, 'remove-members')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('1 person was removed.')).toBeVisible()
    await expect(rowOf(page, 'Carla Rossi')).toHaveCount(0)
    // They continuee by one, and not while she waits.
    const his = async () => (await product.call(listSignatureRequests, { query: {} }, ben.as)).items
    await expect.poll(async () => (await his()).map(({ title }) => title)).toEqual(['Lease 9'])
  })

  await test.step('Carla is told, and continues with a personal account', async () => {
    await hers.goto('/profile')
    const told = hers.getByRole('dialog', { name: 'You now have a personal account' })
    await expect(told).toBeVisible()
    await checkBothSizes(hers, 'business-downgraded')
    await told.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(inboxTab(hers)).toBeVisible()
    await hers.goto('/profile')
    const section = hers.getByRole('region', { name: 'Business' })
    await expect(section.getByRole('link', { name: 'Create business' })).toBeVisible()
  })

  await test.step('Emil is asked wherever he goes, and says no', async () => {
    const body = { users: [{ email: emil.email, role: 'admin' as const }] }
    await product.call(inviteMembers, { params: { id }, body }, mara.as)
    const his = await visit()
    await his.goto('/login')
    await typeSignIn(his, emil)
    const dialog = his.getByRole('dialog', { name: 'You’re invited to join a business' })
    await expect(dialog.getByText('You’ll join as an administrator.')).toBeVisible()
    await expect(dialog.getByText(/transfer what you create from now on to another member/)).toBeVisible()
    await checkBothSizes(his, 'business-invitation')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(inboxTab(his)).toBeVisible()
    await page.reload()
    await expect(rowOf(page, emil.email)).toContainText('Declined')
  })

  await test.step('groups have their limits, and Ben leaves', async () => {
    await page.getByRole('link', { name: 'Signer groups' }).click()
    const limits = page.getByRole('region', { name: 'Limits for everyone' })
    await limits.getByRole('textbox', { name: 'Groups per member' }).fill('0')
    await limits.getByRole('button', { name: 'Save limits' }).click()
    await expect(limits.getByText(/whole number from 1/)).toBeVisible()
    // Another admin sets the other limit meanwhile.
    const settings = { signerGroups: { maxParticipants: 5 } }
    await product.call(updateBusinessSettings, { params: { id }, body: { settings } }, mara.as)
    await limits.getByRole('textbox', { name: 'Groups per member' }).fill('3')
    await limits.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.getByText('Limits saved.')).toBeVisible()
    await expect(limits.getByRole('textbox', { name: 'People per group' })).toHaveValue('5')
    await checkBothSizes(page, 'business-signer-groups')
    const his = await visit()
    await haveSession(his, ben)
    await his.goto('/profile')
    await his.getByRole('button', { name: 'Leave business …' }).click()
    const dialog = his.getByRole('dialog', { name: `Leave ${company}?` })
    await expect(dialog.getByRole('radio', { name: 'Keep my documents' })).toBeChecked()
    await expect(dialog.getByText(/unless people with your email domain can join/)).toBeVisible()
    await checkBothSizes(his, 'leave-business')
    await dialog.getByRole('button', { name: 'Leave business' }).click()
    await expect(his.getByText(`You left ${company}`)).toBeVisible()
    await expect(inboxTab(his)).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByText('You’re the only administrator.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Leave business …' })).toBeDisabled()
  })
})
