import type { OwnSigningOption } from '@countersign/contract/signature-request-shapes.ts'

type Requirement = OwnSigningOption['unmet'][number]

/** Who is identified gives the number on that way, and nobody has to be asked for it. */
export function shownRequirements(unmet: readonly Requirement[]): readonly Requirement[] {
  return unmet.includes('identification') ? unmet.filter((requirement) => requirement !== 'mobile') : unmet
}
