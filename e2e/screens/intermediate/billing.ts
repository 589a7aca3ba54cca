import { fillAddress } from '../../support/billing.ts'
import { type IntermediateScreen, open } from './intermediate-screen.ts'

/** Where plans are sold: a trial, and a business that has bought one. */
export const billingScreens: readonly IntermediateScreen[] = [
  {
    name: 'billing-trial',
    title: 'Plan: the trial',
    path: '/business/billing/plan',
    role: 'trial',
    show: (page) => open(page, '/business/billing/plan'),
  },
  {
    name: 'billing-upgrade',
    title: 'Choose and buy a plan',
    path: '/business/upgrade',
    role: 'trial',
    async show(page) {
      await open(page, '/business/upgrade')
      await fillAddress(page)
      await page.getByRole('radio', { name: /^Team/ }).check()
      await page.getByText('Due today').waitFor()
    },
  },
  {
    name: 'billing-plan',
    title: 'Plan and usage',
    path: '/business/billing/plan',
    role: 'customer',
    async show(page) {
      await open(page, '/business/billing/plan')
      await page.getByRole('heading', { name: 'Team' }).waitFor()
    },
  },
  {
    name: 'billing-invoices',
    title: 'Invoices',
    path: '/business/billing/plan',
    role: 'customer',
    async show(page) {
      await open(page, '/business/billing/plan')
      await page.getByText('Paid', { exact: true }).last().scrollIntoViewIfNeeded()
    },
  },
]
