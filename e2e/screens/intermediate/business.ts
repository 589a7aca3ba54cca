import type { Page } from '@playwright/test'
import { button, type IntermediateScreen, open } from './intermediate-screen.ts'

const developers = '/business/developers/api'

const page = (
  name: string,
  path: string,
  title: string,
  /** To its dialog, for example. */
  go: (opened: Page) => Promise<void> = async () => {},
): IntermediateScreen => ({
  name,
  title,
  path,
  role: 'admin',
  async show(opened) {
    await open(opened, path)
    await go(opened)
  },
})

/** What administrators see of their business, and what its members see. */
export const businessScreens: readonly IntermediateScreen[] = [
  page('business-welcome', '/business/welcome', 'A new business'),
  page('business-overview', '/business/dashboard', 'Overview of the business'),
  page('business-members', '/business/members', 'Members'),
  page('business-domains', '/business/members/domains', 'Domains'),
  page('business-company-sign-in', '/business/company-sign-in', 'Company sign-in of the business'),
  page('business-signer-groups', '/business/members/signer-groups', 'Signer groups of the business'),
  page('business-activity', '/business/activity?tab=signatures', 'Activity: signatures'),
  page('business-activity-accounts', '/business/activity?tab=accounts', 'Activity: accounts'),
  page('business-seals', '/business/seals', 'Seals'),
  page('business-seal', '/business/seals/seehof', 'A seal'),
  page('business-api-users', developers, 'API users'),
  page('business-api-requests', `${developers}?tab=requests`, 'Requests of a program'),
  page('business-callbacks', `${developers}?tab=callbacks`, 'Callbacks, their test and their secret'),
  page('business-embedding', `${developers}?tab=embedding`, 'Websites that may show signing pages'),
  page('business-profile', '/business/profile', 'Business profile'),
  page('business-aes', '/business/profile/aes-for-business', 'Advanced signatures for members'),
  page('business-settings', '/business/settings', 'Settings of the business, with its logo'),
  page('business-extras', '/business/extras', 'Extras'),
  page('business-invite', '/business/members', 'Invite people', async (opened) => {
    await button(opened, 'Invite people').click()
    const list = opened.getByRole('dialog').getByRole('textbox', { name: 'Emails' })
    await list.fill('nora.berger@seehof.example\nEmil Frei <emil.frei@seehof.example>')
  }),
  page('business-api-key', developers, 'The key of an API user, shown once', async (opened) => {
    await button(opened, 'New API user').click()
    await opened.getByLabel('Name').fill('Payroll')
    await opened.getByRole('checkbox', { name: 'Read people' }).check()
    await button(opened, 'Create and show key').click()
    await opened.getByRole('dialog', { name: 'API user key' }).waitFor()
  }),
  page(
    'business-api-new-key',
    developers,
    'A new key for an API user, and how long the current one still works',
    async (opened) => {
      await button(opened, 'New key for').click()
      await opened.getByRole('dialog').waitFor()
    },
  ),
  {
    name: 'member-dashboard',
    title: 'Documents of a member',
    path: '/dashboard',
    role: 'member',
    show: (opened) => open(opened, '/dashboard?tab=inbox'),
  },
  {
    name: 'member-profile',
    title: 'Profile of a member',
    path: '/profile',
    role: 'member',
    async show(opened) {
      await open(opened, '/profile')
      await opened.getByRole('region', { name: 'Business' }).scrollIntoViewIfNeeded()
    },
  },
]
