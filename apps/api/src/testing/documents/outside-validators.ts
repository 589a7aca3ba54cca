import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface OutsideVerdict {
  readonly kind: 'signature' | 'document_timestamp'
  readonly coversWholeFile: boolean
  readonly hasTimestamp: boolean
  readonly hasSigningTime: boolean
  /** What OpenSSL says. */
  readonly openssl: 'ok' | string
}

export interface OutsideVerdicts {
  readonly signatures: readonly OutsideVerdict[]
  /** For each signed field: pdfsig's "Signature Validation" and "Certificate Validation". */
  readonly pdfsig: readonly {
    readonly field: string
    readonly signature: string
    readonly certificate: string | undefined
  }[]
  readonly qpdf: 'clean' | string
}

/** What validators that are not ours say of a PDF: OpenSSL on each byte range, pdfsig (NSS), qpdf. */
export async function checkOutside(pdf: Uint8Array, anchorsPem: string): Promise<OutsideVerdicts> {
  const folder = await mkdtemp(join(tmpdir(), 'outside-'))
  try {
    const file = join(folder, 'file.pdf')
    const anchors = join(folder, 'anchors.pem')
    await Promise.all([writeFile(file, pdf), writeFile(anchors, anchorsPem)])
    const signatures: OutsideVerdict[] = []
    for (const found of byteRanges(pdf)) signatures.push(await askOpenssl(found, anchors, folder))
    return { signatures, pdfsig: await askPdfsig(file, anchorsPem, folder), qpdf: await askQpdf(file) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Found {
  readonly der: Buffer
  readonly signed: Buffer
  readonly coversWholeFile: boolean
}

function byteRanges(pdf: Uint8Array): Found[] {
  const bytes = Buffer.from(pdf)
  const text = bytes.toString('latin1')
  return [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map((match) => {
    const [start = 0, length = 0, second = 0, rest = 0] = match.slice(1).map(Number)
    if (start !== 0 || text[length] !== '<' || text[second - 1] !== '>')
      throw new Error('the byte range leaves out more than the signature')
    return {
      der: withoutPadding(Buffer.from(text.slice(length + 1, second - 1), 'hex')),
      signed: Buffer.concat([bytes.subarray(0, length), bytes.subarray(second, second + rest)]),
      coversWholeFile: second + rest === bytes.length,
    }
  })
}

function withoutPadding(der: Buffer): Buffer {
  const first = der[1] ?? 0
  const bytesOfLength = first & 128 ? first & 127 : 0
  const size = bytesOfLength ? der.readUIntBE(2, bytesOfLength) + 2 + bytesOfLength : first + 2
  if (der.subarray(size).some((byte) => byte !== 0)) throw new Error('there are bytes after the signature')
  return der.subarray(0, size)
}

// DER of the object identifiers that tell what is in a CMS.
const tstInfo = Buffer.from('2a864886f70d0109100104', 'hex')
const signingTime = Buffer.from('2a864886f70d010905', 'hex')
const signatureTimestamp = Buffer.from('2a864886f70d010910020e', 'hex')

async function askOpenssl(
  { der, signed, coversWholeFile }: Found,
  anchors: string,
  folder: string,
): Promise<OutsideVerdict> {
  const [signature, content] = [join(folder, 's.der'), join(folder, 'content')]
  await Promise.all([writeFile(signature, der), writeFile(content, signed)])
  const isTimestamp = der.subarray(0, 80).includes(tstInfo)
  const at = der.indexOf(signatureTimestamp)
  const own = at < 0 ? der : der.subarray(0, at)
  const command = isTimestamp
    ? ['ts', '-verify', '-token_in', '-in', signature, '-data', content, '-CAfile', anchors]
    : [
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        '-in',
        signature,
        '-content',
        content,
        '-CAfile',
        anchors,
        '-purpose',
        'any',
        '-out',
        '/dev/null',
      ]
  return {
    kind: isTimestamp ? 'document_timestamp' : 'signature',
    coversWholeFile,
    hasTimestamp: at >= 0,
    hasSigningTime: !isTimestamp && own.includes(signingTime),
    openssl: await run('openssl', command).then(
      () => 'ok',
      (error: { stderr: string }) => error.stderr,
    ),
  }
}

async function askPdfsig(
  file: string,
  anchorsPem: string,
  folder: string,
): Promise<OutsideVerdicts['pdfsig']> {
  const database = `sql:${folder}`
  await run('certutil', ['-N', '-d', database, '--empty-password'])
  const anchors = anchorsPem.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  for (const [index, pem] of anchors.entries()) {
    const path = join(folder, `anchor-${index}.pem`)
    await writeFile(path, pem)
    await run('certutil', ['-A', '-d', database, '-n', `anchor ${index}`, '-t', 'CT,C,C', '-i', path])
  }
  const { stdout } = await run('pdfsig', ['-nssdir', database, '-no-ocsp', file]).catch(
    (error: { code: number; stdout: string }) => {
      // A file without any signature is an error to it.
      if (error.code !== 2 || !error.stdout.includes('does not contain any signatures')) throw error
      return { stdout: '' }
    },
  )
  return stdout
    .split(/^Signature #\d+:/m)
    .slice(1)
    .filter((part) => !part.includes('form field is not signed'))
    .map((part) => ({
      field: /Signature Field Name: (.*)/.exec(part)?.[1] ?? '',
      signature: /Signature Validation: (.*)/.exec(part)?.[1] ?? '',
      certificate: /Certificate Validation: (.*)/.exec(part)?.[1],
    }))
}

async function askQpdf(file: string): Promise<OutsideVerdicts['qpdf']> {
  return run('qpdf', ['--check', file]).then(
    () => 'clean',
    (error: { stderr: string; stdout: string }) => error.stderr || error.stdout,
  )
}
