import { timingSafeEqual } from 'node:crypto'
import { StripeError } from './errors.ts'
import type { Settings } from './keys.ts'

/** Who calls: `Bearer sk_…`, `Basic` with the key as the user, or `key` in a browser's parameters. */
export function credentialsOf(
  header: string | undefined,
  keyParam: string | undefined,
  settings: Pick<Settings, 'secretKey' | 'publishableKey'>,
): 'secret' | 'publishable' {
  const given = keyOf(header) ?? keyParam
  if (!given)
    throw new StripeError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (isSame(given, settings.secretKey)) return 'secret'
  if (isSame(given, settings.publishableKey)) return 'publishable'
  throw new StripeError(401, `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`)
}

function keyOf(header: string | undefined): string | undefined {
  const [scheme, value = ''] = (header ?? '').split(' ')
  if (scheme === 'Bearer') return value || undefined
  if (scheme !== 'Basic') return undefined
  return Buffer.from(value, 'base64').toString().split(':')[0] || undefined
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export const wrongKeyType = (): StripeError =>
  new StripeError(
    401,
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { code: 'secret_key_required' },
  )
