import { callApi, readSecret } from './api.js'
import { confirm } from './confirm.js'
import { createElements } from './elements.js'
import { IntegrationError, need } from './errors.js'
import { followNextAction } from './next-action.js'
import { stripeOrigin } from './origin.js'

/** The part of Stripe.js that takes cards, for the sandbox's stand-in. */
function Stripe(key, options = {}) {
  if (!/^pk_test_\S+$/.test(String(key)))
    throw new IntegrationError('Missing value for Stripe(): a publishable key of the test mode is needed.')
  const account = { key, account: options.stripeAccount, locale: options.locale, origin: stripeOrigin }
  const retrieve = (name) => (clientSecret) => {
    const secret = readSecret(need(clientSecret, 'Missing value: the client secret of the intent.'))
    if (secret.name !== name)
      throw new IntegrationError(`This client secret is that of a ${secret.parameter}.`)
    return callApi(account, secret)
  }
  const retrieveSetupIntent = retrieve('setupIntent')
  const retrievePaymentIntent = retrieve('paymentIntent')
  const handleNextAction = async (given = {}) => {
    const secret = readSecret(need(given.clientSecret, 'handleNextAction() needs a clientSecret.'))
    return followNextAction(account, secret, await callApi(account, secret))
  }
  return {
    elements: (given) => createElements(account, given),
    confirmSetup: (given) => confirm(account, 'setupIntent', given),
    confirmPayment: (given) => confirm(account, 'paymentIntent', given),
    retrieveSetupIntent,
    retrievePaymentIntent,
    handleNextAction,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

/** The release that the loader's package expects. */
Stripe.version = 'endive'
window.Stripe = Stripe
