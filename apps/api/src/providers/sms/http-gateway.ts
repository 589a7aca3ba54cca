import { setTimeout as pauseFor } from 'node:timers/promises'
import { type Sms, SmsRefused, type SmsSender, SmsUnavailable } from './port.ts'

export interface GatewaySettings {
  /** Where messages are posted to. */
  readonly url: string
  readonly key: string
  /** What the phone shows as the sender; the gateway's own without it. */
  readonly sender?: string | undefined
  readonly timeoutMs?: number | undefined
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined
}

const pauses = [200, 800]
const longestPause = 2000

/**
 * A gateway that takes `POST {to, text, reference, from?}` as JSON with a bearer key. Any 2xx is taken; 429 and 5xx
 * may be tried again, a key it does not know (401, 403) too, once it is set right; every other 4xx refuses this message.
 */
export function createSmsGateway(settings: GatewaySettings): SmsSender {
  const { pause = pauseFor } = settings
  return {
    async send(sms) {
      for (let attempt = 0; ; attempt += 1) {
        const outcome = await post(sms, settings)
        if (outcome === 'taken') return
        const wait = pauses[attempt]
        if (!outcome.again || wait === undefined) throw outcome.error
        await pause(Math.min(outcome.waitFor ?? wait, longestPause))
      }
    },
  }
}

interface Rejection {
  readonly error: SmsUnavailable
  /** At once: by the reference the gateway tells a second try from a second message. */
  readonly again: boolean
  readonly waitFor?: number | undefined
}

async function post(sms: Sms, { url, key, sender, timeoutMs = 5000 }: GatewaySettings) {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...sms, ...(sender ? { from: sender } : {}) }),
      // The key and the code are for the gateway alone, wherever it points to.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError'
    const reason = isTimeout ? `no answer within ${timeoutMs} ms` : 'the gateway cannot be reached'
    return notTaken(reason, { again: !isTimeout, cause: error })
  }
  return judge(response)
}

function judge(response: Response): 'taken' | Rejection {
  const { status } = response
  if (response.ok) return 'taken'
  if (status === 401 || status === 403) return notTaken('the gateway does not take the key', { again: false })
  if (status !== 429 && status < 500) throw new SmsRefused(`the gateway answered ${status}`)
  const seconds = Number(response.headers.get('retry-after'))
  const waitFor = seconds > 0 ? seconds * 1000 : undefined
  return notTaken(`the gateway answered ${status}`, { again: true, waitFor })
}

function notTaken(
  reason: string,
  { again, waitFor, cause }: { again: boolean; waitFor?: number | undefined; cause?: unknown },
): Rejection {
  return { error: new SmsUnavailable(reason, { cause }), again, waitFor }
}
