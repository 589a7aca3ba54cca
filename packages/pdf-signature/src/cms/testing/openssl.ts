import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder with files in which `openssl`, a reader that is not ours, is run; it is removed afterwards. */
export function withOpenssl<T>(
  files: Record<string, Uint8Array | string>,
  work: (openssl: (...args: string[]) => string, read: (name: string) => Uint8Array) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'openssl-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const openssl = (...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
      if (status !== 0) throw new Error(`openssl ${args[0]}: ${stdout}${stderr}`)
      return stdout + stderr
    }
    return work(openssl, (name) => readFileSync(join(folder, name)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function pem(der: Uint8Array, label = 'CERTIFICATE'): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
