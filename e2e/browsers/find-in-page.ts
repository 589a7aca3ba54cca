/** Runs in the page: it can use nothing from outside. Roles as in ARIA, by the elements we use for them. */
export function findInPage(role: string, name: string, isExact: boolean) {
  const selectors: Record<string, string> = {
    button: 'button, summary, [role=button]',
    link: 'a[href]',
    field: 'input:not([type=hidden]), textarea, select',
    heading: 'h1, h2, h3',
    tab: '[role=tab]',
    group: '[role=group], fieldset',
    image: '[role=img], img, canvas',
  }
  const trimmed = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    if (label) return label
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    if (ids.length > 0) return trimmed(ids.map((id) => document.getElementById(id)?.textContent).join(' '))
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLLabelElement>)] : []
    if (labels.length > 0) return trimmed(labels.map(({ textContent }) => textContent).join(' '))
    return trimmed(element.getAttribute('alt') ?? element.textContent)
  }
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const element = [...top.querySelectorAll<HTMLElement>(selectors[role] ?? role)].findLast((one) => {
    const found = nameOf(one)
    const { width, height } = one.getBoundingClientRect()
    return width > 0 && height > 0 && (isExact ? found === name : found.includes(name))
  })
  if (!element) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const centre = { x: x + width / 2, y: y + height / 2 }
  const hit = document.elementFromPoint(centre.x, centre.y)
  // What is not alone at its centre cannot be pressed: it is still moving, or below something else.
  const isFree = hit !== null && (element.contains(hit) || hit.contains(element))
  const isEnabled = !element.matches(':disabled, [aria-disabled=true]')
  const value = 'value' in element ? String(element.value) : ''
  return { ...centre, box: { x, y, width, height }, isReady: isFree && isEnabled, value }
}
