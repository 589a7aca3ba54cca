import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultBoard } from '../../../faults/fault-board.ts'
import { atOnce } from '../../at-once.ts'
import { webhookFaults } from '../faults.ts'
import type { Settings } from '../keys.ts'
import type { Event } from '../resources.ts'
import { shown } from '../shown.ts'

const pauses = [500, 2000, 5000, 15_000, 60_000, 300_000]
const delay = 3000
const timeLimit = 10_000
/** Of one receiver. */
const connections = 10

export interface Webhooks {
  /** Sends it in the background, again and again until it is taken. */
  send(event: Event): void
  /** Sends it once more, whatever became of it. Answers whether it was taken. */
  resend(event: Event): Promise<boolean>
  /** From now on webhooks wait until they are released. */
  hold(): void
  /** Releases those held, one after the other in this order; then webhooks are sent at once again. */
  release(ids?: readonly string[]): Promise<void>
  held(): string[]
  /** Until each was taken, lost, held or has failed at least once. */
  settle(): Promise<void>
  /** Gives up what is under way; it is sent again when the account opens again. */
  close(): Promise<void>
}

export function createWebhooks(given: {
  address: string | undefined
  settings: Pick<Settings, 'webhookSecret'>
  faults: FaultBoard
  save: () => void
  signedAt: () => number
}): Webhooks {
  const { address, settings, faults, save, signedAt } = given
  const held = new Map<string, Event>()
  const firstTries = new Set<Promise<unknown>>()
  const closing = new AbortController()
  const inTurn = atOnce(connections)
  let isHolding = false
  let overtaken: Event | undefined

  const post = async (event: Event, secret = settings.webhookSecret): Promise<boolean> => {
    if (!address || closing.signal.aborted) return false
    const body = JSON.stringify(shown(event))
    try {
      const response = await fetch(address, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(body, secret, signedAt()),
        },
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeLimit), closing.signal]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
  const mark = (event: Event, isDelivered: boolean): void => {
    if (closing.signal.aborted) return
    event.hidden.isDelivered = isDelivered
    event.pending_webhooks = isDelivered ? 0 : 1
    save()
  }
  const wakeAfter = (milliseconds: number): Promise<unknown> =>
    pause(milliseconds, undefined, { ref: false, signal: closing.signal }).catch(() => {})
  const attempt = async (event: Event, secret?: string): Promise<boolean> => {
    const isTaken = await inTurn(() => post(event, secret))
    mark(event, isTaken)
    return isTaken
  }
  const retry = async (event: Event): Promise<void> => {
    for (const wait of pauses) {
      await wakeAfter(wait)
      if (closing.signal.aborted) return
      if (event.hidden.isDelivered || (await attempt(event))) return
    }
  }
  const track = (work: Promise<unknown>): void => {
    firstTries.add(work)
    void work.finally(() => firstTries.delete(work))
  }
  const deliver = async (event: Event): Promise<void> => {
    const fault = faults.take('stripe', webhookFaults)
    if (fault === 'webhook_lost') return mark(event, false)
    if (fault === 'webhook_out_of_order' && !overtaken) {
      overtaken = event
      return
    }
    if (fault === 'webhook_delayed') await wakeAfter(delay)
    const secret = fault === 'webhook_wrong_signature' ? 'whsec_of_another_account' : undefined
    if (!(await attempt(event, secret)) && !secret) void retry(event)
    if (fault === 'webhook_duplicated') await post(event)
    const late = overtaken
    overtaken = undefined
    if (late && !(await attempt(late))) void retry(late)
  }
  return {
    send: (event) => {
      if (!address) return
      if (isHolding) held.set(event.id, event)
      else track(deliver(event))
    },
    resend: post,
    hold: () => {
      isHolding = true
    },
    release: async (ids = [...held.keys()]) => {
      const events = ids.flatMap((id) => held.get(id) ?? [])
      for (const event of events) {
        held.delete(event.id)
        await deliver(event)
      }
      if (held.size === 0) isHolding = false
    },
    held: () => [...held.keys()],
    settle: async () => {
      while (firstTries.size > 0) await Promise.all(firstTries)
    },
    close: async () => {
      closing.abort()
      await Promise.all(firstTries)
    },
  }
}

/** Over the time and the body, as `constructEvent` of the official packages checks it. */
function signature(body: string, secret: string, milliseconds: number): string {
  const time = Math.floor(milliseconds / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${mac}`
}
