import type { Page } from '@playwright/test'
import type { Person } from '../../../apps/api/src/testing/caller.ts'
import { haveSession } from '../../support/sign-in.ts'

/** Signed in as someone of this picture alone: the other tabs of the browser, where nobody is, don't hear of it. */
export async function signInAlone(page: Page, person: Person): Promise<void> {
  await page.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => {}
  })
  await haveSession(page, person)
}
