import type { z } from 'zod/mini'
import { openHttpClient } from '../stepwise/http-client.ts'
import type { Call, HttpClientOptions } from '../stepwise/http-client.ts'
import { jsonOf } from '../stepwise/oauth.ts'
import { StepwiseSigningFailed } from '../stepwise/port.ts'
import type { ServiceHealth, StepwiseFailure } from '../stepwise/port.ts'
import { Token } from './wire.ts'

export interface CscClientOptions extends Omit<HttpClientOptions, 'service'> {
  /** Address of the service, without `/csc/v2`. */
  readonly url: string
  /** Address of its authorisation server, where it is another. */
  readonly oauthUrl?: string | undefined
  readonly clientId: string
  readonly clientSecret: string
}

export const service = 'CSC'

/** CSC API v2 §10: what is wrong with the signer's secrets. */
export const meanings: Readonly<Record<string, StepwiseFailure>> = {
  invalid_pin: 'misconfigured',
  invalid_authentication_data: 'misconfigured',
  invalid_otp: 'tan_invalid',
  invalid_token: 'misconfigured',
}

export interface CscClient {
  /** A call of the API, with the service's token. */
  call<T>(path: string, body: object, form: z.ZodMiniType<T>, repeat: Call['repeat']): Promise<T>
  /** A call of the authorisation server, with the client's secret. */
  oauth<T>(path: string, fields: Record<string, string>, form: z.ZodMiniType<T>): Promise<T>
  health(): ServiceHealth
}

// A token is not used to its last moment.
const margin = 30_000

export function cscClient(options: CscClientOptions): CscClient {
  const { url, oauthUrl = url, clientId, clientSecret, now } = options
  const http = openHttpClient({ ...options, service })
  let held: { token: string; until: number } | undefined

  const read = <T>(form: z.ZodMiniType<T>, json: unknown): T => {
    const answer = form.safeParse(json)
    if (answer.success) return answer.data
    throw new StepwiseSigningFailed('answer_invalid', service, 'its answer is not of the form agreed')
  }
  const oauth: CscClient['oauth'] = async (path, fields, form) => {
    const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret })
    const reply = await http.call({
      url: `${oauthUrl}${path}`,
      type: 'application/x-www-form-urlencoded',
      body: body.toString(),
      // A code is good once, though its answer may be lost.
      repeat: fields['grant_type'] === 'authorization_code' ? 'if_unsent' : 'freely',
    })
    return read(form, jsonOf(service, reply, meanings))
  }
  const token = async (): Promise<string> => {
    if (held && held.until > now().getTime()) return held.token
    const fields = { grant_type: 'client_credentials', scope: 'service' }
    const { access_token, expires_in = 0 } = await oauth('/oauth2/token', fields, Token)
    held = { token: access_token, until: now().getTime() + expires_in * 1000 - margin }
    return access_token
  }
  return {
    oauth,
    async call(path, body, form, repeat) {
      const reply = await http.call({
        url: `${url}/csc/v2${path}`,
        type: 'application/json',
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${await token()}` },
        repeat,
      })
      // One that is no longer taken is not shown again.
      if (reply.status === 401) held = undefined
      return read(form, jsonOf(service, reply, meanings))
    },
    health: () => http.health(),
  }
}
