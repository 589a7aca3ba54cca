import { inviteMembers } from '@countersign/contract/members.ts'
import type { Page } from '@playwright/test'
import { aBusiness } from '../scene/business.ts'
import { someone } from '../scene/people.ts'
import { askRepresentative } from '../scene/representative.ts'
import { button, type IntermediateScreen, open, type Role } from './intermediate-screen.ts'
import { signInAlone } from './sign-in-alone.ts'

const plan = '/business/billing/plan'
const dialogOpens = (page: Page) => page.getByRole('dialog').waitFor()

/** A dialog that a button of a page opens. */
const ask = (name: string, title: string, role: Role, path: string, press: string | RegExp) => ({
  name,
  title,
  path,
  role,
  async show(page: Page) {
    await open(page, path)
    await button(page, press).click()
    await dialogOpens(page)
  },
})

/** What a business’s people are asked, and ask for. */
export const businessDialogScreens: readonly IntermediateScreen[] = [
  {
    name: 'business-invitation',
    title: 'An invitation to join a business',
    path: '/dashboard',
    role: 'visitor',
    async show(page, { company }, product) {
      const emil = await product.person(someone('Emil', 'Frei'))
      const body = { users: [{ email: emil.email, role: 'member' as const }] }
      await product.call(inviteMembers, { params: { id: company.id }, body }, company.admin.as)
      await signInAlone(page, emil)
      await page.goto('/dashboard')
      await page.getByRole('dialog', { name: 'You’re invited to join a business' }).waitFor()
    },
  },
  {
    name: 'remove-members',
    title: 'Remove a member, and transfer what they have',
    path: '/business/members',
    role: 'admin',
    async show(page) {
      await open(page, '/business/members')
      await page.getByRole('checkbox', { name: 'Select Noor Frey' }).check()
      await button(page, 'Remove …').click()
      const dialog = page.getByRole('dialog', { name: 'Remove Noor Frey?' })
      await dialog.getByRole('radio', { name: 'Transfer to another member' }).check()
      await dialog.getByRole('combobox', { name: 'Transfer to' }).waitFor()
    },
  },
  {
    name: 'aes-confirm',
    title: 'The representative vouches for the members',
    path: '/aes-for-business/confirm',
    role: 'visitor',
    async show(page, _scene, product) {
      const token = await askRepresentative(product, await aBusiness(product, { isVerified: true }))
      await page.goto(`/aes-for-business/confirm?token=${token}`)
      await page.getByRole('checkbox').waitFor()
    },
  },
  ask('leave-business', 'Leave the business', 'member', '/profile', 'Leave business …'),
  ask('end-trial', 'End the trial', 'trial', plan, 'End trial'),
  ask('cancel-plan', 'Cancel the plan', 'customer', plan, 'Cancel plan'),
  ask('add-seats', 'Add seats', 'customer', plan, 'Add seats'),
  ask('remove-seats', 'Remove seats', 'customer', plan, 'Remove seats'),
]
