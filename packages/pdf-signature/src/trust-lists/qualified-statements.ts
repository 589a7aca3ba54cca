import type { Certificate } from '../cms/certificates/certificate.ts'
import { attempt } from '../cms/cms-error.ts'
import { children, readElement, readOid } from '../cms/der/der-reader.ts'
import { readText } from '../cms/certificates/distinguished-name.ts'
import { oids } from '../cms/der/object-identifiers.ts'

const statements = '0.4.0.1862.1'
const types = new Map<string, Statements['types'][number]>([
  [`${statements}.6.1`, 'esign'],
  [`${statements}.6.2`, 'eseal'],
  [`${statements}.6.3`, 'web'],
])
/** Certificate policies from before eIDAS (ETSI TS 101 456): with and without a secure device. */
const oldPolicies = ['0.4.0.1456.1.1', '0.4.0.1456.1.2']

/** What a certificate says of its own qualification (ETSI EN 319 412-5). */
export interface Statements {
  readonly isQualified: boolean
  readonly hasDevice: boolean
  /** It says both in statements of its own, as one has to since eIDAS: a policy from before doesn't do. */
  readonly isStated: boolean
  readonly types: readonly ('esign' | 'eseal' | 'web')[]
  /** Countries whose law it is qualified by, where that is not the law of the EU. */
  readonly countries: readonly string[]
}

export function readStatements({ extensions, qualifiedStatements, policies }: Certificate): Statements {
  const value = extensions.get(oids.qualifiedCertificateStatements)?.value
  const entries = (value && attempt(() => children(readElement(value)).map((entry) => children(entry)))) ?? []
  const infoOf = (id: string) =>
    entries.find(([name]) => name && attempt(() => readOid(name, 'Statement')) === `${statements}.${id}`)?.[1]
  const typeList = infoOf('6')
  const states = (id: string) => qualifiedStatements.includes(`${statements}.${id}`)
  const countryList = infoOf('7')
  return {
    isQualified: states('1') || policies.some((one) => oldPolicies.includes(one)),
    hasDevice: states('4') || policies.includes('0.4.0.1456.1.1'),
    isStated: states('1') && states('4'),
    types:
      (typeList && attempt(() => children(typeList).map((one) => readOid(one, 'Type'))))?.flatMap(
        (one) => types.get(one) ?? [],
      ) ?? [],
    countries: (countryList && attempt(() => children(countryList).map(readText))) ?? [],
  }
}
