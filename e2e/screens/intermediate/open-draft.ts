import type { Page } from '@playwright/test'
import { someone } from '../scene/people.ts'
import { isPhone } from './intermediate-screen.ts'

type Step = 'people' | 'fields' | 'send'

/** A signer whom nothing was asked of yet. */
export function named(name: string) {
  const [first = '', last = ''] = name.split(' ')
  return { ...someone(first.replace('ë', 'e'), last), firstName: first, lastName: last }
}

/** A phone shows one step at a time. */
export async function openDraft(page: Page, { id }: { readonly id: string }, step: Step): Promise<void> {
  await page.goto(`/compose/${id}?step=${step}`)
  const sheet = page.getByRole('group', { name: /^Page 1 of/ })
  if (!isPhone(page) || step === 'fields') await sheet.first().locator('img').waitFor()
  else
    await page
      .getByRole('button', { name: 'Review and send' })
      .or(page.getByRole('region').first())
      .first()
      .waitFor()
}
