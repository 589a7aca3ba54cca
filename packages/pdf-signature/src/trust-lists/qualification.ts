import type { ChainVerdict } from '../cms/certificates/chain.ts'
import { sameBytes } from '../cms/certificates/certificate.ts'
import type { Certificate } from '../cms/certificates/certificate.ts'
import { sameName } from '../cms/certificates/same-name.ts'
import type { Qualification } from '../validation/reports/report.ts'
import { legalLevel, levels } from './legal-level.ts'
import { isRelied, periodAt } from './listed-anchors.ts'
import type { TrustList, TrustService } from './trust-list.ts'

const notKnown: Qualification = { result: 'NOT_KNOWN', legislation: null }

/** The law of a list: that of Switzerland for its own, of the EU for those of its members and of the EEA. */
const legislationOf = ({ territory }: TrustList): 'EU' | 'CH' => (territory === 'CH' ? 'CH' : 'EU')

export interface SignatureQualification {
  readonly qualification: Qualification
  /** By this service the level could be higher: its list has criteria for the certificate that aren't evaluated here. */
  readonly uncertainService?: string
}

/**
 * The legal level of a signature by what the lists say of its issuer, both when the certificate was issued and when the
 * signature was made (ETSI TS 119 615 §4.4, §4.5, §4.6). `at`: by when it is proven to have existed.
 */
export function qualifySignature(
  chain: ChainVerdict | undefined,
  lists: readonly TrustList[],
  at: Date,
): SignatureQualification {
  const [leaf, ...issuers] = chain?.trusted ? chain.path : []
  if (!leaf) return { qualification: notKnown }
  const found = servicesOf(lists, issuers)
    .filter(({ service }) => service.type.startsWith('CA/'))
    .map(({ list, service }) => {
      const { result, highest } = legalLevel(service, leaf, legislationOf(list), at)
      return {
        qualification: { result, ...described(list, service) },
        rank: levels.indexOf(result),
        highest: levels.indexOf(highest),
      }
    })
    .toSorted((a, b) => a.rank - b.rank)
  const [best] = found
  if (!best) return { qualification: notKnown }
  const uncertain = found.find(({ highest }) => highest < best.rank)
  return {
    qualification: best.qualification,
    ...(uncertain && { uncertainService: uncertain.qualification.trustService }),
  }
}

/**
 * Whether a timestamp is a qualified one: its authority is listed as such at the time (ETSI TS 119 615 §4.7). Other
 * services may have the same certificate or have issued it, in this list or in another: what one of them doesn't say
 * takes nothing from what another does.
 */
export function qualifyTimestamp(
  chain: ChainVerdict | undefined,
  lists: readonly TrustList[],
  at: Date,
): Qualification {
  const path = chain?.trusted ? chain.path : []
  const found = servicesOf(lists, path)
    .filter(({ service }) => service.type.startsWith('TSA'))
    .map(({ list, service }) => {
      const isQualified = service.type === 'TSA/QTST' && isRelied(periodAt(service, at))
      const result = isQualified ? ('QUALIFIED_TIMESTAMP' as const) : ('TIMESTAMP' as const)
      const isItself = speaksOf(service, path.slice(0, 1))
      return {
        qualification: { result, ...described(list, service) },
        rank: (isQualified ? 0 : 2) + (isItself ? 0 : 1),
      }
    })
    .toSorted((a, b) => a.rank - b.rank)
  return found[0]?.qualification ?? notKnown
}

const servicesOf = (lists: readonly TrustList[], path: readonly Certificate[]) =>
  lists.flatMap((list) =>
    list.services.filter((service) => speaksOf(service, path)).map((service) => ({ list, service })),
  )

const described = (list: TrustList, { provider, name }: TrustService) => ({
  legislation: legislationOf(list),
  territory: list.territory,
  trustServiceProvider: provider,
  trustService: name,
})

/** A service is known by name and key: it may have several certificates (ETSI TS 119 612 §5.5.3). */
const speaksOf = ({ certificates }: TrustService, path: readonly Certificate[]): boolean =>
  path.some((one) =>
    certificates.some(
      ({ subjectName, publicKeyInfo }) =>
        sameBytes(publicKeyInfo, one.publicKeyInfo) && sameName(subjectName, one.subjectName),
    ),
  )
