import type { Certificate } from '../cms/certificates/certificate.ts'
import { attempt } from '../cms/cms-error.ts'
import { children, readElement, readOid } from '../cms/der/der-reader.ts'
import { readText } from '../cms/certificates/distinguished-name.ts'
import { oids } from '../cms/der/object-identifiers.ts'

const statements = '0.4.0.1862.1'
/** Certificate policies from before eIDAS (ETSI TS 101 456): with and without a secure device. */
const oldPolicies = ['0.4.0.1456.1.1', '0.4.0.1456.1.2']

/** What a certificate says of its own qualification (ETSI EN 319 412-5). */
export interface Statements {
  readonly isQualified: boolean
  readonly hasDevice: boolean
  readonly types: readonly ('esign' | 'eseal' | 'web')[]
  /** Countries whose law it is qualified by, where that is not the law of the EU. */
  readonly countries: readonly string[]
}

export function readStatements({ extensions, qualifiedStatements, policies }: Certificate): Statements {
  const value = extensions.get(oids.qualifiedCertificateStatements)?.value
  const entries = (value && attempt(() => children(readElement(value)).map((entry) => children(entry)))) ?? []
  const infoOf = (id: string) =>
    entries.find(([name]) => name && attempt(() => readOid(name, 'Statement')) === `${statements}.${id}`)?.[1]
  const types = { 1: 'esign', 2: 'eseal', 3: 'web' } as const
  const typeList = infoOf('6')
  const countryList = infoOf('7')
  return {
    isQualified:
      qualifiedStatements.includes(`${statements}.1`) || policies.some((one) => oldPolicies.includes(one)),
    hasDevice: qualifiedStatements.includes(`${statements}.4`) || policies.includes('0.4.0.1456.1.1'),
    types:
      (typeList && attempt(() => children(typeList).map((one) => readOid(one, 'Type'))))?.flatMap((one) => {
        const last = Number(one.split('.').at(-1))
        return last === 1 || last === 2 || last === 3 ? [types[last]] : []
      }) ?? [],
    countries: (countryList && attempt(() => children(countryList).map(readText))) ?? [],
  }
}
