import type { VisualSignaturePermissions } from '@countersign/contract/account-shapes.ts'
import type { Language } from '@countersign/contract/values.ts'
import type { VisualSignatureKind } from '@countersign/contract/visual-signatures.ts'

/** What is in a field besides its picture. */
export interface VisualContent {
  readonly kind: VisualSignatureKind
  readonly name: string
  readonly optionalLine: string | null
  readonly location: string | null
  readonly displayDate: boolean
  readonly displayClaim: boolean
  readonly displayStandards: boolean
  readonly language: Language
}

/** How an account's signature looks on the page. An account that keeps any has exactly one default. */
export interface VisualSignature extends VisualContent {
  readonly id: string
  readonly alias: string
  readonly isDefault: boolean
  readonly hasPicture: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type VisualChanges = {
  readonly [Key in 'alias' | keyof VisualContent]?: (VisualContent & { alias: string })[Key] | undefined
}

export const visualSignaturesAtMost = 25

const placeholders: Record<Language, string> = {
  en: 'Signature',
  de: 'Unterschrift',
  fr: 'Signature',
  it: 'Firma',
}

/** What a field shows before it is signed. */
export function placeholderIn(language: Language): string {
  return placeholders[language]
}

/** The kept one with what is given; what is left out stays. */
export function withChanges<SavedVisual extends VisualContent & { readonly alias: string }>(
  saved: SavedVisual,
  given: VisualChanges,
): SavedVisual {
  const { alias, kind, name, optionalLine, location, displayDate, displayClaim, displayStandards, language } =
    given
  return {
    ...saved,
    alias: alias ?? saved.alias,
    kind: kind ?? saved.kind,
    name: name ?? saved.name,
    optionalLine: optionalLine === undefined ? saved.optionalLine : optionalLine || null,
    location: location === undefined ? saved.location : location || null,
    displayDate: displayDate ?? saved.displayDate,
    displayClaim: displayClaim ?? saved.displayClaim,
    displayStandards: displayStandards ?? saved.displayStandards,
    language: language ?? saved.language,
  }
}

const parts = { displayClaim: 'claim', displayDate: 'date', displayStandards: 'std' } as const
type Display = Pick<VisualContent, keyof typeof parts>
const displays = Object.keys(parts) as (keyof typeof parts)[]

/** Of what is given the parts that are not this person's to choose and differ from what holds for them. */
export function forbiddenParts(
  given: { readonly [Part in keyof Display]?: boolean | undefined },
  permissions: VisualSignaturePermissions,
): (keyof Display)[] {
  return displays.filter((display) => {
    const { canUpdate, defaultValue } = permissions[parts[display]]
    return !canUpdate && given[display] !== undefined && given[display] !== defaultValue
  })
}

/** What shows unless someone chooses. */
export function defaultParts({ claim, date, std }: VisualSignaturePermissions): Display {
  return {
    displayClaim: claim.defaultValue,
    displayDate: date.defaultValue,
    displayStandards: std.defaultValue,
  }
}

/** Where a part is not this person's to choose, what holds takes the place of what was kept or given. */
export function withinPermissions<Given extends Display>(
  given: Given,
  permissions: VisualSignaturePermissions,
): Given {
  const held = defaultParts(permissions)
  const locked = displays.filter((display) => !permissions[parts[display]].canUpdate)
  return { ...given, ...Object.fromEntries(locked.map((display) => [display, held[display]])) }
}
