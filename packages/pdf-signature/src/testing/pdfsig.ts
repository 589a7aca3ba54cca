import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Holder } from '../cms/testing/sample-authority.ts'
import { pem } from '../cms/testing/openssl.ts'

/** Signs with `pdfsig`, another product, as many files as are asked of it in one go; the holder's key is RSA. */
export function withPdfsig<T>(
  signer: Holder,
  chain: readonly Uint8Array[],
  work: (sign: (content: Uint8Array, ...options: readonly string[]) => Buffer) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'pdfsig-'))
  const at = (name: string): string => join(folder, name)
  const run = (command: string, ...args: readonly string[]): void => {
    execFileSync(command, args, { stdio: 'pipe' })
  }
  try {
    writeFileSync(at('key.pem'), signer.key.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
    writeFileSync(at('own.pem'), pem(signer.certificate.raw))
    writeFileSync(at('chain.pem'), chain.map((certificate) => pem(certificate)).join(''))
    const files = [
      '-inkey',
      at('key.pem'),
      '-in',
      at('own.pem'),
      '-certfile',
      at('chain.pem'),
      '-out',
      at('own.p12'),
    ]
    const old = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']
    run('openssl', 'pkcs12', '-export', ...files, '-name', 'own', '-passout', 'pass:test', ...old)
    run('certutil', '-N', '-d', `sql:${folder}`, '--empty-password')
    run('pk12util', '-i', at('own.p12'), '-d', `sql:${folder}`, '-W', 'test')
    return work((content, ...options) => {
      writeFileSync(at('in.pdf'), content)
      rmSync(at('out.pdf'), { force: true })
      run(
        'pdfsig',
        '-nssdir',
        `sql:${folder}`,
        '-add-signature',
        '-nick',
        'own',
        ...options,
        at('in.pdf'),
        at('out.pdf'),
      )
      return readFileSync(at('out.pdf'))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
