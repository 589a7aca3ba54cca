import { applyAppearance } from './appearance.js'
import { brandOf, cardFields, checkCard, formatCvc, formatExpiry, formatNumber } from './card.js'
import { confirmIntent, loadIntent } from './intent.js'
import { fillCountries } from './countries.js'
import { listen, tell } from './parent.js'
import { wordsFor } from './words.js'

const inputs = Object.fromEntries(
  ['number', 'expiry', 'cvc', 'country'].map((name) => [name, document.getElementById(name)]),
)
const checked = ['number', 'expiry', 'cvc']
let start = {}
let words = wordsFor('auto').words

const card = () =>
  Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, isShown(input) ? input.value : '']))
const isShown = (input) => !input.closest('.Field').hidden
const errorOf = (code) => ({ type: 'validation_error', code, message: words[code] })

/** Shows what is wrong with a field, or that nothing is any more. */
function showProblem(name, code) {
  const line = document.getElementById(`${name}-error`)
  line.textContent = code ? words[code] : ''
  inputs[name].classList.toggle('Input--invalid', code !== undefined)
  if (code) inputs[name].setAttribute('aria-invalid', 'true')
  else inputs[name].removeAttribute('aria-invalid')
}

/** What keeps the card from being sent; the first field that is wrong gets the focus. */
function validate() {
  const problems = checkCard(card())
  for (const name of checked) showProblem(name, problems[name])
  const first = checked.find((name) => problems[name])
  if (first) inputs[first].focus()
  return first && errorOf(problems[first])
}

function tellChange() {
  const values = card()
  const problems = checkCard(values)
  const isEmpty = checked.every((name) => values[name] === '')
  const isComplete = checked.every((name) => problems[name] === undefined)
  tell('change', { empty: isEmpty, complete: isComplete, collapsed: false, value: { type: 'card' } })
}

function translate({ locale, options = {} }) {
  const found = wordsFor(locale)
  words = found.words
  document.documentElement.lang = found.language
  for (const element of document.querySelectorAll('[data-words]'))
    element.textContent = words[element.dataset.words]
  inputs.expiry.placeholder = words.expiryFormat
  inputs.cvc.placeholder = words.cvcFormat
  const chosen = inputs.country.value || options.defaultValues?.billingDetails?.address?.country
  fillCountries(inputs.country, found.language, chosen)
  for (const name of checked)
    if (inputs[name].getAttribute('aria-invalid')) showProblem(name, checkCard(card())[name])
}

function configure(given) {
  start = given
  const { options = {} } = given
  applyAppearance(given.appearance)
  translate(given)
  const details = options.fields?.billingDetails
  const isNever = [details, details?.address, details?.address?.country].includes('never')
  inputs.country.closest('.Field').hidden = isNever
  for (const input of Object.values(inputs)) input.disabled = options.readOnly === true
  const terms = document.getElementById('terms')
  terms.hidden = options.terms?.card === 'never' || !given.clientSecret.startsWith('seti_')
  terms.textContent = words.terms.replace('{business}', options.business?.name ?? words.business)
}

inputs.number.addEventListener('input', () => {
  inputs.number.value = formatNumber(inputs.number.value)
  document.getElementById('brand').textContent =
    { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex' }[brandOf(inputs.number.value)] ?? ''
})
let expiryBefore = ''
inputs.expiry.addEventListener('input', () => {
  expiryBefore = inputs.expiry.value = formatExpiry(inputs.expiry.value, expiryBefore)
})
inputs.cvc.addEventListener('input', () => {
  inputs.cvc.value = formatCvc(inputs.cvc.value, inputs.number.value)
})
for (const name of checked) {
  inputs[name].addEventListener('input', () => {
    showProblem(name, undefined)
    tellChange()
  })
  inputs[name].addEventListener('change', () => {
    if (inputs[name].value) showProblem(name, checkCard(card())[name])
  })
}
inputs.country.addEventListener('change', tellChange)
addEventListener('focusin', ({ relatedTarget }) => relatedTarget ?? tell('focus'))
addEventListener('focusout', ({ relatedTarget }) => relatedTarget ?? tell('blur'))

listen({
  start: async (given) => {
    configure(given)
    const { error } = await loadIntent(start, words)
    if (error) tell('loaderror', { error })
    else tell('ready')
  },
  update: configure,
  refresh: async () => {
    const { error } = await loadIntent(start, words)
    return error ? { error: { message: error.message } } : {}
  },
  submit: () => {
    const error = validate()
    return error ? { error } : { selectedPaymentMethod: 'card' }
  },
  confirm: (fields) => {
    const error = validate()
    return error ? { error } : confirmIntent(start, words, { ...cardFields(card()), ...fields })
  },
  focus: () => inputs.number.focus(),
  blur: () => document.activeElement?.blur(),
  clear: () => {
    for (const name of checked) inputs[name].value = ''
    tellChange()
  },
})
