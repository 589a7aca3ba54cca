import type { FileChooser, Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

export interface GivenFile {
  readonly name: string
  readonly content: Buffer
  readonly type?: string
}

/** Lets files fall onto the page as from the desktop. */
export async function dropFiles(page: Page, files: readonly GivenFile[]): Promise<void> {
  const given = files.map(({ name, content, type = 'application/pdf' }) => ({
    name,
    type,
    base64: content.toString('base64'),
  }))
  const transfer = await page.evaluateHandle((dropped) => {
    const carried = new DataTransfer()
    for (const { name, type, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
      carried.items.add(new File([bytes], name, { type }))
    }
    return carried
  }, given)
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('main', event, { dataTransfer: transfer })
}

/** Opens the file picker with `n`. */
export async function chooseFilesByKey(page: Page): Promise<FileChooser> {
  const opened = page.waitForEvent('filechooser')
  await page.keyboard.press('n')
  return opened
}

export interface NewSigner {
  readonly name: string
  readonly email: string
  readonly language: 'Deutsch' | 'English' | 'Français' | 'Italiano'
}

export async function addSigner(page: Page, { name, email, language }: NewSigner): Promise<void> {
  const people = page.getByRole('region', { name: '2. People' })
  await people.getByRole('button', { name: 'Add signer' }).click()
  const form = people.getByRole('group').last()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('combobox', { name: 'Email', exact: true }).fill(email)
  await form.getByRole('combobox', { name: 'Email language' }).selectOption({ label: language })
}

/** Opens the form of a person who is a line. */
export async function openSigner(page: Page, name: string): Promise<Locator> {
  const people = page.getByRole('region', { name: '2. People' })
  await people.getByRole('button', { name: new RegExp(`^(\\d+\\. )?${name}`), expanded: false }).click()
  return people.getByRole('group', { name }).first()
}

export async function chooseForSigner(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export const openOptions = (page: Page) => page.getByText('Options', { exact: true }).click()

/** Takes hold of a signer with the mouse and lets go over the page, at a part of its width and height. */
export async function dragOntoPage(
  page: Page,
  signer: string,
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  const chip = await boxOf(page, `Place field for ${signer}`)
  const sheet = await page.getByRole('group', { name: /^Page 1 of/ }).boundingBox()
  if (!sheet) throw new Error('the page is not shown')
  await page.mouse.move(chip.x + chip.width / 2, chip.y + chip.height / 2)
  await page.mouse.down()
  await page.mouse.move(sheet.x + sheet.width * at.x, sheet.y + sheet.height * at.y, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: `Signature of ${signer} on page 1` })).toBeVisible()
}

async function boxOf(page: Page, button: string) {
  const found = page.getByRole('button', { name: button })
  await found.scrollIntoViewIfNeeded()
  const box = await found.boundingBox()
  if (!box) throw new Error(`${button} is not shown`)
  return box
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review and send' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send to/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Sent:/ })).toBeVisible()
}
