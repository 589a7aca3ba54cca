import type { z } from 'zod/mini'
import { cachedForAnHour } from '../stepwise/cached-for-an-hour.ts'
import { openHttpClient } from '../stepwise/http-client.ts'
import type { Call, HttpClientOptions } from '../stepwise/http-client.ts'
import { jsonOf } from '../stepwise/oauth.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { ServiceHealth, StepwiseFailure } from '../stepwise/port.ts'
import { announced, Info, service } from './service-information.ts'
import type { AnnouncedService, InformationOptions } from './service-information.ts'
import { Token } from './wire.ts'

export interface CscClientOptions extends Omit<HttpClientOptions, 'service'>, InformationOptions {
  /** Address of the service, without `/csc/v2`. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** How the secret is shown: in the header (RFC 6749 §2.3.1, what every service has to take), or in the form. */
  readonly clientAuthentication?: 'basic' | 'post' | undefined
}

/** CSC API v1 §11.6, v2 §11.6: what is wrong with the signer's secrets. */
export const meanings: Readonly<Record<string, StepwiseFailure>> = {
  invalid_pin: 'misconfigured',
  invalid_authentication_data: 'misconfigured',
  invalid_otp: 'tan_invalid',
  invalid_token: 'misconfigured',
}

export interface CscClient {
  /** What the service announces; asked for now and then. */
  information(): Promise<AnnouncedService>
  /** A call of the API, with this token; without one, with the client's own. */
  call<T>(path: string, body: object, form: z.ZodMiniType<T>, how: CallOptions): Promise<T>
  /** A call of the authorization server, with the client's secret. */
  oauth<T>(path: string, fields: Record<string, string>, form: z.ZodMiniType<T>): Promise<T>
  health(): ServiceHealth
}
interface CallOptions {
  readonly repeat: Call['repeat']
  readonly token?: string | undefined
}

// A token is not used to its last moment.
const margin = 30_000

export function cscClient(options: CscClientOptions): CscClient {
  const { url, clientId, clientSecret, clientAuthentication = 'basic', now } = options
  const http = openHttpClient({ ...options, service })
  let held: { token: string; until: number } | undefined

  const read = <T>(form: z.ZodMiniType<T>, json: unknown): T => {
    const answer = form.safeParse(json)
    if (answer.success) return answer.data
    throw new StepwiseSigningFailed('answer_invalid', service, 'its answer is not of the form agreed')
  }
  const askFor = (path: string) =>
    http.call({ url: `${url}${path}/info`, type: 'application/json', body: '{}', repeat: 'freely' })
  const information = cachedForAnHour(now, async () => {
    const second = await askFor('/csc/v2')
    // A service of version 1 alone has nothing at the address of version 2.
    const reply = second.status === 404 ? await askFor('/csc/v1') : second
    return announced(read(Info, jsonOf(service, reply, meanings)), options)
  })
  const oauth: CscClient['oauth'] = async (path, fields, form) => {
    const { oauthUrl } = await information()
    const isPosted = clientAuthentication === 'post'
    const body = new URLSearchParams({ ...fields, client_id: clientId })
    if (isPosted) body.set('client_secret', clientSecret)
    const reply = await http.call({
      url: `${oauthUrl}${path}`,
      type: 'application/x-www-form-urlencoded',
      body: body.toString(),
      ...(isPosted ? {} : { headers: { authorization: basicOf(clientId, clientSecret) } }),
      // A code is good once, though its answer may be lost.
      repeat: fields['grant_type'] === 'authorization_code' ? 'if_unsent' : 'freely',
    })
    // CSC API v2 §8.4.4 has no invalid_client: what is wrong with the client's own name or secret is a setting.
    if (reply.status === 401 || /Invalid parameter client_(?:id|secret)/.test(reply.body))
      throw new StepwiseSigningFailed('misconfigured', service, 'it does not know the client or its secret')
    return read(form, jsonOf(service, reply, meanings))
  }
  const clientToken = async (): Promise<string> => {
    if (held && held.until > now().getTime()) return held.token
    if (!(await information()).hasClientToken)
      throw new StepwiseSigningFailed('misconfigured', service, 'it gives no token to a client alone')
    const fields = { grant_type: 'client_credentials', scope: 'service' }
    const { access_token, expires_in = 0 } = await oauth('/oauth2/token', fields, Token)
    held = { token: access_token, until: now().getTime() + expires_in * 1000 - margin }
    return access_token
  }
  return {
    information,
    oauth,
    async call(path, body, form, { repeat, token }) {
      const { version } = await information()
      const ask = (bearer: string) =>
        http.call({
          url: `${url}/csc/v${version}${path}`,
          type: 'application/json',
          body: JSON.stringify(body),
          headers: { authorization: `Bearer ${bearer}` },
          repeat,
        })
      const shown = token ?? (await clientToken())
      let reply = await ask(shown)
      // A service may forget the client's own before its time: nothing was done for it, and there is another.
      if (reply.status === 401 && token === undefined) {
        if (held?.token === shown) held = undefined
        reply = await ask(await clientToken())
      }
      return read(form, jsonOf(service, reply, meanings))
    },
    health: () => http.health(),
  }
}

/** RFC 6749 §2.3.1: both are encoded as in a form first. */
function basicOf(id: string, secret: string): string {
  const [name, word] = [id, secret].map((part) => new URLSearchParams({ a: part }).toString().slice(2))
  return `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}`
}
