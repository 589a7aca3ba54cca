import { listen, tell } from './parent.js'
import { wordsFor } from './words.js'

let secret
let isAnswered = false

async function answer(outcome) {
  if (isAnswered) return
  isAnswered = true
  const body = new URLSearchParams({ client_secret: secret, outcome })
  try {
    await fetch(location.pathname, { method: 'POST', body })
  } finally {
    tell('answered')
  }
}

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => void answer(button.value))
addEventListener('keydown', (event) => event.key === 'Escape' && void answer('fail'))

listen({
  start: ({ locale, clientSecret }) => {
    secret = clientSecret
    const { language, words } = wordsFor(locale)
    document.documentElement.lang = language
    for (const element of document.querySelectorAll('[data-words]'))
      element.textContent = words[element.dataset.words]
    document.querySelector('h1').focus()
  },
  fail: () => answer('fail'),
})
