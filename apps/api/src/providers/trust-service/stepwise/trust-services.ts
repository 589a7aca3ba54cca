import type { AdvancedQuality, Legislation } from '@countersign/contract/values.ts'
import type { StepwiseTrustService } from './port.ts'

/** Signatures at a higher level than the service's own. */
export type TrustServiceLevel = AdvancedQuality | 'SEAL_AES' | 'SEAL_QES'

/** Which service makes what: `{ 'QES:ZERTES': 'ais' }`. What is not named is not offered. */
export type Assignment = Readonly<Partial<Record<`${TrustServiceLevel}:${Legislation}`, string>>>

export interface TrustServices {
  named(name: string): StepwiseTrustService | null
  /** Null: not offered on this installation. */
  nameFor(level: TrustServiceLevel, legislation: Legislation): string | null
  all(): readonly StepwiseTrustService[]
  /** What is made by the service of this name: `QES:ZERTES` … */
  madeBy(name: string): string[]
}

/** The services that there are, and what each is for. */
export function trustServicesOf(
  services: readonly StepwiseTrustService[],
  assignment: Assignment,
): TrustServices {
  return {
    named: (name) => services.find((service) => service.name === name) ?? null,
    nameFor: (level, legislation) => assignment[`${level}:${legislation}`] ?? null,
    all: () => services,
    madeBy: (name) => Object.entries(assignment).flatMap(([what, by]) => (by === name ? [what] : [])),
  }
}
