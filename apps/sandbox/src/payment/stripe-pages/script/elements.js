import { readSecret } from './api.js'
import { IntegrationError, need } from './errors.js'
import { createPaymentElement } from './payment-element.js'

/** A group of Elements for one intent. Of the Elements there is the Payment Element alone. */
export function createElements(account, given = {}) {
  need(given.clientSecret, 'In order to create a payment element, you must pass a clientSecret.')
  const secret = readSecret(given.clientSecret)
  let options = given
  let payment
  const settle = new Set()
  const group = () => ({
    key: account.key,
    account: account.account,
    clientSecret: secret.clientSecret,
    locale: options.locale ?? account.locale ?? 'auto',
    appearance: options.appearance ?? {},
  })
  const mounted = () =>
    need(payment, 'elements should have a mounted Payment Element. Create one and mount it first.')
  return {
    _secret: secret,
    _locale: () => group().locale,
    _confirm: (fields) => mounted()._call('confirm', fields),
    create: (type, settings) => {
      if (type !== 'payment') throw new IntegrationError(`The sandbox has no Element of the type ${type}.`)
      if (payment) throw new IntegrationError('Can only create one Element of type payment.')
      payment = createPaymentElement(group, settings)
      const { destroy } = payment
      payment.destroy = () => {
        destroy()
        payment = undefined
      }
      return payment
    },
    getElement: (type) => (type === 'payment' ? (payment ?? null) : null),
    on: (type, handler) => type === 'update-end' && settle.add(handler),
    update: async (changes) => {
      options = { ...options, ...changes }
      payment?.update({})
      for (const handler of settle) handler()
    },
    fetchUpdates: () => mounted()._call('refresh'),
    submit: () => mounted()._call('submit'),
  }
}
