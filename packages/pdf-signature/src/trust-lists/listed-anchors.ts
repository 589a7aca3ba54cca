import type { Certificate } from '../cms/certificates/certificate.ts'
import { sameName } from '../cms/certificates/same-name.ts'
import type { ServicePeriod, TrustList, TrustService } from './trust-list.ts'

/** Statuses in which a service may be relied on, before and under eIDAS and ZertES (ETSI TS 119 612 §5.5.4, Annex D.5). */
const relied = new Set([
  'granted',
  'recognisedatnationallevel',
  'undersupervision',
  'supervisionincessation',
  'accredited',
  'setbynationallaw',
])

/** Kinds of services whose certificates vouch for others, or stamp. */
const anchoring = /^(?:CA|NationalRootCA-QC|TSA)(?:\/|$)/

/** What was true of a service at a time; undefined before it was first listed. */
export const periodAt = ({ periods }: TrustService, at: Date): ServicePeriod | undefined =>
  periods.find(({ from }) => from <= at)

export const isRelied = (period: ServicePeriod | undefined): boolean =>
  period !== undefined && relied.has(period.status)

/** Certificates the lists say to trust at a time (ETSI TS 119 615 §4.3). */
export function listedAnchors(lists: readonly TrustList[], at: Date): readonly Certificate[] {
  return lists.flatMap(({ services }) =>
    services.flatMap((service) =>
      anchoring.test(service.type) && isRelied(periodAt(service, at)) ? service.certificates : [],
    ),
  )
}

/** Services that issued a certificate by its issuer's name, and were listed at a time without being granted then. */
export function notRelied(
  { issuerName }: Certificate,
  lists: readonly TrustList[],
  at: Date,
): { name: string; status: string }[] {
  return lists.flatMap(({ services }) =>
    services.flatMap((service) => {
      const period = periodAt(service, at)
      const isIssuer = service.certificates.some(({ subjectName }) => sameName(subjectName, issuerName))
      return isIssuer && period && !isRelied(period) ? [{ name: service.name, status: period.status }] : []
    }),
  )
}
