import type { Legislation } from '@countersign/contract/values.ts'
import type { Holder, Method } from '../identification.ts'

const pages = {
  video: 'video',
  robo: 'self',
  autoident: 'auto',
  loc: 'loc',
  'external-sc': 'external-sc',
} as const

/**
 * The page the browser comes back to. A guest’s tab knows by which link they came: the link’s secret is not for the
 * provider to see. ID Austria takes no address but those that were registered with it, letter by letter.
 */
export function returnAddress(
  publicUrl: string,
  option: { readonly legislation: Legislation; readonly method: Method },
  holder: Holder,
): string {
  const base = holder.kind === 'account' ? '/profile/signature-standards' : '/direct-sign/identification'
  if (option.method === 'id-austria') return `${publicUrl}${base}/id-austria-success`
  return `${publicUrl}${base}/${option.legislation.toLowerCase()}/${pages[option.method]}`
}

export function webhookAddress(publicUrl: string, provider: string): string {
  return `${publicUrl}/v1/identification/webhooks/${provider}`
}
