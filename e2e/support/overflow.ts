import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Texts that reach beyond what they are on: the window, a panel with a ground or a border of its own, or a box that cuts
 * them off without an ellipsis. Text that may be scrolled to counts as shown. `whole`: an ellipsis is no excuse.
 */
export async function checkOverflow(page: Page, name: string, { whole = false } = {}): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  await expect.soft
    .poll(() => findOverflow(page, { width, whole }), {
      message: `beyond their panel on ${name}`,
      timeout: 3000,
    })
    .toEqual([])
}

/** Selects, whose chosen option has no room in them: they show its beginning, without an ellipsis. */
export async function checkSelects(page: Page, name: string): Promise<void> {
  const cut = await page.getByRole('combobox').evaluateAll((fields) =>
    fields.flatMap((field) => {
      const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : undefined
      const pen = document.createElement('canvas').getContext('2d')
      if (!text || !pen || !field.checkVisibility()) return []
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      pen.font = font
      // The arrow is in the padding in one browser, and beside the text in another.
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16
      return pen.measureText(text).width > room ? [text] : []
    }),
  )
  expect.soft(cut, `cut off in selects on ${name}`).toEqual([])
}

function findOverflow(page: Page, given: { width: number; whole: boolean }): Promise<string[]> {
  return page.evaluate(({ width: windowWidth, whole }) => {
    const found: string[] = []
    const slack = 1.5
    const isPanel = (style: CSSStyleDeclaration) =>
      parseFloat(style.borderRightWidth) > 0 || !/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.nodeValue?.trim() || !parent.checkVisibility({ visibilityProperty: true }))
        continue
      if (parent.closest('.sr-only, script, style, noscript, [data-overflow-checked]')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        const told = look(parent, rect)
        if (told) found.push(`${told}: “${node.nodeValue.trim().slice(0, 40)}”`)
      }
    }
    return [...new Set(found)]

    /** Follows the text outwards: what scrolls or shortens it with an ellipsis ends the way. */
    function look(from: Element, { left, right, width: own }: DOMRect): string | null {
      if (own <= 1) return null
      for (let box: Element | null = from; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        const { left: boxLeft, right: boxRight } = box.getBoundingClientRect()
        const isBeyond = right > boxRight + slack || left < boxLeft - slack
        const cuts = style.overflowX !== 'visible'
        if (cuts && !whole && (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'))
          return null
        if (/auto|scroll/.test(style.overflowX)) return null
        if (isBeyond && cuts) return `cut off by ${nameOf(box)}`
        if (isBeyond && isPanel(style) && style.display !== 'inline') return `beyond ${nameOf(box)}`
        if (style.position === 'fixed') break
      }
      return right > windowWidth + slack || left < -slack ? 'beyond the window' : null
    }

    function nameOf(element: Element): string {
      return `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').slice(0, 60)}`
    }
  }, given)
}
