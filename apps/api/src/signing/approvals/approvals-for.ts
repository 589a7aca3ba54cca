import type { SigningPlan } from '#api/signing/qualities/plan.ts'

interface BegunSigning {
  readonly signingId: string
  readonly begun: SigningPlan | null
}

/** One approval for all that the signer gives in the same way, at the same service, with the same code. */
export function approvalsFor(
  started: readonly BegunSigning[],
): { plan: SigningPlan; signingIds: string[] }[] {
  const approvals = new Map<string, { plan: SigningPlan; signingIds: string[] }>()
  for (const { begun: plan, signingId } of started) {
    if (!plan?.approval) continue
    const { approval, service, destination, party } = plan
    // A service signs for one party at a time, at one level, so signings share an approval only if these are the same.
    const order = approval === 'SERVICE' ? [plan.quality, plan.legislation, party] : []
    const key = JSON.stringify([approval, service, destination ?? null, ...order])
    const known = approvals.get(key)
    if (known) known.signingIds.push(signingId)
    else approvals.set(key, { plan, signingIds: [signingId] })
  }
  return [...approvals.values()]
}
