import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultBoard } from '../faults/fault-board.ts'
import type { Case } from './case.ts'
import type { Party } from './party.ts'

const pauses = [500, 2000, 5000, 15_000, 60_000, 300_000]
const timeLimit = 10_000

/** Tells the customer that a case moved, again and again until it is taken. All tries are one delivery, and tell the same. */
export function sendWebhooks(party: Party, faults: FaultBoard) {
  return async (moved: Case): Promise<void> => {
    if (faults.take(party.name, ['webhook_lost'])) moved.isSilent = true
    const tampered = !moved.isSilent && faults.take(party.name, ['bad_signature']) !== undefined
    const delivery = { id: randomUUID(), body: JSON.stringify(party.webhook(moved)) }
    for (const wait of [0, ...pauses]) {
      await pause(wait, undefined, { ref: false })
      if (moved.isSilent || (await isTaken(party, moved, delivery, tampered)) || tampered) return
    }
  }
}

async function isTaken(
  party: Party,
  moved: Case,
  { id, body }: { id: string; body: string },
  tampered: boolean,
): Promise<boolean> {
  const { webhookSecret } = party.enrolment
  const signature = party.sign(body, tampered ? 'another secret' : webhookSecret, id)
  try {
    const response = await fetch(moved.webhookUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...signature },
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
