import { createHash } from 'node:crypto'
import { parseCertificate, publicKeyOf, sameBytes } from '../../src/cms/certificates/certificate.ts'
import { verifyChain } from '../../src/cms/certificates/chain.ts'
import { CmsError } from '../../src/cms/cms-error.ts'
import { coversCertificates, findCrlEntry, parseCrl } from '../../src/cms/revocation/crl.ts'
import { integer, sequence } from '../../src/cms/der/der-writer.ts'
import { issueOcspResponse } from '../../src/cms/certificates/issuing.ts'
import {
  ocspCertificateId,
  ocspRequest,
  parseOcspRequest,
  parseOcspResponse,
} from '../../src/cms/revocation/ocsp.ts'
import { readSignedData } from '../../src/cms/signed-data-reader.ts'
import {
  aCrl,
  anOcspResponse,
  aSignature,
  aTimestampToken,
  day,
  sha256,
} from '../../src/cms/testing/sample-authority.ts'
import { parseTimestampResponse } from '../../src/cms/timestamps/timestamp-token.ts'
import { readTimestampToken, verifyTimestampToken } from '../../src/cms/timestamps/timestamp-verification.ts'
import { verifySignedData } from '../../src/cms/verify.ts'
import { mutateAsn1 } from '../mutation/asn1.ts'
import { aCms } from '../../src/testing/ceremony.ts'
import type { World } from '../world.ts'
import { orRefused, promise } from './target.ts'
import type { MakeTarget } from './target.ts'

const buffers = (seeds: readonly Uint8Array[]): Buffer[] => seeds.map((seed) => Buffer.from(seed))
const content = Buffer.from('What is signed')
const digest = sha256(content)
const otherDigest = sha256(Buffer.from('Something else'))

/** A certificate is trusted only if it is one that was issued. */
export const certificate: MakeTarget = ({ pki, impostor, time }) => {
  const holders = Object.values(pki)
  const issued = holders.map((holder) => holder.certificate)
  const others = issued.map(({ raw }) => raw)
  return {
    seeds: buffers([...holders, ...Object.values(impostor)].map((holder) => holder.certificate.raw)),
    mutate: mutateAsn1,
    run(input) {
      const read = orRefused(CmsError, () => parseCertificate(input))
      if (read) orRefused(CmsError, () => publicKeyOf(read))
      const { trusted } = verifyChain(input, others, [pki.root.certificate.raw], time)
      const isIssued = read !== undefined && issued.some(({ tbs }) => sameBytes(tbs, read.tbs))
      promise(!trusted || isIssued, 'A certificate that nobody issued is trusted')
      verifyChain(pki.signer.certificate.raw, [input, ...others], [input, pki.root.certificate.raw], time)
    },
  }
}

/** Nothing makes a certificate good of which only that is known that it was revoked. */
function signerIsNotGood({ pki, time }: World, ocsps: Uint8Array[], crls: Uint8Array[]): void {
  const others = [pki.issuing, pki.responder].map((holder) => holder.certificate.raw)
  const chain = verifyChain(pki.signer.certificate.raw, others, [pki.root.certificate.raw], time, {
    ocsps,
    crls,
  })
  promise(chain.statuses[0]?.status !== 'good', 'A revoked certificate is good')
}

function revokedResponse({ pki, time }: World): Uint8Array {
  const { signer, issuing, responder } = pki
  const id = ocspCertificateId(signer.certificate, issuing.certificate)
  const revokedAt = new Date(time.getTime() - 1000)
  const nextUpdate = new Date(time.getTime() + day)
  const statuses = [{ id, status: { revokedAt } }]
  return issueOcspResponse(
    { responder: responder.certificate, statuses, producedAt: time, nextUpdate },
    responder.key,
  )
}

export const ocsp: MakeTarget = (world) => {
  const { pki, impostor, time } = world
  const { signer, issuing, responder, root, timestamper } = pki
  const id = ocspRequest(signer.certificate, issuing.certificate, Buffer.alloc(16, 7))
  return {
    seeds: buffers([
      revokedResponse(world),
      anOcspResponse(signer, issuing, responder, 'unknown', time),
      anOcspResponse(signer, impostor.issuing, impostor.responder, 'good', time),
      anOcspResponse(signer, issuing, impostor.responder, 'good', time),
      anOcspResponse(timestamper, issuing, responder, 'good', time),
      anOcspResponse(issuing, root, root, 'good', time),
      id,
    ]),
    mutate: mutateAsn1,
    run(input) {
      orRefused(CmsError, () => parseOcspResponse(input))
      orRefused(CmsError, () => parseOcspRequest(input))
      signerIsNotGood(world, [input], [])
    },
  }
}

export const crl: MakeTarget = (world) => {
  const { pki, impostor, time } = world
  const entry = {
    serialNumber: pki.signer.certificate.serialNumber,
    revokedAt: new Date(time.getTime() - 1000),
  }
  return {
    seeds: buffers([
      aCrl(pki.issuing, [{ serialNumber: '0102', revokedAt: time }, entry], time),
      aCrl(impostor.issuing, [], time),
      aCrl(pki.root, [], time),
    ]),
    mutate: mutateAsn1,
    run(input) {
      const list = orRefused(CmsError, () => parseCrl(input))
      if (list) {
        orRefused(CmsError, () => findCrlEntry(list, entry.serialNumber))
        orRefused(CmsError, () => coversCertificates(list, false))
      }
      signerIsNotGood(world, [], [input])
    },
  }
}

/** A token proves no other time and stamps no other bytes than it was made for. */
export const tsp: MakeTarget = ({ pki, impostor, time }) => {
  const nonce = Buffer.alloc(8, 5)
  const tokens = [
    aTimestampToken(pki.timestamper, digest, nonce, time),
    aTimestampToken(pki.timestamper, digest, undefined, time),
    aTimestampToken(impostor.timestamper, digest, nonce, new Date(time.getTime() - 1_000_000)),
  ]
  const genuine = pki.timestamper.certificate
  return {
    seeds: buffers([
      ...tokens,
      ...tokens.map((token) => sequence(sequence(integer(0)), token)),
      sequence(sequence(integer(2))),
    ]),
    mutate: mutateAsn1,
    run(input) {
      const answer = orRefused(CmsError, () => parseTimestampResponse(input))
      const token = answer?.granted ? answer.token : input
      orRefused(CmsError, () => readTimestampToken(token))
      promise(!verifyTimestampToken(token, otherDigest).valid, 'A token stamps other bytes')
      const { valid, info, signerCertificate } = verifyTimestampToken(token, digest, {
        certificates: [genuine],
      })
      const isOurs = valid && signerCertificate !== undefined && sameBytes(signerCertificate.tbs, genuine.tbs)
      promise(!isOurs || info?.time.getTime() === time.getTime(), 'A token proves another time')
    },
  }
}

/** A signature holds for what was signed, as it was signed, alone. */
export const cms: MakeTarget = ({ pki, impostor }) => {
  const seeds = [
    aCms(pki, digest),
    aCms(pki, digest, false),
    aSignature(pki.signer, content),
    aCms(impostor, digest),
  ]
  const signed = seeds.flatMap((seed) =>
    readSignedData(seed).signers.map(({ signedBytes }) => hash(signedBytes)),
  )
  return {
    seeds: buffers(seeds),
    mutate: mutateAsn1,
    run(input) {
      const data = orRefused(CmsError, () => readSignedData(input))
      promise(!verifySignedData(input, otherDigest).valid, 'A signature holds for other bytes')
      const { valid } = verifySignedData(input, digest, [pki.signer.certificate])
      const isGenuine = data?.signers.length === 1 && signed.includes(hash(data.signers[0]?.signedBytes))
      promise(!valid || isGenuine, 'A signature holds that nobody made')
    },
  }
}

const hash = (bytes: Uint8Array | undefined): string =>
  createHash('sha256')
    .update(bytes ?? new Uint8Array())
    .digest('hex')
