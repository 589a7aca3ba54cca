import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What `qpdf`, which is not ours, makes of a file. */
export function qpdf(content: Uint8Array, ...options: readonly string[]): Buffer {
  return withFile(content, (file, folder) => {
    const out = join(folder, 'out.pdf')
    const { status, stderr } = spawnSync('qpdf', [...options, file, out], { encoding: 'utf8' })
    if (status !== 0 && status !== 3) throw new Error(`qpdf: ${stderr}`)
    return readFileSync(out)
  })
}

/** What `qpdf --check` has to say against a file; empty where that is nothing. */
export function qpdfComplaints(content: Uint8Array): string {
  return withFile(content, (file) => {
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
    return status === 0 ? '' : stdout + stderr
  })
}

function withFile<T>(content: Uint8Array, work: (file: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'qpdf-'))
  try {
    const file = join(folder, 'in.pdf')
    writeFileSync(file, content)
    return work(file, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
