import type { ChainVerdict } from '../cms/certificates/chain.ts'
import { sameBytes } from '../cms/certificates/certificate.ts'
import type { Certificate } from '../cms/certificates/certificate.ts'
import type { Qualification } from '../validation/reports/report.ts'
import { meets } from './criteria.ts'
import { isRelied, periodAt } from './listed-anchors.ts'
import { readStatements } from './qualified-statements.ts'
import type { TrustList, TrustService } from './trust-list.ts'

const notKnown: Qualification = { result: 'NOT_KNOWN', legislation: null }

/** The law of a list: that of Switzerland for its own, of the EU for those of its members and of the EEA. */
const legislationOf = ({ territory }: TrustList): 'EU' | 'CH' => (territory === 'CH' ? 'CH' : 'EU')

/** From the weightiest down. */
const order: readonly Qualification['result'][] = [
  'QES',
  'QESEAL',
  'ADES_QC',
  'ADESEAL_QC',
  'ADES',
  'NOT_KNOWN',
]

/**
 * The legal level of a signature by what the lists say of its issuer, both when the certificate was issued and when the
 * signature was made (ETSI TS 119 615 §4.4, §4.5, §4.6). `at`: by when it is proven to have existed.
 */
export function qualifySignature(
  chain: ChainVerdict | undefined,
  lists: readonly TrustList[],
  at: Date,
): Qualification {
  const [leaf, ...issuers] = chain?.trusted ? chain.path : []
  if (!leaf || lists.length === 0) return notKnown
  const found = lists.flatMap((list) =>
    list.services
      .filter((service) => service.type.startsWith('CA/') && speaksOf(service, issuers))
      .map((service): Qualification => {
        const legislation = legislationOf(list)
        const qualifications = [leaf.notBefore, at].map((time) => weightAt(service, leaf, legislation, time))
        const [issued, signed] = qualifications
        return {
          result: issued === signed && issued ? issued : 'ADES',
          legislation,
          ...described(list, service),
        }
      }),
  )
  return found.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result))[0] ?? notKnown
}

/** Whether a timestamp is a qualified one: its authority is listed as such at the time (ETSI TS 119 615 §4.7). */
export function qualifyTimestamp(
  chain: ChainVerdict | undefined,
  lists: readonly TrustList[],
  at: Date,
): Qualification {
  const path = chain?.trusted ? chain.path : []
  for (const list of lists)
    for (const service of list.services) {
      if (!service.type.startsWith('TSA') || !speaksOf(service, path)) continue
      const isQualified = service.type === 'TSA/QTST' && isRelied(periodAt(service, at))
      return {
        result: isQualified ? 'QUALIFIED_TIMESTAMP' : 'TIMESTAMP',
        legislation: legislationOf(list),
        ...described(list, service),
      }
    }
  return notKnown
}

const described = ({ territory }: TrustList, { provider, name }: TrustService) => ({
  territory,
  trustServiceProvider: provider,
  trustService: name,
})

/** A service is known by name and key: it may have several certificates (ETSI TS 119 612 §5.5.3). */
const speaksOf = ({ certificates }: TrustService, path: readonly Certificate[]): boolean =>
  path.some((one) =>
    certificates.some(
      ({ subjectName, publicKeyInfo }) =>
        sameBytes(subjectName, one.subjectName) && sameBytes(publicKeyInfo, one.publicKeyInfo),
    ),
  )

/** What the certificate is worth at a time: what it states, overruled by what the list states of such certificates. */
function weightAt(
  service: TrustService,
  leaf: Certificate,
  legislation: 'EU' | 'CH',
  time: Date,
): Qualification['result'] {
  const period = periodAt(service, time)
  if (service.type !== 'CA/QC' || !period || !isRelied(period)) return 'ADES'
  const { isQualified, hasDevice, types, countries } = readStatements(leaf)
  const says = new Set(
    period.qualifiers.filter(({ criteria }) => meets(leaf, criteria)).flatMap(({ names }) => names),
  )
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
