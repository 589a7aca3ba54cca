import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Abandoned } from '#api/platform/threads/task.ts'
import { folderPrefix } from './left-conversions.ts'
import { ConversionFailed, type ConversionResult, type OfficeConverter, type OfficeKind } from './port.ts'
import { conversionSettings } from './profile.ts'
import { type ProcessExit, type Limits, runLimited } from './run-limited.ts'
import { openTurns } from './turns.ts'

export interface LibreOfficeOptions {
  readonly program: string
  readonly limits?: Partial<Limits>
  /** How many convert at the same time, and how many may wait for that: of one caller, and of all. */
  readonly atOnce?: number
  readonly waitingOfCaller?: number
  readonly waitingAtMost?: number
}

const usualLimits: Limits = {
  time: 60_000,
  // It maps far more than it uses.
  memory: 4 * 1024 ** 3,
  fileSize: 256 * 1024 ** 2,
}

/** Which part of LibreOffice writes the PDF. */
const filters: Record<OfficeKind, string> = {
  ...{ docx: 'writer', doc: 'writer', odt: 'writer', rtf: 'writer' },
  ...{ xlsx: 'calc', xls: 'calc', ods: 'calc' },
  ...{ pptx: 'impress', ppt: 'impress', odp: 'impress' },
}

/** Where LibreOffice is on this machine; null where it is not. */
export function findLibreOffice(path = process.env.PATH ?? ''): string | null {
  const folders = [...path.split(delimiter).filter(Boolean), '/Applications/LibreOffice.app/Contents/MacOS']
  const programs = folders.flatMap((folder) => ['soffice', 'libreoffice'].map((name) => join(folder, name)))
  return programs.find((program) => existsSync(program)) ?? null
}

/**
 * LibreOffice as a program of its own for each file: with a new profile, without the network where the system can part it
 * off, within limits, and in a folder that goes with it.
 */
export function libreOffice({
  program,
  limits,
  atOnce = 1,
  waitingOfCaller = 2,
  waitingAtMost = 8,
}: LibreOfficeOptions): OfficeConverter {
  const allowed = { ...usualLimits, ...limits }
  const inTurn = openTurns({ atOnce, waitingOfCaller, waitingAtMost })
  let apart: Promise<readonly string[]> | undefined

  async function convert(
    file: string,
    kind: OfficeKind,
    signal: AbortSignal | undefined,
  ): Promise<ConversionResult> {
    apart ??= withoutNetwork()
    const folder = await mkdtemp(join(tmpdir(), folderPrefix))
    const discard = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
    try {
      const command = await prepare(folder, file, kind)
      const ended = await runLimited(
        [...(await apart), program, ...command],
        environment(folder),
        folder,
        allowed,
        signal,
      )
      if (signal?.aborted) throw new Abandoned('Nobody waits for it any more')
      const pdf = join(folder, 'out', 'document.pdf')
      await check(ended, pdf, allowed)
      return { file: pdf, discard }
    } catch (error) {
      await discard()
      throw error
    }
  }

  return {
    toPdf: (file, kind) => inTurn((signal) => convert(file, kind, signal)),
  }
}

/** Lays out the folder, and answers what the program is told. */
async function prepare(folder: string, file: string, kind: OfficeKind): Promise<string[]> {
  const profile = join(folder, 'profile')
  const [input, out] = [join(folder, `document.${kind}`), join(folder, 'out')]
  await Promise.all([
    mkdir(out),
    mkdir(join(profile, 'user'), { recursive: true }),
    copyFile(file, input, constants.COPYFILE_FICLONE),
  ])
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), conversionSettings)
  return [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    ...['--headless', '--nologo', '--nodefault', '--norestore', '--nolockcheck', '--nofirststartwizard'],
    ...['--convert-to', `pdf:${filters[kind]}_pdf_Export`, '--outdir', out, input],
  ]
}

/** Nothing of the service's own settings, which hold secrets. */
function environment(folder: string): Record<string, string> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
  }
}

/** It ends well too when it could not read the file: only what it wrote counts. */
async function check(
  { code, signal, timedOut, said }: ProcessExit,
  pdf: string,
  limits: Limits,
): Promise<void> {
  if (timedOut) throw new ConversionFailed('over_limit', `LibreOffice took more than ${limits.time} ms`)
  if (signal !== null) throw new ConversionFailed('over_limit', `LibreOffice was ended by ${signal}: ${said}`)
  const handle = await open(pdf).catch(() => null)
  const start = Buffer.alloc(5)
  try {
    await handle?.read(start, 0, start.length, 0)
  } finally {
    await handle?.close()
  }
  if (start.toString('latin1') !== '%PDF-')
    throw new ConversionFailed('unreadable', `LibreOffice (${code}) wrote no PDF: ${said}`)
}

/** What is before a command so that it runs without a network; nothing where this system cannot do that. */
async function withoutNetwork(): Promise<readonly string[]> {
  const apart = ['unshare', '--net', '--map-root-user', '--']
  const tried = await runLimited([...apart, 'true'], { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }, tmpdir(), {
    ...usualLimits,
    time: 5000,
  }).catch(() => null)
  return tried?.code === 0 ? apart : []
}
