import type { SecondFactor as Shape } from '@countersign/contract/second-factors.ts'
import type { SecondFactor } from './second-factor.ts'

export function presentFactor(factor: SecondFactor): Shape {
  return {
    id: factor.id,
    kind: factor.kind,
    name: factor.name,
    createdAt: factor.createdAt.toISOString(),
    lastUsedAt: factor.lastUsedAt?.toISOString() ?? null,
  }
}
