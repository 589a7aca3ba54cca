import { certificate, cms, crl, ocsp, tsp } from './asn1-targets.ts'
import { image } from './image-target.ts'
import { decipher, normalise, pdf, validate } from './pdf-targets.ts'
import type { MakeTarget } from './target.ts'
import { trustList } from './trust-list-target.ts'

export const targets = {
  pdf,
  normalise,
  decipher,
  validate,
  cms,
  ocsp,
  crl,
  tsp,
  certificate,
  image,
  'trust-list': trustList,
} satisfies Record<string, MakeTarget>

export type TargetName = keyof typeof targets

export const targetNames = Object.keys(targets) as readonly TargetName[]
