import type { Certificate } from '../cms/certificates/certificate.ts'
import type { Criteria } from './trust-list.ts'
import { attributeOf, childOf, childrenOf, elementsOf, textOf } from './xml-nodes.ts'
import type { XmlElement } from './xml-nodes.ts'

/** Bits of keyUsage by the names lists give them (RFC 5280 §4.2.1.3). */
const usageBits = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'crlSign',
  'encipherOnly',
  'decipherOnly',
]

/** Reads a list of criteria; what is not known here makes it one that nothing meets. */
export function readCriteria(list: XmlElement | undefined, depth = 0): Criteria {
  const assert = attributeOf(list, 'assert')
  const known = ['KeyUsage', 'PolicySet', 'CriteriaList', 'Description']
  return {
    assert: assert === 'atLeastOne' || assert === 'none' ? assert : 'all',
    policySets: childrenOf(list, 'PolicySet').map((set) =>
      childrenOf(set, 'PolicyIdentifier').map((policy) =>
        textOf(childOf(policy, 'Identifier')).replace(/^urn:oid:/i, ''),
      ),
    ),
    keyUsages: childrenOf(list, 'KeyUsage').map((usage) =>
      childrenOf(usage, 'KeyUsageBit').map((bit) => ({
        bit: usageBits.indexOf(attributeOf(bit, 'name') ?? ''),
        value: textOf(bit) === 'true',
      })),
    ),
    lists: depth < 8 ? childrenOf(list, 'CriteriaList').map((one) => readCriteria(one, depth + 1)) : [],
    isUnknown: !list || depth >= 8 || elementsOf(list).some(({ localName }) => !known.includes(localName)),
  }
}

export function meets(certificate: Certificate, criteria: Criteria): boolean {
  if (criteria.isUnknown) return false
  const { policies, keyUsage = [] } = certificate
  const results = [
    ...criteria.policySets.map((set) => set.every((policy) => policies.includes(policy))),
    ...criteria.keyUsages.map((bits) => bits.every(({ bit, value }) => keyUsage.includes(bit) === value)),
    ...criteria.lists.map((list) => meets(certificate, list)),
  ]
  if (criteria.assert === 'none') return results.every((result) => !result)
  return criteria.assert === 'all' ? results.every(Boolean) : results.some(Boolean)
}
