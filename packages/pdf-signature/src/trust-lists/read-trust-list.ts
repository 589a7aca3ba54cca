import { parseReadable } from '../cms/certificates/chain.ts'
import { readCriteria } from './criteria.ts'
import type { Qualifier, ServicePeriod, TrustList, TrustListPointer, TrustService } from './trust-list.ts'
import { TrustListError } from './trust-list-error.ts'
import { attributeOf, childOf, childrenOf, descend, textOf, walkElements } from './xml-nodes.ts'
import type { XmlElement } from './xml-nodes.ts'
import { readXml } from './xml-reader.ts'
import { verifyEnvelopedSignature } from './xml-signature.ts'

/**
 * Reads a trusted list (ETSI TS 119 612) that one of these certificates has signed, or one of those that pointers of a
 * list of lists name for its territory. Throws TrustListError.
 */
export function readTrustList(
  bytes: Uint8Array,
  signers: readonly Uint8Array[],
  pointers: readonly TrustListPointer[] = [],
): TrustList {
  const root = readXml(bytes)
  const scheme = childOf(root, 'SchemeInformation')
  if (root.localName !== 'TrustServiceStatusList' || !scheme)
    throw new TrustListError('not_a_trust_list', 'The file is no trusted list')
  const territory = textOf(childOf(scheme, 'SchemeTerritory'))
  const named = pointers.filter((one) => one.territory === territory).flatMap((one) => one.signers)
  verifyEnvelopedSignature(root, parseReadable([...signers, ...named]))
  const nextUpdate = descend(scheme, 'NextUpdate', 'dateTime')
  return {
    territory,
    isListOfLists: /listofthelists$/i.test(textOf(childOf(scheme, 'TSLType'))),
    schemeOperator: nameIn(childOf(scheme, 'SchemeOperatorName')),
    sequenceNumber: readNumber(childOf(scheme, 'TSLSequenceNumber')),
    issuedAt: readDate(childOf(scheme, 'ListIssueDateTime')),
    nextUpdate: nextUpdate ? readDate(nextUpdate) : null,
    services: childrenOf(childOf(root, 'TrustServiceProviderList'), 'TrustServiceProvider').flatMap(
      readProvider,
    ),
    pointers: childrenOf(childOf(scheme, 'PointersToOtherTSL'), 'OtherTSLPointer').map(readPointer),
  }
}

function readDate(element: XmlElement | undefined): Date {
  const date = new Date(textOf(element))
  if (Number.isNaN(date.getTime())) throw new TrustListError('malformed', 'A date of the list is none')
  return date
}

function readNumber(element: XmlElement | undefined): number {
  const text = textOf(element)
  if (!/^\d{1,15}$/.test(text)) throw new TrustListError('malformed', 'The number of the list is none')
  return Number(text)
}

/** The English name, else the first. */
function nameIn(names: XmlElement | undefined): string {
  const all = childrenOf(names, 'Name')
  return textOf(all.find((name) => attributeOf(name, 'xml:lang') === 'en') ?? all[0])
}

function readPointer(pointer: XmlElement): TrustListPointer {
  const territory = [...walkElements(pointer)].find(({ localName }) => localName === 'SchemeTerritory')
  return {
    territory: textOf(territory),
    location: textOf(childOf(pointer, 'TSLLocation')),
    signers: childrenOf(childOf(pointer, 'ServiceDigitalIdentities'), 'ServiceDigitalIdentity').flatMap(
      identities,
    ),
  }
}

const identities = (identity: XmlElement | undefined): Buffer[] =>
  childrenOf(identity, 'DigitalId').flatMap((id) =>
    childrenOf(id, 'X509Certificate').map((one) => Buffer.from(textOf(one), 'base64')),
  )

function readProvider(provider: XmlElement): TrustService[] {
  const name = nameIn(descend(provider, 'TSPInformation', 'TSPName'))
  return childrenOf(childOf(provider, 'TSPServices'), 'TSPService').map((service) => {
    const now = childOf(service, 'ServiceInformation')
    const history = childrenOf(childOf(service, 'ServiceHistory'), 'ServiceHistoryInstance')
    const periods = [...(now ? [now] : []), ...history].map(readPeriod)
    return {
      provider: name,
      name: nameIn(childOf(now, 'ServiceName')),
      type: /Svctype\/(.+)$/i.exec(textOf(childOf(now, 'ServiceTypeIdentifier')))?.[1] ?? '',
      certificates: parseReadable(identities(childOf(now, 'ServiceDigitalIdentity'))),
      periods: periods.toSorted((a, b) => Number(b.from) - Number(a.from)),
    }
  })
}

const lastPart = (uri: string): string => uri.trim().split('/').at(-1) ?? ''

function readPeriod(period: XmlElement): ServicePeriod {
  const extensions = childrenOf(childOf(period, 'ServiceInformationExtensions'), 'Extension')
  return {
    status: lastPart(textOf(childOf(period, 'ServiceStatus'))).toLowerCase(),
    from: readDate(childOf(period, 'StatusStartingTime')),
    purposes: extensions.flatMap((extension) =>
      childrenOf(extension, 'AdditionalServiceInformation').map((one) =>
        lastPart(textOf(childOf(one, 'URI'))),
      ),
    ),
    qualifiers: extensions.flatMap((extension) =>
      childrenOf(childOf(extension, 'Qualifications'), 'QualificationElement').map(readQualifier),
    ),
  }
}

function readQualifier(element: XmlElement): Qualifier {
  const names = childrenOf(childOf(element, 'Qualifiers'), 'Qualifier')
  return {
    names: names.map((one) => lastPart(attributeOf(one, 'uri') ?? '')),
    criteria: readCriteria(childOf(element, 'CriteriaList')),
  }
}
