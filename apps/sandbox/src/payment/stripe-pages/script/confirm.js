import { callApi, readSecret } from './api.js'
import { IntegrationError, need } from './errors.js'
import { followNextAction, leaveWith } from './next-action.js'

/** `confirmSetup` and `confirmPayment`: with what was typed in the Payment Element, or with a saved payment method. */
export async function confirm(account, name, given = {}) {
  const { elements, confirmParams = {}, redirect = 'always' } = given
  const method = name === 'setupIntent' ? 'confirmSetup' : 'confirmPayment'
  const isMissing = `stripe.${method}() needs elements or clientSecret.`
  const secret = elements?._secret ?? readSecret(need(given.clientSecret, isMissing))
  if (secret.name !== name)
    throw new IntegrationError(`stripe.${method}(): the client secret is that of a ${secret.parameter}.`)
  if (redirect !== 'if_required')
    need(
      confirmParams.return_url,
      `stripe.${method}(): the confirmParams.return_url argument is required unless passing redirect: 'if_required'.`,
    )
  const fields = formOf(confirmParams)
  const isSaved = confirmParams.payment_method !== undefined
  if (!elements && !isSaved)
    throw new IntegrationError(`stripe.${method}() needs elements or confirmParams.payment_method.`)
  const first =
    elements && !isSaved
      ? await elements._confirm(fields)
      : await callApi(account, secret, 'confirm', { ...fields, use_stripe_sdk: 'true' })
  const locale = elements?._locale() ?? account.locale
  const result = await followNextAction({ ...account, locale }, secret, first)
  if (result.error || redirect === 'if_required') return result
  return leaveWith(confirmParams.return_url, secret, result[secret.name])
}

/** As the API takes it: `payment_method_data[billing_details][name]`. */
export function formOf(value, name = '') {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') return { [name]: String(value) }
  const parts = Object.entries(value).map(([key, part]) => formOf(part, name ? `${name}[${key}]` : key))
  return Object.assign({}, ...parts)
}
