import { table } from '../scene/scene.ts'
import { button, type IntermediateScreen } from './intermediate-screen.ts'

export const templateScreens: readonly IntermediateScreen[] = [
  {
    name: 'template',
    title: 'A template',
    path: '/templates/:template',
    role: 'user',
    async show(page, { template }) {
      await page.goto(`/templates/${template}`)
      await page.getByLabel('Signer 1 signs as').waitFor()
    },
  },
  {
    name: 'bulk-send-check',
    title: 'Send to a table: look it over',
    path: '/templates/:template/send',
    role: 'user',
    async show(page, { template }) {
      await page.goto(`/templates/${template}/send`)
      await page.getByRole('textbox', { name: /paste the cells/ }).fill(table)
      await button(page, 'Next').click()
      await page.getByLabel('Title of each signature request').fill('Flat {{Flat}}')
      await button(page, 'Next').click()
      await page.getByText('Rows that won’t be sent').waitFor()
    },
  },
  {
    name: 'bulk-send-report',
    title: 'A sent table',
    path: '/bulk-sends/:send',
    role: 'user',
    async show(page, { bulkSend }) {
      await page.goto(`/bulk-sends/${bulkSend}`)
      await page.getByText('2 requests sent').waitFor()
    },
  },
  {
    name: 'create-signer-group',
    title: 'Create signer group',
    path: '/signer-groups',
    role: 'user',
    async show(page) {
      await page.goto('/signer-groups')
      await button(page, 'New group').click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Group name' }).fill('Legal')
      const people = 'Carla Rossi <carla.rossi@example.org>\nemil.weber@example.org'
      await form.getByRole('textbox', { name: 'Add members' }).fill(people)
      await form.getByRole('button', { name: 'Add to the group' }).click()
      await form.getByRole('listitem').nth(1).waitFor()
    },
  },
]
