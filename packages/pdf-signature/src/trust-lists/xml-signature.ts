import { constants, createHash, verify } from 'node:crypto'
import { parseReadable } from '../cms/certificates/chain.ts'
import { publicKeyOf, sameBytes } from '../cms/certificates/certificate.ts'
import type { Certificate } from '../cms/certificates/certificate.ts'
import { attempt } from '../cms/cms-error.ts'
import { canonicalise } from './canonical-xml.ts'
import type { Canonicalisation } from './canonical-xml.ts'
import { TrustListError } from './trust-list-error.ts'
import { attributeOf, childOf, childrenOf, descend, textOf, walkElements } from './xml-nodes.ts'
import type { XmlElement } from './xml-nodes.ts'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const canonicalisations = new Map([
  [exclusive, true],
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', false],
  ['http://www.w3.org/2006/12/xml-c14n11', false],
])
const digests = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])
const signatures =
  /^http:\/\/www\.w3\.org\/(?:2001\/04\/xmldsig-more#(rsa|ecdsa)-|2007\/05\/xmldsig-more#)(sha256|sha384|sha512)(-rsa-MGF1)?$/

const unsupported = (what: string): TrustListError => new TrustListError('signature_unsupported', what)
const invalid = (what: string): TrustListError => new TrustListError('signature_invalid', what)

/**
 * Verifies the enveloped XAdES signature of a document (XML Signature §3.2, ETSI EN 319 132-1 §5.2.2): that it covers all
 * of the root, and by which of the signers it was made. Throws TrustListError.
 */
export function verifyEnvelopedSignature(root: XmlElement, signers: readonly Certificate[]): Certificate {
  const all = [...walkElements(root)].filter(
    ({ localName, namespace }) => localName === 'Signature' && namespace === dsig,
  )
  const [signature, ...others] = childrenOf(root, 'Signature').filter((one) => all.includes(one))
  if (!signature || others.length > 0 || all.length > 1)
    throw new TrustListError('not_signed', 'The document does not have exactly one signature')
  const signedInfo = childOf(signature, 'SignedInfo')
  const certificate = findSigner(signature, signers)
  if (!signedInfo) throw invalid('The signature has no SignedInfo')
  verifyValue(signedInfo, textOf(childOf(signature, 'SignatureValue')), certificate)
  verifyReferences(root, signature, signedInfo)
  requireNamed(signature, certificate)
  return certificate
}

function findSigner(signature: XmlElement, signers: readonly Certificate[]): Certificate {
  const stated = childrenOf(childOf(signature, 'KeyInfo'), 'X509Data').flatMap((data) =>
    childrenOf(data, 'X509Certificate').map((one) => Buffer.from(textOf(one), 'base64')),
  )
  const found = parseReadable(stated).find((one) => signers.some(({ raw }) => sameBytes(raw, one.raw)))
  if (!found) throw new TrustListError('signer_unknown', 'The list’s signer is unknown')
  return found
}

function verifyValue(signedInfo: XmlElement, value: string, certificate: Certificate): void {
  const method = attributeOf(childOf(signedInfo, 'SignatureMethod'), 'Algorithm') ?? ''
  const [, kind = 'rsa', digest, mask] = signatures.exec(method) ?? []
  const key = publicKeyOf(certificate)
  if (!digest || key.asymmetricKeyType !== (kind === 'ecdsa' ? 'ec' : 'rsa'))
    throw unsupported(`The signature algorithm ${method} is not supported`)
  const padding = mask
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {}
  const data = canonicalise(signedInfo, canonicalisationOf(childOf(signedInfo, 'CanonicalizationMethod')))
  const options = { key, ...padding, dsaEncoding: 'ieee-p1363' as const }
  if (!verify(digest, data, options, Buffer.from(value, 'base64')))
    throw invalid('The signature does not verify')
}

function canonicalisationOf(method: XmlElement | undefined): Canonicalisation {
  const [name = '', comments] = (attributeOf(method, 'Algorithm') ?? '').split(/(?<=.)#?WithComments$/)
  const known = canonicalisations.get(name) ?? canonicalisations.get(`${name}#`)
  if (known === undefined) throw unsupported(`The canonicalisation ${name} is not supported`)
  const prefixes = attributeOf(childOf(method, 'InclusiveNamespaces'), 'PrefixList')?.split(/\s+/) ?? []
  return {
    isExclusive: known,
    inclusivePrefixes: prefixes.map((prefix) => (prefix === '#default' ? '' : prefix)),
    keepsComments: comments !== undefined,
  }
}

/** Every reference must hold, and one of them must be the whole document. */
function verifyReferences(root: XmlElement, signature: XmlElement, signedInfo: XmlElement): void {
  const references = childrenOf(signedInfo, 'Reference')
  const targets = references.map((reference) => verifyReference(root, signature, reference))
  const properties = qualifyingProperties(signature)
  if (!targets.includes(root)) throw invalid('The signature does not cover the document')
  if (!properties || !targets.includes(properties)) throw invalid('The signed properties are not signed')
}

const qualifyingProperties = (signature: XmlElement): XmlElement | undefined =>
  childrenOf(signature, 'Object')
    .map((object) => descend(object, 'QualifyingProperties', 'SignedProperties'))
    .find((found) => found !== undefined)

function verifyReference(root: XmlElement, signature: XmlElement, reference: XmlElement): XmlElement {
  const uri = attributeOf(reference, 'URI') ?? 'none'
  const target = uri === '' ? root : byId(root, uri)
  let isEnveloped = false
  let how: Canonicalisation = { isExclusive: false, inclusivePrefixes: [], keepsComments: false }
  for (const transform of childrenOf(childOf(reference, 'Transforms'), 'Transform')) {
    if (attributeOf(transform, 'Algorithm') === `${dsig}enveloped-signature`) isEnveloped = true
    else how = { ...canonicalisationOf(transform), keepsComments: false }
  }
  const digest = digests.get(attributeOf(childOf(reference, 'DigestMethod'), 'Algorithm') ?? '')
  if (!digest) throw unsupported('The digest of a reference is not supported')
  const data = canonicalise(target, how, isEnveloped ? signature : undefined)
  const stated = Buffer.from(textOf(childOf(reference, 'DigestValue')), 'base64')
  if (!sameBytes(createHash(digest).update(data).digest(), stated))
    throw invalid('The document has changed since it was signed')
  return target
}

/** The element with that identifier, which must be the only one: another could be put in its place. */
function byId(root: XmlElement, uri: string): XmlElement {
  const found = uri.startsWith('#')
    ? [...walkElements(root)].filter(({ attributes }) =>
        attributes.some(({ name, value }) => /^(?:Id|ID|id|xml:id)$/.test(name) && value === uri.slice(1)),
      )
    : []
  const [only] = found
  if (!only || found.length > 1) throw invalid('A reference does not name one element')
  return only
}

/** SigningCertificate, in either version, is among the signed properties and names the signer's by its digest. */
function requireNamed(signature: XmlElement, certificate: Certificate): void {
  const properties = childOf(qualifyingProperties(signature), 'SignedSignatureProperties')
  const named = childOf(properties, 'SigningCertificateV2') ?? childOf(properties, 'SigningCertificate')
  const digest = descend(named, 'Cert', 'CertDigest')
  const algorithm = attributeOf(childOf(digest, 'DigestMethod'), 'Algorithm') ?? ''
  const hash = attempt(() =>
    createHash(digests.get(algorithm) ?? 'sha1')
      .update(certificate.raw)
      .digest('base64'),
  )
  if (hash === undefined || hash !== textOf(childOf(digest, 'DigestValue')))
    throw invalid('The signed properties name another certificate')
}
