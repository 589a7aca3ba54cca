import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { VisualSignature, VisualSignatureKind } from '@countersign/contract/visual-signatures.ts'
import type { Crop } from './pictures/crop.ts'
import type { HandwritingFont } from './handwriting/handwriting-font.ts'
import type { Ink } from './handwriting/ink.ts'
import { noInk } from './handwriting/ink.ts'
import type { VisualContent } from './visual-signature-calls.ts'

/** A picture that was chosen, and which part of it counts. */
export interface Upload {
  readonly file: File
  readonly bitmap: ImageBitmap
  readonly crop: Crop
}

/** What is in the editor just now. */
export interface Draft {
  readonly kind: VisualSignatureKind
  readonly alias: string
  readonly name: string
  readonly optionalLine: string
  readonly location: string
  readonly language: Language
  readonly displayDate: boolean
  readonly displayClaim: boolean
  readonly displayStandards: boolean
  /** Null: none chosen, the kept picture stays. */
  readonly font: HandwritingFont | null
  readonly ink: Ink
  readonly upload: Upload | null
  readonly removeBackground: boolean
}

/** The parts that a business may decide, by what its permissions call them. */
export const displays = { displayDate: 'date', displayClaim: 'claim', displayStandards: 'std' } as const
export type Display = keyof typeof displays

const nothingMade = { font: null, ink: noInk, upload: null, removeBackground: true } as const

export function newDraft(given: {
  name: string
  alias: string
  language: Language
  permissions: VisualSignaturePermissions
}): Draft {
  const { name, alias, language, permissions } = given
  return withinPermissions(
    {
      ...nothingMade,
      ...{ kind: 'typed', alias, name, optionalLine: '', location: '', language },
      displayDate: permissions.date.defaultValue,
      displayClaim: permissions.claim.defaultValue,
      displayStandards: permissions.std.defaultValue,
    },
    permissions,
  )
}

export function draftOf(existing: VisualSignature, permissions: VisualSignaturePermissions): Draft {
  const { kind, alias, name, language, displayDate, displayClaim, displayStandards } = existing
  const texts = { optionalLine: existing.optionalLine ?? '', location: existing.location ?? '' }
  const shown = { displayDate, displayClaim, displayStandards }
  return withinPermissions({ ...nothingMade, kind, alias, name, language, ...texts, ...shown }, permissions)
}

/** What the business decides holds, whatever was kept. */
function withinPermissions(draft: Draft, permissions: VisualSignaturePermissions): Draft {
  const decided = Object.entries(displays).flatMap(([display, part]) =>
    permissions[part].canUpdate ? [] : [[display, permissions[part].defaultValue] as const],
  )
  return { ...draft, ...Object.fromEntries(decided) }
}

export function isChanged(draft: Draft, from: Draft): boolean {
  return (Object.keys(from) as (keyof Draft)[]).some((part) => draft[part] !== from[part])
}

/** As the api takes it: an empty line is none. */
export function contentOf(draft: Draft) {
  return {
    kind: draft.kind,
    alias: draft.alias.trim(),
    name: draft.name.trim(),
    optionalLine: draft.optionalLine.trim() || null,
    location: draft.location.trim() || null,
    language: draft.language,
    displayDate: draft.displayDate,
    displayClaim: draft.displayClaim,
    displayStandards: draft.displayStandards,
  } satisfies VisualContent
}

/** Where the picture comes from, or what it still takes. */
export type PictureSource = 'none' | 'as-kept' | 'ink' | 'typed' | 'upload' | 'missing-ink' | 'missing-upload'

/** A kept picture stays for as long as its kind does and nothing new was made; a typed one follows its name. */
export function pictureSource(draft: Draft, existing: VisualSignature | null): PictureSource {
  const hasKept = existing?.hasCustomImage === true && existing.kind === draft.kind
  if (draft.kind === 'text') return 'none'
  if (draft.kind === 'typed') {
    return hasKept && draft.font === null && existing.name === draft.name.trim() ? 'as-kept' : 'typed'
  }
  if (draft.kind === 'drawn') {
    if (draft.ink.strokes.length > 0) return 'ink'
    return hasKept ? 'as-kept' : 'missing-ink'
  }
  if (draft.upload) return 'upload'
  return hasKept ? 'as-kept' : 'missing-upload'
}
