import type { FindingCode } from '../finding-codes.ts'
import { decisive } from './overall.ts'
import type { SignatureReport, ValidationReport } from './report.ts'

/** What a caller requires for a file to be valid. */
export interface Demands {
  /** The lowest level of every signature. */
  readonly quality?: 'SES' | 'AES' | 'QES'
  /** By whose law; `CH_EU`: by either. */
  readonly legislation?: 'WORLD' | 'CH' | 'EU' | 'CH_EU'
  /** All that is needed to validate it later must be in the file. */
  readonly longTermValidation?: boolean
  /** Also where the pages couldn’t be compared. */
  readonly rejectVisualDifferences?: boolean
  readonly rejectUndefinedChanges?: boolean
  /** What `additionalInfos` is to have. */
  readonly infos?: readonly RequestedInfo[]
}

export type RequestedInfo = 'signer' | 'format' | 'validation'

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
  /** Absent where nothing was asked for. */
  readonly additionalInfos?: AdditionalInfos
}

export interface AdditionalInfos {
  /** Who signed, in the order in which they did. */
  readonly signer?: readonly SignerInfo[]
  readonly format?: { readonly fileType: 'PDF' | 'UNKNOWN' }
  readonly validation?: {
    readonly indication: string
    readonly subIndication?: string
    /** Codes of what was found, of which each is there once. */
    readonly details: readonly string[]
  }
}

export interface SignerInfo {
  readonly valid: boolean
  readonly signer: string | null
  /** When it was made, as far as that is proven; else when the signer says it was. */
  readonly time: string | null
  readonly quality: IntegrationAnswer['quality']
  readonly legislation: 'CH' | 'EU' | null
  readonly longTermValidation: boolean
  readonly visualDifferences: boolean
  readonly undefinedChanges: boolean
  readonly certificate: {
    readonly subject: string
    readonly issuer: string
    readonly serialNumber: string
  } | null
  /** What the signer wrote into the file. */
  readonly optionalInfos: SignatureReport['claims']
}

/** A qualified seal is an organisation's, and no qualified signature: who requires one isn't served by it. */
const qualities = { QES: 'QES', QESEAL: 'AES', ADES_QC: 'AES', ADESEAL_QC: 'AES', ADES: 'AES' } as const

function qualityOf({ qualification }: SignatureReport): 'AES' | 'QES' | null {
  const { result } = qualification
  return result in qualities ? qualities[result as keyof typeof qualities] : null
}

/** Found in the images of the pages. */
const seenDifferences = new Set<FindingCode>([
  'page_images_differ',
  'signature_covers_content',
  'field_covers_content',
])

/** Answers in short what was found, and whether it meets what is asked. */
export function answer(report: ValidationReport, demands: Demands = {}): IntegrationAnswer {
  const signatures = report.signatures.filter(({ type }) => type === 'signature')
  const passed = signatures.filter(({ indication }) => indication === 'TOTAL_PASSED')
  const found = {
    quality: leastQuality(signatures),
    legislation: commonLegislation(signatures),
    longTermValidation: signatures.length > 0 && signatures.every(isLongTerm),
    visualDifferences: report.signatures.some(looksDifferent),
    undefinedChanges: report.signatures.some(isChanged),
  }
  const { infos = [] } = demands
  return {
    id: report.file.sha256,
    valid:
      report.overall === 'TOTAL_PASSED' &&
      signatures.length > 0 &&
      meetsDemands(found, demands) &&
      !(demands.rejectVisualDifferences && isUnseen(report)),
    signatures: signatures.length,
    validSignatures: passed.length,
    ...found,
    ...(infos.length > 0 ? { additionalInfos: additionalInfos(report, infos) } : {}),
  }
}

/** Nothing could be compared, so that nobody knows whether the pages look different: no answer to who rejects that. */
const isUnseen = ({ warnings }: ValidationReport): boolean =>
  warnings.some(({ code }) => code === 'page_images_not_compared')

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

const isLongTerm = ({ level }: SignatureReport): boolean => level === 'B-LT' || level === 'B-LTA'

const looksDifferent = ({ changesAfter, errors, warnings }: SignatureReport): boolean =>
  changesAfter.some(({ visible }) => visible) ||
  [...errors, ...warnings].some(({ code }) => seenDifferences.has(code))

const isChanged = ({ changesAfter }: SignatureReport): boolean =>
  changesAfter.some(({ permitted }) => !permitted)

function additionalInfos(report: ValidationReport, infos: readonly RequestedInfo[]): AdditionalInfos {
  const signatures = report.signatures.filter(({ type }) => type === 'signature')
  return {
    ...(infos.includes('signer') ? { signer: signatures.map(signerInfo) } : {}),
    ...(infos.includes('format')
      ? { format: { fileType: report.file.problem === 'not_a_pdf' ? 'UNKNOWN' : 'PDF' } }
      : {}),
    ...(infos.includes('validation') ? { validation: validationInfo(report) } : {}),
  }
}

function signerInfo(signature: SignatureReport): SignerInfo {
  const certificate = signature.signer?.certificate
  return {
    valid: signature.indication === 'TOTAL_PASSED',
    signer: signature.signer?.displayName ?? null,
    time: (signature.timestampAt ?? signature.signedAt)?.toISOString() ?? null,
    quality: qualityOf(signature),
    legislation: signature.qualification.legislation,
    longTermValidation: isLongTerm(signature),
    visualDifferences: looksDifferent(signature),
    undefinedChanges: isChanged(signature),
    certificate: certificate
      ? {
          subject: certificate.subject,
          issuer: certificate.issuer,
          serialNumber: BigInt(`0x${certificate.serialNumber}`).toString(),
        }
      : null,
    optionalInfos: signature.claims,
  }
}

/** The indication as ETSI EN 319 102-1 writes it, and the first reason against one of those that it is made up of. */
function validationInfo({ overall, signatures, warnings, file }: ValidationReport) {
  const subIndication = decisive(signatures).find((one) => one.subIndication)?.subIndication
  const codes = signatures.flatMap((one) => [...one.errors, ...one.warnings]).map(({ code }) => code)
  const details = [...(file.problem ? [file.problem] : []), ...codes, ...warnings.map(({ code }) => code)]
  return {
    indication: overall.replaceAll('_', '-'),
    ...(subIndication ? { subIndication } : {}),
    details: [...new Set<string>(details)],
  }
}
