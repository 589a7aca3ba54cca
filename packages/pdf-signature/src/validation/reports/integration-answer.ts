import type { FindingCode } from '../finding-codes.ts'
import type { Qualification, SignatureReport, ValidationReport } from './report.ts'

/** What a caller requires for a file to be valid. */
export interface Demands {
  /** The lowest level of every signature. */
  readonly quality?: 'SES' | 'AES' | 'QES'
  /** By whose law; `CH_EU`: by either. */
  readonly legislation?: 'WORLD' | 'CH' | 'EU' | 'CH_EU'
  /** All that is needed to validate it later must be in the file. */
  readonly longTermValidation?: boolean
  readonly rejectVisualDifferences?: boolean
  readonly rejectUndefinedChanges?: boolean
  /** Asks for `additionalInfos`. */
  readonly infos?: boolean
}

/** The short answer on a file. */
export interface IntegrationAnswer {
  /** SHA-256 of the file. */
  readonly id: string
  readonly valid: boolean
  readonly signatures: number
  readonly validSignatures: number
  /** The lowest of them; null if the legal level of one isn't known. */
  readonly quality: 'AES' | 'QES' | null
  readonly legislation: 'WORLD' | 'CH' | 'EU' | 'CH_EU' | null
  readonly longTermValidation: boolean
  /** The pages look different than when one of the signatures was made, or something was added that can be seen. */
  readonly visualDifferences: boolean
  /** Something was changed that no rule explains. */
  readonly undefinedChanges: boolean
  readonly additionalInfos: readonly AdditionalInfo[]
}

export interface AdditionalInfo {
  readonly field: string
  readonly type: SignatureReport['type']
  readonly indication: SignatureReport['indication']
  readonly subIndication: SignatureReport['subIndication'] | null
  readonly level: SignatureReport['level']
  readonly signer: string | null
  readonly signedAt: string | null
  readonly timestampAt: string | null
  readonly qualification: Qualification['result']
  readonly codes: readonly string[]
}

const qualities = { QES: 'QES', QESEAL: 'QES', ADES_QC: 'AES', ADESEAL_QC: 'AES', ADES: 'AES' } as const

function qualityOf({ qualification }: SignatureReport): 'AES' | 'QES' | null {
  const { result } = qualification
  return result in qualities ? qualities[result as keyof typeof qualities] : null
}

/** Found in the images of the pages. */
const seenDifferences = new Set<FindingCode>(['page_images_differ', 'signature_covers_content'])

/** Answers in short what was found, and whether it meets what is asked. */
export function answer(report: ValidationReport, demands: Demands = {}): IntegrationAnswer {
  const signatures = report.signatures.filter(({ type }) => type === 'signature')
  const passed = signatures.filter(({ indication }) => indication === 'TOTAL_PASSED')
  const found = {
    quality: leastQuality(signatures),
    legislation: commonLegislation(signatures),
    longTermValidation:
      signatures.length > 0 && signatures.every(({ level }) => level === 'B-LT' || level === 'B-LTA'),
    visualDifferences: report.signatures.some(
      ({ changesAfter, errors, warnings }) =>
        changesAfter.some(({ visible }) => visible) ||
        [...errors, ...warnings].some(({ code }) => seenDifferences.has(code)),
    ),
    undefinedChanges: report.signatures.some(({ changesAfter }) =>
      changesAfter.some(({ permitted }) => !permitted),
    ),
  }
  return {
    id: report.file.sha256,
    valid: report.overall === 'TOTAL_PASSED' && signatures.length > 0 && meetsDemands(found, demands),
    signatures: signatures.length,
    validSignatures: passed.length,
    ...found,
    additionalInfos: demands.infos ? report.signatures.map(infoOf) : [],
  }
}

function leastQuality(signatures: readonly SignatureReport[]): IntegrationAnswer['quality'] {
  const found = new Set(signatures.map(qualityOf))
  if (found.size === 0 || found.has(null)) return null
  return found.has('AES') ? 'AES' : 'QES'
}

function commonLegislation(signatures: readonly SignatureReport[]): IntegrationAnswer['legislation'] {
  const found = new Set(signatures.map(({ qualification }) => qualification.legislation))
  if (found.size === 0 || found.has(null)) return null
  const [only] = found
  return found.size === 1 && only ? only : 'CH_EU'
}

type ValidatedSignatures = Pick<
  IntegrationAnswer,
  'quality' | 'legislation' | 'longTermValidation' | 'visualDifferences' | 'undefinedChanges'
>

function meetsDemands(found: ValidatedSignatures, demands: Demands): boolean {
  const { quality, legislation = 'WORLD' } = demands
  const isWeighty =
    quality === undefined || quality === 'SES' || found.quality === 'QES' || found.quality === quality
  const isByLaw =
    legislation === 'WORLD' ||
    found.legislation === legislation ||
    (legislation === 'CH_EU' && found.legislation !== null)
  return (
    isWeighty &&
    isByLaw &&
    !(demands.longTermValidation && !found.longTermValidation) &&
    !(demands.rejectVisualDifferences && found.visualDifferences) &&
    !(demands.rejectUndefinedChanges && found.undefinedChanges)
  )
}

const infoOf = (signature: SignatureReport): AdditionalInfo => ({
  field: signature.field,
  type: signature.type,
  indication: signature.indication,
  subIndication: signature.subIndication ?? null,
  level: signature.level,
  signer: signature.signer?.displayName ?? null,
  signedAt: signature.signedAt?.toISOString() ?? null,
  timestampAt: signature.timestampAt?.toISOString() ?? null,
  qualification: signature.qualification.result,
  codes: [...signature.errors, ...signature.warnings, ...signature.infos].map(({ code }) => code),
})
