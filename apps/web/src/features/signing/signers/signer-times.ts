import type { Event, Signature } from '@countersign/contract/signature-request-shapes.ts'

export type SignerStep = 'asked' | 'came_back' | 'reminded' | 'opened' | 'signed' | 'declined'

export interface SignerTime {
  readonly step: SignerStep
  readonly at: string
}

const steps: Partial<Record<string, SignerStep>> = {
  invitation_sent: 'asked',
  invitation_failed: 'came_back',
  reminded: 'reminded',
  opened: 'opened',
  signed: 'signed',
  declined: 'declined',
}

/**
 * How far a signer is, step by step, as the history tells it: each step once, at its newest time. Of a signature that was
 * delegated only what the person who has it now did.
 */
export function signerTimes(events: readonly Event[], signature: Signature): SignerTime[] {
  const own = events.filter(({ data }) => isAbout(data, signature.sid))
  const delegation = own.findLastIndex(({ type }) => type === 'delegated')
  const times = new Map<SignerStep, string>()
  for (const { type, at } of own.slice(delegation + 1)) {
    const step = steps[type]
    if (!step) continue
    // The first look counts; of mails the last one.
    if (step === 'opened' && times.has(step)) continue
    times.delete(step)
    times.set(step, at)
  }
  // One that went out after all is not one that came back.
  const [asked, back] = [times.get('asked'), times.get('came_back')]
  if (asked && back && asked > back) times.delete('came_back')
  return [...times].map(([step, at]) => ({ step, at }))
}

function isAbout(data: Event['data'], sid: string): boolean {
  const several = data['signatureIds']
  return data['signatureId'] === sid || (Array.isArray(several) && several.includes(sid))
}
