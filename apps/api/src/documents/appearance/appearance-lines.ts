import { freePermissions } from '#api/documents/visual-signatures/permissions.ts'
import type { SigningVisual } from '#api/platform/db/tables.ts'
import { localTime } from './manifestation.ts'
import { signerTime } from './signer-time.ts'
import { defaultParts } from '#api/documents/visual-signatures/visual-signature.ts'

const words = {
  en: {
    id: 'Signature ID',
    by: (name: string) => `Signed by ${name}`,
    sealed: (name: string) => `Sealed by ${name}`,
    group: (name: string) => `for “${name}”`,
    signed: 'Signed electronically',
    seal: {
      made: 'Sealed electronically',
      SEAL_AES: 'Advanced seal',
      SEAL_QES: 'Qualified seal',
    },
    demo: 'Demonstration, without legal effect',
    reason: 'Reason',
  },
  de: {
    id: 'Signatur-ID',
    by: (name: string) => `Unterschrieben von ${name}`,
    sealed: (name: string) => `Gesiegelt von ${name}`,
    group: (name: string) => `für «${name}»`,
    signed: 'Elektronisch unterschrieben',
    seal: {
      made: 'Elektronisch gesiegelt',
      SEAL_AES: 'Fortgeschrittenes Siegel',
      SEAL_QES: 'Qualifiziertes Siegel',
    },
    demo: 'Demonstration, ohne Rechtswirkung',
    reason: 'Grund',
  },
  fr: {
    id: 'ID de signature',
    by: (name: string) => `Signé par ${name}`,
    sealed: (name: string) => `Cacheté par ${name}`,
    group: (name: string) => `pour « ${name} »`,
    signed: 'Signé électroniquement',
    seal: {
      made: 'Cacheté électroniquement',
      SEAL_AES: 'Cachet avancé',
      SEAL_QES: 'Cachet qualifié',
    },
    demo: 'Démonstration, sans effet juridique',
    reason: 'Motif',
  },
  it: {
    id: 'ID firma',
    by: (name: string) => `Firmato da ${name}`,
    sealed: (name: string) => `Sigillato da ${name}`,
    group: (name: string) => `per «${name}»`,
    signed: 'Firmato elettronicamente',
    seal: {
      made: 'Sigillato elettronicamente',
      SEAL_AES: 'Sigillo avanzato',
      SEAL_QES: 'Sigillo qualificato',
    },
    demo: 'Dimostrazione, senza effetto giuridico',
    reason: 'Motivo',
  },
}
const standards: Record<string, string> = {
  SES: 'SES',
  AES: 'AES',
  AES_MINIMAL: 'AES',
  QES: 'QES',
  PART11: '21 CFR Part 11',
}
const runsFromRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const laws: Record<string, string> = { EIDAS: 'eIDAS', ZERTES: 'ZertES' }

export interface AppearanceFacts {
  readonly quality: string
  readonly legislation: string | null
  /** Of the standard lines, unless the visual signature has its own. */
  readonly language: keyof typeof words
  /** Who signs: the name that is in the signature itself. */
  readonly name: string
  readonly reason: string | null
  /** Who put an organisation's seal there. */
  readonly sealedBy?: string | null
  /** The group that someone signs for, null where it can't be shown, and their own email: of a group it is not plain who signed. */
  readonly group?: { readonly name: string | null; readonly email: string } | null
  readonly time: Date
  /** Of the signer (IANA), in which the page says when; null where it was not told. */
  readonly timeZone: string | null
  /** Under Part 11: what has to be there, whatever a visual signature would leave out. */
  readonly part11?: { readonly signatureId: string } | null
  readonly visual: Omit<SigningVisual, 'id'> | null
}

/** What is beside the picture in a signature field: who, what, by which standard, where and when, and why. */
export function appearanceLines(shown: AppearanceFacts): string[] {
  const { visual, name, reason, group, sealedBy } = shown
  const shownName = visual?.name ?? name
  const shows = visual ?? defaultParts(freePermissions)
  const language = visual?.language ?? shown.language
  const said = words[language as keyof typeof words] ?? words.en
  if (shown.part11) return part11Lines(shown, shown.part11, said)
  const isDemo = shown.quality === 'DEMO'
  const time = signerTime(shown.time, shown.timeZone, language)
  // An organisation's seal is no signature, and a qualified one no QES (eIDAS art. 3 (12) and (27)).
  const seal = isSealLevel(shown.quality) ? said.seal[shown.quality] : undefined
  const level = seal ?? standards[shown.quality]
  const standard = [level, laws[shown.legislation ?? '']].filter(Boolean).join(' · ')
  const placeAndTime = [visual?.location ?? '', shows.displayDate ? time : ''].filter(Boolean)
  return [
    shownName,
    // Whatever a visual signature calls itself, it says who signed.
    isSameName(shownName, name) ? '' : said.by(name),
    sealedBy ? said.sealed(sealedBy) : '',
    group ? groupLine(group, name, said) : '',
    visual?.optionalLine ?? '',
    isDemo ? said.demo : shows.displayClaim ? (seal ? said.seal.made : said.signed) : '',
    isDemo || !shows.displayStandards ? '' : standard,
    // What runs from right to left would turn the date round as well.
    ...(runsFromRight.test(visual?.location ?? '') ? placeAndTime : [placeAndTime.join(', ')]),
    reason ? `${said.reason}: ${reason}` : '',
  ].filter((line) => line !== '')
}

const isSealLevel = (quality: string): quality is 'SEAL_AES' | 'SEAL_QES' =>
  quality === 'SEAL_AES' || quality === 'SEAL_QES'

/** 21 CFR 11.50: the printed name, when, and what the signature means; and by what it is found in the record. */
function part11Lines(
  { name, reason, group, time, timeZone, visual }: AppearanceFacts,
  { signatureId }: NonNullable<AppearanceFacts['part11']>,
  said: (typeof words)[keyof typeof words],
): string[] {
  return [
    name,
    visual?.name && !isSameName(visual.name, name) ? visual.name : '',
    group?.name ? said.group(group.name) : '',
    visual?.optionalLine ?? '',
    `${said.reason}: ${reason ?? ''}`,
    localTime(time, timeZone),
    `${said.id}: ${signatureId}`,
    standards['PART11'] ?? '',
  ].filter((line) => line !== '')
}

function groupLine(
  group: NonNullable<AppearanceFacts['group']>,
  name: string,
  said: (typeof words)[keyof typeof words],
): string {
  const shown = [group.email === name ? '' : group.email, group.name ? said.group(group.name) : '']
  return shown.filter((part) => part !== '').join(', ')
}

function isSameName(shown: string, real: string): boolean {
  const plain = (name: string) => name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()
  return plain(shown) === plain(real)
}
