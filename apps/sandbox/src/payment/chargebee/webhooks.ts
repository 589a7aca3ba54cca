import { setTimeout as pause } from 'node:timers/promises'
import type { FaultBoard } from '../../faults/fault-board.ts'
import { atOnce } from '../at-once.ts'
import { webhookFaults } from './faults.ts'
import type { Settings } from './keys.ts'
import type { Event } from './resources.ts'

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
  /** Gives up what is under way; it is sent again when the site opens again. */
  close(): Promise<void>
}

export function createWebhooks(given: {
  address: string | undefined
  settings: Settings
  faults: FaultBoard
  save: () => void
}): Webhooks {
  const { address, settings, faults, save } = given
  const held = new Map<string, Event>()
  const firstTries = new Set<Promise<unknown>>()
  const closing = new AbortController()
  const inTurn = atOnce(connections)
  let isHolding = false
  let overtaken: Event | undefined

  const post = async (event: Event, password = settings.webhookPassword): Promise<boolean> => {
    if (!address || closing.signal.aborted) return false
    const credentials = Buffer.from(`${settings.webhookUser}:${password}`).toString('base64')
    try {
      const response = await fetch(address, {
        method: 'POST',
        body: JSON.stringify(event),
        headers: { 'content-type': 'application/json', authorization: `Basic ${credentials}` },
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(timeLimit), closing.signal]),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
  const mark = (event: Event, status: Event['webhook_status']): void => {
    if (closing.signal.aborted) return
    event.webhook_status = status
    for (const webhook of event.webhooks) webhook.webhook_status = status
    save()
  }
  const wakeAfter = (milliseconds: number): Promise<unknown> =>
    pause(milliseconds, undefined, { ref: false, signal: closing.signal }).catch(() => {})
  const attempt = async (event: Event, password?: string): Promise<boolean> => {
    const isTaken = await inTurn(() => post(event, password))
    mark(event, isTaken ? 'succeeded' : 're_scheduled')
    return isTaken
  }
  const retry = async (event: Event): Promise<void> => {
    for (const wait of pauses) {
      await wakeAfter(wait)
      if (closing.signal.aborted) return
      if (event.webhook_status === 'succeeded' || (await attempt(event))) return
    }
    mark(event, 'failed')
  }
  const track = (work: Promise<unknown>): void => {
    firstTries.add(work)
    void work.finally(() => firstTries.delete(work))
  }
  const deliver = async (event: Event): Promise<void> => {
    const fault = faults.take('chargebee', webhookFaults)
    if (fault === 'webhook_lost') return mark(event, 'failed')
    if (fault === 'webhook_out_of_order' && !overtaken) {
      overtaken = event
      return
    }
    if (fault === 'webhook_delayed') await wakeAfter(delay)
    const password = fault === 'webhook_wrong_credentials' ? 'the password of another site' : undefined
    if (!(await attempt(event, password)) && !password) void retry(event)
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
