import { connectionError, IntegrationError } from './errors.js'

const kinds = {
  seti: { name: 'setupIntent', path: 'setup_intents', parameter: 'setup_intent' },
  pi: { name: 'paymentIntent', path: 'payment_intents', parameter: 'payment_intent' },
}

/** What a client secret belongs to: `seti_1_secret_2` or `pi_1_secret_2`. */
export function readSecret(clientSecret) {
  const [, id, prefix] = /^((seti|pi)_[^_]+)_secret_.+$/.exec(String(clientSecret)) ?? []
  if (!id)
    throw new IntegrationError(
      'Invalid value: the client secret should be of the form ${id}_secret_${secret}. You specified another one.',
    )
  return { id, clientSecret, ...kinds[prefix] }
}

/** `{ setupIntent }` or `{ paymentIntent }`, else `{ error }`. */
export async function callApi({ key, account, origin }, secret, act, fields = {}) {
  const url = new URL(`${origin}/v1/${secret.path}/${secret.id}${act ? `/${act}` : ''}`)
  const body = new URLSearchParams({ ...fields, client_secret: secret.clientSecret })
  if (!act) url.search = body
  try {
    const answer = await fetch(url, {
      method: act ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(account && { 'stripe-account': account }) },
      ...(act && { body }),
    })
    const content = await answer.json()
    return answer.ok ? { [secret.name]: content } : { error: content.error }
  } catch {
    return { error: { ...connectionError } }
  }
}
