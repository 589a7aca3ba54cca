import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runAs } from '#api/platform/threads/caller.ts'
import { Abandoned, Saturated } from '#api/platform/threads/task.ts'
import { findLibreOffice, libreOffice, type LibreOfficeOptions } from './libreoffice.ts'

// A stand-in takes LibreOffice's place: what matters is how it is run and what comes of it.

let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office test '))
  file = join(folder, 'upload')
  await writeFile(file, 'the words')
  // Its own folders lie where nobody else has any.
  await mkdir(join(folder, 'tmp'))
  vi.stubEnv('TMPDIR', join(folder, 'tmp'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

let count = 0
/** A program for `sh` that finds the input in $in and the folder for the PDF in $out. */
async function standIn(body: string): Promise<string> {
  const program = join(folder, `soffice ${(count += 1)}`)
  const read = 'while [ $# -gt 1 ]; do [ "$1" = --outdir ] && out=$2; shift; done; in=$1'
  await writeFile(program, `#!/bin/sh\nall="$*"\n${read}\n${body}\n`)
  await chmod(program, 0o755)
  return program
}

async function convert(body: string, options: Partial<LibreOfficeOptions> = {}) {
  return libreOffice({ program: await standIn(body), ...options }).toPdf(file, 'docx')
}

const left = () => readdir(join(folder, 'tmp'))

test('the PDF it writes is handed over, and goes when it is discarded', async () => {
  const made = await convert('{ printf "%%PDF-1.7 of "; cat "$in"; } > "$out/document.pdf"')
  expect(await readFile(made.file, 'utf8')).toBe('%PDF-1.7 of the words')
  await made.discard()
  await expect(readFile(made.file)).rejects.toThrow('ENOENT')
})

test('it runs with a profile and an environment of its own, and macros are off in it', async () => {
  const { file: pdf, discard } = await convert(
    '{ echo "%PDF-"; echo "$all"; env; cat profile/user/registrymodifications.xcu; } > "$out/document.pdf"',
  )
  const said = await readFile(pdf, 'utf8')
  await discard()
  expect(said).toMatch(/-env:UserInstallation=file:\/\/\S+profile .*--convert-to pdf:writer_pdf_Export/)
  expect(said).toMatch(/"DisableMacrosExecution" oor:op="fuse"><value>true/)
  const variables = said.match(/^[A-Z_]+(?==)/gm) ?? []
  expect(variables.filter((name) => !['_', 'SHLVL', 'OLDPWD'].includes(name)).sort()).toEqual([
    ...['HOME', 'LANG', 'PATH', 'PWD', 'SAL_USE_VCLPLUGIN', 'TMPDIR'],
  ])
})

test.each([
  ['fails', 'exit 3'],
  ['says it is done and has written nothing', 'exit 0'],
  ['writes something else', 'echo "<html>" > "$out/document.pdf"'],
])('a program that %s made nothing of it, and leaves nothing behind', async (_, body) => {
  await expect(convert(body)).rejects.toMatchObject({ problem: 'unreadable' })
  expect(await left()).toEqual([])
})

test('one that continues for ever is ended with all it has started', async () => {
  const pids = join(folder, 'pids')
  const running = convert(`sleep 600 & echo $! > "${pids}"; echo $$ >> "${pids}"; wait`, {
    limits: { time: 4000 },
  })
  await expect(running).rejects.toMatchObject({ problem: 'over_limit' })
  const [child, own] = (await readFile(pids, 'utf8')).trim().split('\n').map(Number)
  for (const pid of [child ?? 0, own ?? 0])
    await expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false)
})

/** One that has ended and waits for its parent to look counts as ended. */
async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (status !== null) return !/\) Z /.test(status)
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one that writes without end is stopped at the limit of a file', async () => {
  const body = 'echo "%PDF-" > "$out/document.pdf"; head -c 50000000 /dev/zero > "$out/more" || kill -XFSZ $$'
  await expect(convert(body, { limits: { fileSize: 1024 * 1024 } })).rejects.toMatchObject({
    problem: 'over_limit',
  })
})

test('one that takes all the memory gets no more than it may', async () => {
  // `tail` keeps what has no end of line.
  const body = 'head -c 400000000 /dev/zero | tail -c 300000000 > "$out/document.pdf"'
  await expect(convert(body, { limits: { memory: 100 * 1024 * 1024 } })).rejects.toMatchObject({
    problem: 'unreadable',
  })
})

test('so many are converted at a time, so many wait, and the next is told to come again', async () => {
  const go = join(folder, 'go')
  const program = await standIn(
    `while [ ! -e "${go}" ]; do sleep 0.05; done; echo "%PDF-" > "$out/document.pdf"`,
  )
  const office = libreOffice({ program, atOnce: 1, waitingAtMost: 1 })
  const first = office.toPdf(file, 'odt')
  const second = office.toPdf(file, 'odt')
  await expect(office.toPdf(file, 'odt')).rejects.toBeInstanceOf(Saturated)
  await writeFile(go, '')
  for (const made of await Promise.all([first, second])) await made.discard()
})

test('a caller with many files does not hold up other callers', async () => {
  const go = join(folder, 'go on')
  const program = await standIn(
    `while [ ! -e "${go}" ]; do sleep 0.05; done; echo "%PDF-" > "$out/document.pdf"`,
  )
  const office = libreOffice({ program })
  const ended: string[] = []
  const convertFor = (key: string) =>
    runAs({ key, anonymous: false }, () => office.toPdf(file, 'odt')).then(async ({ discard }) => {
      ended.push(key)
      await discard()
    })
  const annas = [convertFor('Anna'), convertFor('Anna'), convertFor('Anna')]
  await expect(convertFor('Anna')).rejects.toMatchObject({ ownShare: true })
  const ben = convertFor('Ben')
  await writeFile(go, '')
  await Promise.all([...annas, ben])
  expect(ended).toEqual(['Anna', 'Ben', 'Anna', 'Anna'])
})

test('the files of a caller who has hung up are no longer converted', async () => {
  const pids = join(folder, 'pids of Anna')
  const program = await standIn(`echo $$ > "${pids}"; sleep 600`)
  const office = libreOffice({ program })
  const anna = new AbortController()
  const convertFor = (signal: AbortSignal) =>
    runAs({ key: 'Anna', anonymous: false, signal }, () => office.toPdf(file, 'odt'))
  const conversions = Promise.allSettled([convertFor(anna.signal), convertFor(anna.signal)])
  await expect.poll(() => readFile(pids, 'utf8').catch(() => '')).toMatch(/\d/)
  const pid = Number(await readFile(pids, 'utf8'))
  anna.abort()
  for (const one of await conversions)
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(Abandoned) })
  await expect.poll(() => isAlive(pid)).toBe(false)
  await expect(convertFor(anna.signal)).rejects.toBeInstanceOf(Abandoned)
  expect(await left()).toEqual([])
})

test('a program that is not there made nothing of it', async () => {
  await expect(libreOffice({ program: join(folder, 'nowhere') }).toPdf(file, 'rtf')).rejects.toMatchObject({
    problem: 'unreadable',
  })
})

test('LibreOffice is found on the path, or is not there', async () => {
  const program = await standIn('')
  expect(findLibreOffice(folder)).toBeNull()
  await writeFile(join(folder, 'libreoffice'), await readFile(program))
  expect(findLibreOffice(`/nowhere:${folder}`)).toBe(join(folder, 'libreoffice'))
})

// Where it is on this machine.
test.each([findLibreOffice()].filter((program) => program !== null))(
  '%s itself turns a text into a PDF',
  async (program) => {
    const text = join(folder, 'letter.rtf')
    await writeFile(text, String.raw`{\rtf1\ansi Lease of the flat}`)
    const made = await libreOffice({ program }).toPdf(text, 'rtf')
    expect((await readFile(made.file)).toString('latin1', 0, 5)).toBe('%PDF-')
    await made.discard()
  },
  120_000,
)
