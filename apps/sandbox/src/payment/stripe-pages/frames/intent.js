const paths = { seti: 'setup_intents', pi: 'payment_intents' }
const names = { seti: 'setupIntent', pi: 'paymentIntent' }

export const loadIntent = (start, words) => call(start, words, '', undefined)

/** With the card, which goes from here to the API and nowhere else. */
export const confirmIntent = (start, words, fields) =>
  call(start, words, '/confirm', { ...fields, use_stripe_sdk: 'true' })

async function call({ key, account, clientSecret }, words, act, fields) {
  const [, id, prefix] = /^((seti|pi)_[^_]+)_secret_/.exec(clientSecret) ?? []
  const url = new URL(`/v1/${paths[prefix]}/${id}${act}`, location.href)
  const body = new URLSearchParams({ ...fields, client_secret: clientSecret })
  if (!fields) url.search = body
  try {
    const answer = await fetch(url, {
      method: fields ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(account && { 'stripe-account': account }) },
      ...(fields && { body }),
    })
    const content = await answer.json()
    return answer.ok ? { [names[prefix]]: content } : { error: content.error }
  } catch {
    return { error: { type: 'api_connection_error', message: words.unreachable } }
  }
}
