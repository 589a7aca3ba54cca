import { expect } from '@playwright/test'
import { findInPage } from './find-in-page.ts'
import { type BrowserSession, clicked, dragged, type Point, typed } from './session.ts'

type Role = 'button' | 'link' | 'field' | 'heading' | 'tab' | 'group' | 'image'
type Found = NonNullable<ReturnType<typeof findInPage>>

const patience = { timeout: 20_000, intervals: [50, 100, 200] }

/** Someone at a browser, who finds things by what they are called. */
export class Visitor {
  readonly session: BrowserSession

  constructor(session: BrowserSession) {
    this.session = session
  }

  open(url: string): Promise<void> {
    return this.session.navigate(url)
  }

  async press(role: Role, name: string, isExact = false): Promise<void> {
    const { x, y } = await this.find(role, name, isExact)
    await this.session.perform(clicked({ x, y }))
  }

  async fill(name: string, text: string): Promise<void> {
    await this.press('field', name, true)
    await this.session.perform(typed(text))
    await expect
      .poll(async () => (await this.find('field', name, true)).value, { ...patience, message: name })
      .toBe(text)
  }

  async drag(points: readonly [Point, ...Point[]]): Promise<void> {
    await this.session.perform(dragged(points))
  }

  /** Once it can be pressed and has come to rest. */
  async find(role: Role, name: string, isExact = false): Promise<Found> {
    let found: Found | null = null
    await expect
      .poll(
        async () => {
          const before = found
          found = (await this.session.evaluate(
            `(${findInPage.toString()})(${JSON.stringify(role)}, ${JSON.stringify(name)}, ${isExact})`,
          )) as Found | null
          return found?.isReady === true && before?.x === found.x && before.y === found.y
        },
        { ...patience, message: `${role} "${name}"` },
      )
      .toBe(true)
    return found as unknown as Found
  }

  async sees(text: string): Promise<void> {
    await expect
      .poll(() => this.session.evaluate('document.body.innerText'), { ...patience, message: text })
      .toContain(text)
  }

  /** All pictures of pages in the window are drawn. */
  async seesPages(): Promise<void> {
    const drawn = `[...document.querySelectorAll('[role=group] img')].filter((image) => image.complete && image.naturalWidth > 100).length`
    await expect
      .poll(() => this.session.evaluate(drawn), { ...patience, message: 'pages' })
      .toBeGreaterThan(0)
  }
}
