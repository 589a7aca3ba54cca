import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** One call takes so many (7.6.1). */
export const mostTogether = 25

export interface Approvals {
  /** A click is enough. */
  readonly light: SignatureRequest[]
  /** Each group is approved once, one after the other. */
  readonly together: readonly (readonly SignatureRequest[])[]
  /** There is one group for each level: none has more than are approved at once. */
  readonly isOncePerLevel: boolean
}

/** What has to be approved, and how often: signatures at the same level under the same legal framework together. */
export function approvalsOf(requests: readonly SignatureRequest[]): Approvals {
  const light: SignatureRequest[] = []
  const groups = new Map<string, SignatureRequest[]>()
  for (const request of requests) {
    const { quality, legislation } = request
    if (quality === 'SES' || quality === 'DEMO') light.push(request)
    else {
      const kind = `${quality} ${legislation ?? ''}`
      groups.set(kind, [...(groups.get(kind) ?? []), request])
    }
  }
  const together = [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / mostTogether) }, (_, index) =>
      group.slice(index * mostTogether, (index + 1) * mostTogether),
    ),
  )
  return { light, together, isOncePerLevel: together.length === groups.size }
}
