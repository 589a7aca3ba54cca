import type { OwnWay } from '@countersign/contract/signature-request-shapes.ts'

type Hurdle = OwnWay['hurdles'][number]

/** Who is identified gives the number on that way, and nobody has to be asked for it. */
export function shownHurdles(hurdles: readonly Hurdle[]): readonly Hurdle[] {
  return hurdles.includes('identification') ? hurdles.filter((hurdle) => hurdle !== 'mobile') : hurdles
}
