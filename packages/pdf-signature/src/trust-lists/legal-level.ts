import type { Certificate } from '../cms/certificates/certificate.ts'
import { meets } from './criteria.ts'
import { isRelied, periodAt } from './listed-anchors.ts'
import { readStatements } from './qualified-statements.ts'
import type { ServicePeriod, TrustService } from './trust-list.ts'

/** From the highest down. */
export const levels = ['QES', 'QESEAL', 'ADES_QC', 'ADESEAL_QC', 'ADES'] as const
type Level = (typeof levels)[number]

export interface LegalLevel {
  readonly result: Level
  /** It depends on criteria of the list that aren't evaluated here: then the lowest of all that it can be. */
  readonly isUncertain: boolean
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

/** The level of a certificate at a time: what it states, overruled by what the list states of such certificates. */
export function levelAt(
  service: TrustService,
  leaf: Certificate,
  legislation: 'EU' | 'CH',
  time: Date,
): LegalLevel {
  const period = periodAt(service, time)
  if (service.type !== 'CA/QC' || !period || !isRelied(period)) return { result: 'ADES', isUncertain: false }
  const possible = new Set(
    possibleQualifiers(period, leaf).map((says) => levelBy(says, leaf, period, legislation)),
  )
  return {
    result: levels.findLast((one) => possible.has(one)) ?? 'ADES',
    isUncertain: possible.size > 1,
  }
}

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
  leaf: Certificate,
  period: ServicePeriod,
  legislation: 'EU' | 'CH',
): Level {
  const { isQualified, hasDevice, types, countries } = readStatements(leaf)
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
