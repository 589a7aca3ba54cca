import { callApi, readSecret } from '../script/api.js'

export const loadIntent = (start, words) => call(start, words)

/** With the card, which goes from here to the API and nowhere else. */
export const confirmIntent = (start, words, fields) =>
  call(start, words, 'confirm', { ...fields, use_stripe_sdk: 'true' })

async function call({ key, account, clientSecret }, words, act, fields) {
  const about = { key, account, origin: location.origin }
  const result = await callApi(about, readSecret(clientSecret), act, fields)
  if (result.error?.type === 'api_connection_error') result.error.message = words.unreachable
  return result
}
