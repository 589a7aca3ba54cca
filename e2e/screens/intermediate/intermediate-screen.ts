import type { Page } from '@playwright/test'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import type { Scene } from '../scene/scene.ts'

/** Who looks at a screen; `trial` and `customer` administer a business where plans are sold. */
export const roles = ['visitor', 'user', 'newcomer', 'admin', 'member', 'trial', 'customer'] as const
export type Role = (typeof roles)[number]

/** What has no address of its own, or only one for another role: dialogs, overlays, and steps in between. */
export interface IntermediateScreen {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly role: Role
  /** Opens the page and brings it there. */
  show(page: Page, scene: Scene, product: Product): Promise<unknown>
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500

/** Opens an address that may be its role's only, and waits for its heading. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}
