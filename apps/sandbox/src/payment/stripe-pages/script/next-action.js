import { callApi } from './api.js'
import { authenticate } from './authentication.js'

/** Does what the intent still takes of the customer. Never resolves where the page is left. */
export async function followNextAction(account, secret, result) {
  const intent = result[secret.name]
  if (intent?.status !== 'requires_action') return result
  const action = intent.next_action ?? {}
  if (action.type === 'redirect_to_url') return leaveFor(action.redirect_to_url.url)
  if (action.type !== 'use_stripe_sdk') return result
  await authenticate(account, secret)
  const after = await callApi(account, secret)
  const hasFailed = after[secret.name]?.status === 'requires_payment_method'
  return hasFailed ? { error: authenticationFailure(secret, after[secret.name]) } : after
}

/** To where the product wants its customers back, with what became of the intent. */
export function leaveWith(returnUrl, secret, intent) {
  const url = new URL(returnUrl, location.href)
  url.searchParams.set(secret.parameter, secret.id)
  url.searchParams.set(`${secret.parameter}_client_secret`, secret.clientSecret)
  const isDone = ['succeeded', 'processing', 'requires_capture'].includes(intent.status)
  url.searchParams.set('redirect_status', isDone ? intent.status.replace('processing', 'pending') : 'failed')
  return leaveFor(url.href)
}

function leaveFor(address) {
  location.assign(address)
  return new Promise(() => {})
}

function authenticationFailure(secret, intent) {
  return {
    type: 'invalid_request_error',
    code: `${secret.parameter}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    [secret.parameter]: intent,
  }
}
