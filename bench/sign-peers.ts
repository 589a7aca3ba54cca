import { execFile } from 'node:child_process'
import type { KeyObject, webcrypto } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CryptoKeySigner, PDF } from '@libpdf/core'
import { P12Signer } from '@signpdf/signer-p12'
import { SignPdf } from '@signpdf/signpdf'
import { pem } from '../packages/pdf-signature/src/cms/testing/openssl.ts'
import { aHolder, type Holder, rsaKeys } from '../packages/pdf-signature/src/cms/testing/sample-authority.ts'
import { prepareSignature } from '../packages/pdf-signature/src/prepare.ts'

/** Someone else's way to a bare signature. */
export interface Peer {
  readonly name: string
  sign(content: Uint8Array): Promise<unknown>
}

const run = promisify(execFile)
const password = 'bench'

export async function openPeers(): Promise<{ all: Peer[]; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'peers-'))
  const rsa = aHolder({ name: 'Bench', keys: rsaKeys(2048) })
  const p12 = await exportPkcs12(rsa, folder)
  return {
    all: [await libpdf(), signpdf(p12), await pdfsig(p12, folder)],
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function libpdf(): Promise<Peer> {
  const { key, certificate } = aHolder({ name: 'Bench' })
  const signer = new CryptoKeySigner(await cryptoKeyOf(key), certificate.raw, 'EC', 'ECDSA')
  return {
    name: '@libpdf/core',
    sign: async (content) => (await PDF.load(content)).sign({ signer, level: 'B-B' }),
  }
}

function cryptoKeyOf(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ format: 'der', type: 'pkcs8' })
  return crypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
}

/** Its placeholder is there already: it signs RSA only, and leaves the writing of a field to others. */
function signpdf(p12: Buffer): Peer {
  return {
    name: '@signpdf/signpdf',
    // A signer serves once.
    sign: (content) =>
      new SignPdf().sign(withPlaceholder(content), new P12Signer(p12, { passphrase: password })),
  }
}

function withPlaceholder(content: Uint8Array): Buffer {
  const { tail } = prepareSignature(content, { fieldName: 'Anna', signerName: 'Anna', time: new Date() })
  const text = Buffer.from(tail)
    .toString('latin1')
    .replace(/\/ByteRange \[[\d ]+\] */, '/ByteRange [0 /********** /********** /**********]')
  return Buffer.concat([content, Buffer.from(text, 'latin1')])
}

/** A process of its own for each, as one would call it. */
async function pdfsig(p12: Buffer, folder: string): Promise<Peer> {
  const database = `sql:${folder}`
  await run('certutil', ['-N', '-d', database, '--empty-password'])
  await writeFile(join(folder, 'bench.p12'), p12)
  await run('pk12util', ['-i', join(folder, 'bench.p12'), '-d', database, '-W', password])
  const [source, target] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')]
  return {
    name: 'pdfsig -add-signature',
    sign: async (content) => {
      await writeFile(source, content)
      await run('pdfsig', ['-nssdir', database, '-add-signature', '-nick', 'bench', source, target])
      await rm(target)
    },
  }
}

async function exportPkcs12({ key, certificate }: Holder, folder: string): Promise<Buffer> {
  const keyFile = join(folder, 'key.pem')
  const certificateFile = join(folder, 'certificate.pem')
  const out = join(folder, 'out.p12')
  await writeFile(keyFile, key.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
  await writeFile(certificateFile, pem(certificate.raw))
  const old = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']
  const files = ['-inkey', keyFile, '-in', certificateFile, '-out', out]
  await run('openssl', [
    'pkcs12',
    '-export',
    ...files,
    '-name',
    'bench',
    '-passout',
    `pass:${password}`,
    ...old,
  ])
  return readFile(out)
}
