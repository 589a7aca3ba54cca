import { createFrame } from './frame.js'

const titles = {
  en: 'Authenticate your card',
  de: 'Karte authentifizieren',
  fr: 'Authentifier votre carte',
  it: 'Autentica la carta',
}

/** Opens the bank's page over the product's and resolves once the customer has answered there, or left it. */
export function authenticate({ key, locale }, secret) {
  const language = !locale || locale === 'auto' ? navigator.language : locale
  const title = titles[language.slice(0, 2)] ?? titles.en
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', title)
  Object.assign(dialog.style, {
    width: 'min(480px, calc(100vw - 24px))',
    maxHeight: '100vh',
    padding: '0',
    border: '0',
    borderRadius: '8px',
    background: '#ffffff',
  })
  return new Promise((resolve) => {
    const frame = createFrame('/elements/authentication', title, (event, detail) => {
      if (event === 'height') frame.element.style.height = `${detail.height}px`
      if (event === 'answered' || event === 'unreachable') leave()
    })
    const leave = () => {
      frame.remove()
      dialog.close()
      dialog.remove()
      resolve()
    }
    frame.element.style.height = '260px'
    dialog.append(frame.element)
    // Leaving is an answer as well: the bank hears that the customer did not confirm.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      void frame.call('fail')
    })
    document.body.append(dialog)
    dialog.showModal()
    frame.element.focus()
    void frame.call('start', { key, locale, clientSecret: secret.clientSecret })
  })
}
