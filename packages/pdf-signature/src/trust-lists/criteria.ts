import type { Certificate } from '../cms/certificates/certificate.ts'
import { attributeIdentifiers } from '../cms/certificates/distinguished-name.ts'
import type { Criteria, Criterion } from './trust-list.ts'
import { attributeOf, childOf, childrenOf, elementsOf, textOf } from './xml-nodes.ts'
import type { XmlElement } from './xml-nodes.ts'

/** Whether a certificate meets criteria; unknown if that depends on one that isn't evaluated here. */
export type CriteriaResult = 'yes' | 'no' | 'unknown'

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

const deepest = 8
const unknown: Criterion = { kind: 'unknown' }

/** Reads a list of criteria (ETSI TS 119 612 §5.5.9.2.2). */
export function readCriteria(list: XmlElement | undefined, depth = 0): Criteria {
  const assert = attributeOf(list, 'assert') ?? 'all'
  const isKnown = assert === 'all' || assert === 'atLeastOne' || assert === 'none'
  if (!list || !isKnown || depth >= deepest) return { assert: 'all', criteria: [unknown] }
  const others = childrenOf(list, 'otherCriteriaList')
  const criteria = [
    ...elementsOf(list).filter((one) => one.localName !== 'Description' && !others.includes(one)),
    // Their two kinds are of a schema of their own (§5.5.9.2.2.3); the rest of their content is anything.
    ...others.flatMap(elementsOf),
  ].map((element) => readCriterion(element, depth))
  return { assert, criteria }
}

function readCriterion(element: XmlElement, depth: number): Criterion {
  switch (element.localName) {
    case 'KeyUsage':
      return readKeyUsage(element)
    case 'PolicySet':
      return withIdentifiers('policies', childrenOf(element, 'PolicyIdentifier'))
    case 'ExtendedKeyUsage':
      return withIdentifiers('extendedKeyUsage', childrenOf(element, 'KeyPurposeId'))
    case 'CertSubjectDNAttribute':
      return withIdentifiers('subjectAttributes', childrenOf(element, 'AttributeOID'))
    case 'CriteriaList':
      return { kind: 'list', list: readCriteria(element, depth + 1) }
    default:
      return unknown
  }
}

function readKeyUsage(element: XmlElement): Criterion {
  const bits = childrenOf(element, 'KeyUsageBit').map((one) => ({
    bit: usageBits.indexOf(attributeOf(one, 'name') ?? ''),
    value: ['true', '1'].includes(textOf(one)),
  }))
  return bits.length > 0 && bits.every(({ bit }) => bit >= 0) ? { kind: 'keyUsage', bits } : unknown
}

function withIdentifiers(
  kind: 'policies' | 'extendedKeyUsage' | 'subjectAttributes',
  elements: readonly XmlElement[],
): Criterion {
  const identifiers = elements.map((one) => textOf(childOf(one, 'Identifier')).replace(/^urn:oid:/i, ''))
  const isReadable = identifiers.length > 0 && identifiers.every((one) => /^\d+(?:\.\d+)+$/.test(one))
  return isReadable ? { kind, identifiers } : unknown
}

export function meets(certificate: Certificate, { assert, criteria }: Criteria): CriteriaResult {
  const results = new Set(criteria.map((criterion) => meetsOne(certificate, criterion)))
  const decisive = assert === 'all' ? 'no' : 'yes'
  if (results.has(decisive)) return assert === 'atLeastOne' ? 'yes' : 'no'
  if (results.has('unknown')) return 'unknown'
  return assert === 'atLeastOne' ? 'no' : 'yes'
}

function meetsOne(certificate: Certificate, criterion: Criterion): CriteriaResult {
  if (criterion.kind === 'unknown') return 'unknown'
  if (criterion.kind === 'list') return meets(certificate, criterion.list)
  return hasAll(certificate, criterion) ? 'yes' : 'no'
}

function hasAll(
  certificate: Certificate,
  criterion: Exclude<Criterion, { kind: 'unknown' | 'list' }>,
): boolean {
  const { policies, keyUsage = [], extendedKeyUsage = [], subjectName } = certificate
  if (criterion.kind === 'keyUsage')
    return criterion.bits.every(({ bit, value }) => keyUsage.includes(bit) === value)
  const present = {
    policies: () => policies,
    extendedKeyUsage: () => extendedKeyUsage,
    subjectAttributes: () => attributeIdentifiers(subjectName),
  }[criterion.kind]()
  return criterion.identifiers.every((one) => present.includes(one))
}
