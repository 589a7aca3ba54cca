import { createPrivateKey } from 'node:crypto'
import { parseCertificate } from '../src/cms/certificates/certificate.ts'
import { aHolder, aPki } from '../src/cms/testing/sample-authority.ts'
import type { Holder } from '../src/cms/testing/sample-authority.ts'
import type { Pki } from '../src/testing/ceremony.ts'

/** Who signs the seeds: the same for all processes of a run, so that what one finds another can repeat. */
export interface World {
  readonly pki: Pki
  /** The same names with other keys: someone who passes themselves off for them. */
  readonly impostor: Pki
  readonly operator: Holder
  readonly time: Date
}

export const newWorld = (): World => ({
  pki: aPki(),
  impostor: aPki(),
  operator: aHolder({ name: 'Scheme operator' }),
  // Whole seconds, as ASN.1 has them.
  time: new Date(Math.floor(Date.now() / 1000) * 1000),
})

interface Written {
  readonly certificate: string
  readonly key: string
}

const write = ({ certificate, key }: Holder): Written => ({
  certificate: Buffer.from(certificate.raw).toString('base64'),
  key: key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
})

const read = ({ certificate, key }: Written): Holder => ({
  certificate: parseCertificate(Buffer.from(certificate, 'base64')),
  key: createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }),
})

type WrittenPki = Record<keyof Pki, Written>
interface WrittenWorld {
  readonly pki: WrittenPki
  readonly impostor: WrittenPki
  readonly operator: Written
  readonly time: string
}

const eachHolder = <From, To>(pki: Record<keyof Pki, From>, change: (one: From) => To) => ({
  root: change(pki.root),
  issuing: change(pki.issuing),
  signer: change(pki.signer),
  responder: change(pki.responder),
  timestamper: change(pki.timestamper),
})

export function writeWorld({ pki, impostor, operator, time }: World): string {
  const written: WrittenWorld = {
    pki: eachHolder(pki, write),
    impostor: eachHolder(impostor, write),
    operator: write(operator),
    time: time.toISOString(),
  }
  return JSON.stringify(written)
}

export function readWorld(text: string): World {
  const { pki, impostor, operator, time } = JSON.parse(text) as WrittenWorld
  return {
    pki: eachHolder(pki, read),
    impostor: eachHolder(impostor, read),
    operator: read(operator),
    time: new Date(time),
  }
}
