import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a program that is none of ours makes of a signature: it throws unless the signature is valid for the content. */
export async function opensslVerify(
  cms: Buffer,
  content: Buffer,
  anchorsPem: string,
): Promise<{ digest: string; signature: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-openssl-'))
  const file = (name: string): string => join(folder, name)
  try {
    await writeFile(file('cms'), cms)
    await writeFile(file('content'), content)
    await writeFile(file('anchors'), anchorsPem)
    const input = ['-inform', 'DER', '-in', file('cms')]
    const trust = ['-CAfile', file('anchors'), '-purpose', 'any', '-partial_chain']
    await run('openssl', ['cms', '-verify', '-binary', ...input, '-content', file('content'), ...trust])
    const { stdout } = await run('openssl', ['cms', '-cmsout', '-print', '-noout', ...input])
    const infos = stdout.slice(stdout.lastIndexOf('signerInfos'))
    const [, digest = ''] = /digestAlgorithm:\s+algorithm: (\S+)/.exec(infos) ?? []
    const [, signature = ''] = /signatureAlgorithm:\s+algorithm: (\S+)/.exec(infos) ?? []
    return { digest, signature }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
