import type { Certificate } from '../cms/certificates/certificate.ts'
import { meets } from './criteria.ts'
import { isRelied, periodAt } from './listed-anchors.ts'
import { readStatements, type Statements } from './qualified-statements.ts'
import type { ServicePeriod, TrustService } from './trust-list.ts'

/** From the highest down. */
export const levels = ['QES', 'QESEAL', 'ADES_QC', 'ADESEAL_QC', 'ADES'] as const
type Level = (typeof levels)[number]

export interface LegalLevel {
  readonly result: Level
  /** Higher than that where it depends on criteria of the list that aren't evaluated here. */
  readonly highest: Level
}

/** What a list says of certificates that the level depends on (ETSI TS 119 612 §5.5.9.2.3). */
const qualifiers = new Set([
  'QCStatement',
  'NotQualified',
  'QCForESig',
  'QCForESeal',
  'QCForWSA',
  'QCWithQSCD',
  'QCWithSSCD',
  'QCQSCDManagedOnBehalf',
  'QCNoQSCD',
  'QCNoSSCD',
])

/**
 * The level of a certificate: what it states, overruled by what the list states of such certificates. One counts if it was the
 * same when the certificate was issued and when the signature was made.
 */
export function legalLevel(
  service: TrustService,
  leaf: Certificate,
  legislation: 'EU' | 'CH',
  signedAt: Date,
): LegalLevel {
  const statements = readStatements(leaf)
  const possibleAt = (time: Date): ReadonlySet<Level> => {
    const period = periodAt(service, time)
    if (service.type !== 'CA/QC' || !period || !isRelied(period)) return new Set(['ADES'])
    return new Set(
      possibleQualifiers(period, leaf).map((says) => levelBy(says, statements, period, legislation)),
    )
  }
  const [issued, signed] = [possibleAt(leaf.notBefore), possibleAt(signedAt)]
  const lowest = lowestOf(issued)
  return {
    result: lowest === lowestOf(signed) ? lowest : 'ADES',
    highest: levels.find((one) => issued.has(one) && signed.has(one)) ?? 'ADES',
  }
}

const lowestOf = (possible: ReadonlySet<Level>): Level =>
  levels.findLast((one) => possible.has(one)) ?? 'ADES'

/** The qualifiers that apply, in every combination with those that may or may not apply. */
function possibleQualifiers(period: ServicePeriod, leaf: Certificate): ReadonlySet<string>[] {
  const found = period.qualifiers.map(({ names, criteria }) => ({ names, result: meets(leaf, criteria) }))
  const namesOf = (result: 'yes' | 'unknown') =>
    new Set(found.flatMap((one) => (one.result === result ? one.names : [])))
  const certain = namesOf('yes')
  const uncertain = [...namesOf('unknown')].filter((name) => qualifiers.has(name) && !certain.has(name))
  return uncertain.reduce((all, name) => all.flatMap((says) => [says, new Set([...says, name])]), [certain])
}

function levelBy(
  says: ReadonlySet<string>,
  { isQualified, hasDevice, types, countries }: Statements,
  period: ServicePeriod,
  legislation: 'EU' | 'CH',
): Level {
  // A certificate may say that it is qualified by the law of a country that is not the list's.
  const isOfOtherLaw = countries.length > 0 && !(legislation === 'CH' && countries.includes('CH'))
  const qualified = (isQualified && !isOfOtherLaw) || says.has('QCStatement')
  if (!qualified || says.has('NotQualified')) return 'ADES'
  const isSeal =
    says.has('QCForESeal') || (!says.has('QCForESig') && types.includes('eseal') && !types.includes('esign'))
  const isWeb = says.has('QCForWSA') || (types.length > 0 && types.every((type) => type === 'web'))
  const purpose = isSeal ? 'ForeSeals' : 'ForeSignatures'
  const purposes = period.purposes.filter((one) => one.startsWith('Fo'))
  if (isWeb || (purposes.length > 0 && !purposes.includes(purpose))) return 'ADES'
  const withDevice = ['QCWithQSCD', 'QCWithSSCD', 'QCQSCDManagedOnBehalf'].some((name) => says.has(name))
  const withoutDevice = ['QCNoQSCD', 'QCNoSSCD'].some((name) => says.has(name))
  const device = withDevice || (hasDevice && !withoutDevice)
  if (isSeal) return device ? 'QESEAL' : 'ADESEAL_QC'
  return device ? 'QES' : 'ADES_QC'
}
