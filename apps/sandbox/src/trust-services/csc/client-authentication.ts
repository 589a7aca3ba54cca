import { client, isClient } from '../client.ts'
import { invalid, wrong } from './errors.ts'
import type { Refusal } from './errors.ts'
import type { CscProvider } from './providers.ts'

/** RFC 6749 §2.3.1: the secret in the header or in the form, whichever the service takes; never both. */
export function clientRefusal(
  { clientAuthentication }: CscProvider,
  header: string | undefined,
  form: URLSearchParams,
): Refusal | undefined {
  const basic = header === undefined ? undefined : basicCredentials(header)
  const posted = form.get('client_secret')
  const id = form.get('client_id') ?? basic?.id
  if (!id) return invalid('Missing parameter client_id')
  if (id !== client.id) return wrong('client_id')
  const secret = clientAuthentication.includes('basic') ? basic?.secret : undefined
  const sent = secret ?? (clientAuthentication.includes('post') ? posted : undefined)
  if (!sent || (basic && posted)) return { status: 401, ...invalid('Client authorization required') }
  return isClient(id, sent) ? undefined : wrong('client_secret')
}

function basicCredentials(header: string): { id: string; secret: string } | undefined {
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/i.exec(header) ?? []
  const [id, secret] = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .split(':')
    .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  return id && secret ? { id, secret } : undefined
}
