const themes = {
  stripe: {
    colorBackground: '#ffffff',
    colorText: '#30313d',
    colorDanger: '#c0123c',
    colorPrimary: '#0570de',
  },
  night: {
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorDanger: '#fe87a1',
    colorPrimary: '#85d996',
  },
  flat: { colorBackground: '#f1f1f1', colorText: '#30313d', colorDanger: '#b3093c', colorPrimary: '#0570de' },
}

const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

/** The product's colours and sizes. Values go through the browser's own parser, one property at a time. */
export function applyAppearance({ theme = 'stripe', variables = {}, rules = {} } = {}) {
  const root = document.documentElement
  root.removeAttribute('style')
  const all = { ...(themes[theme] ?? themes.stripe), ...variables }
  for (const [name, value] of Object.entries(all)) root.style.setProperty(`--${kebab(name)}`, String(value))
  sheet.replaceSync('')
  for (const [selector, properties] of Object.entries(rules)) {
    if (!/^\.[A-Za-z]+(--[a-z]+)?(::?[a-z-]+)?$/.test(selector)) continue
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
    for (const [name, value] of Object.entries(properties)) rule.style.setProperty(kebab(name), String(value))
  }
}
