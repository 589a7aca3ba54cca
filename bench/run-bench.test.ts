import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Calibration } from './calibration/calibration.ts'
import type { Figure, Row } from './row.ts'
import { runBench } from './run-bench.ts'
import { parseStoredRun } from './stored-runs/stored-run.ts'

// The command as it is called, with rows that take no time and a machine of the test’s own.

let folder = ''
let file = ''
let measured: Record<string, number[]> = {}
let calibrations: Calibration[] = []
const quiet: Calibration = { hash: 500, fsync: 2, http: 40 }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  file = join(folder, 'run.json')
  measured = { sign: [10], scripts: [120] }
  calibrations = [quiet]
  rows = usual
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The last one stays. */
const nextOf = <Value>(values: Value[]): Value => (values.length > 1 ? values.shift() : values[0]) as Value

function aRow(name: string, unit: string, more: Partial<Row & Figure> = {}): Row {
  const { onlyByName = false, limit = 1000, atLeast = false } = more
  const value = () => nextOf(measured[name] ?? [])
  const figure = () => ({ what: `${name} itself`, measured: value(), unit, limit, atLeast })
  return { name, onlyByName, run: async () => [figure()] }
}
const usual = [aRow('sign', 'ms'), aRow('scripts', 'KB')]
let rows = usual

async function bench(...args: string[]): Promise<{ status: number; output: string }> {
  let output = ''
  const tools = {
    startProduct: () => Promise.reject(new Error('no row needs a product')),
    calibrate: async () => nextOf(calibrations),
  }
  const status = await runBench(rows, args, tools, (text) => void (output += text))
  return { status, output }
}

const stored = () => parseStoredRun(readFileSync(file, 'utf8'))

test('a stored run compared with the same figures ends with 0', async () => {
  expect((await bench('--store', file)).status).toBe(0)
  expect(await bench('--compare', file)).toMatchObject({
    status: 0,
    output: expect.stringContaining('no figure is more than 15 % worse'),
  })
})

test('a figure that is worse in the median of three ends with 1, a single outlier does not', async () => {
  await bench('--store', file)
  measured.sign = [12, 10, 10]
  expect((await bench('--compare', file)).status).toBe(0)
  measured.sign = [12, 10, 12]
  expect(await bench('--compare', file)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/✗ sign .*20 % worse/),
  })
})

test('a slower figure on a machine that is slower by as much ends with 0', async () => {
  await bench('--store', file)
  measured.sign = [20]
  calibrations = [{ ...quiet, hash: 1000 }]
  expect((await bench('--compare', file)).status).toBe(0)
})

test('a machine that was not quiet ends with 3, also where every figure is kept', async () => {
  await bench('--store', file)
  calibrations = [quiet, { ...quiet, hash: 700 }]
  expect(await bench('--compare', file, 'sign')).toMatchObject({
    status: 3,
    output: expect.stringContaining('can’t be trusted'),
  })
})

test('a machine that was not quiet ends with 3 where a figure is worse as well', async () => {
  await bench('--store', file)
  measured.sign = [20]
  calibrations = [quiet, { ...quiet, hash: 700 }]
  expect((await bench('--compare', file, 'sign')).status).toBe(3)
})

test('a rate is worse, and misses its limit, where it is lower', async () => {
  rows = [aRow('sign', '/s', { atLeast: true, limit: 5 })]
  await bench('--store', file)
  for (const [rate, kept, above] of [
    [12, 0, 0],
    [8, 1, 0],
    [4, 1, 1],
  ] as const) {
    measured.sign = [rate]
    expect([(await bench('--compare', file)).status, (await bench()).status]).toEqual([kept, above])
  }
})

test('a row that takes long is measured only where it is named', async () => {
  rows = [...usual, aRow('sustained', 'ms', { onlyByName: true })]
  measured.sustained = [2000]
  expect((await bench()).status).toBe(0)
  expect((await bench('sustained')).status).toBe(1)
  await bench('--store', file, 'sign', 'sustained')
  measured.sustained = [9000]
  expect((await bench('--compare', file)).status).toBe(0)
  expect((await bench('--compare', file, 'sustained')).status).toBe(1)
})

test('a figure that is no number is not stored', async () => {
  measured.sign = [Number.NaN]
  expect((await bench('--store', file, 'sign')).status).toBe(3)
  expect(() => stored()).toThrow('ENOENT')
})

test('sizes are compared on a machine that is not quiet', async () => {
  await bench('--store', file)
  calibrations = [quiet, { ...quiet, hash: 700 }]
  expect((await bench('--compare', file, 'scripts')).status).toBe(0)
})

test('a row measured on a machine that was not quiet is not stored', async () => {
  calibrations = [quiet, { ...quiet, hash: 700 }]
  expect((await bench('--store', file, '--times', '1', 'sign')).status).toBe(3)
  expect(() => stored()).toThrow('ENOENT')
})

test('storing a row replaces that row only', async () => {
  await bench('--store', file)
  measured = { sign: [9], scripts: [100] }
  expect((await bench('--store', file, 'sign')).status).toBe(0)
  expect(stored()?.sign?.figures[0]?.measured).toBe(9)
  expect(stored()?.scripts?.figures[0]?.measured).toBe(120)
})

test('improving replaces rows that are better, and leaves the others', async () => {
  await bench('--store', file)
  measured = { sign: [8], scripts: [121] }
  expect((await bench('--improve', file)).status).toBe(0)
  expect(stored()?.sign?.figures[0]?.measured).toBe(8)
  expect(stored()?.scripts?.figures[0]?.measured).toBe(120)
})

test('improving stores a row that never was', async () => {
  await bench('--store', file, 'sign')
  expect((await bench('--improve', file)).status).toBe(0)
  expect(stored()?.scripts?.figures[0]?.measured).toBe(120)
})

test('a figure that the stored run does not have is named', async () => {
  await bench('--store', file, 'sign')
  expect(await bench('--compare', file, 'sign', 'scripts')).toMatchObject({
    status: 0,
    output: expect.stringContaining('“scripts itself” is not in the stored run'),
  })
  expect(await bench('--compare', file, 'scripts')).toMatchObject({
    status: 2,
    output: expect.stringContaining('nothing to compare'),
  })
})

test('a stored figure that is no longer measured is named and ends with 1', async () => {
  await bench('--store', file, 'scripts')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(
      /\{\s+"what"/,
      '$&: "renamed", "measured": 1, "lowest": 1, "highest": 1, "unit": "KB", "better": "lower", "limit": 1, "dependsOn": [] }, $&',
    ),
  )
  expect(await bench('--compare', file, 'scripts')).toMatchObject({
    status: 1,
    output: expect.stringContaining('“renamed” is in the stored run, but was not measured'),
  })
})

test.each([
  ['an empty file', '', 'is empty'],
  ['a foreign file', '{"name":"countersign"}', 'is not a stored run'],
])('%s is refused with 2 before anything is measured', async (_, content, message) => {
  writeFileSync(file, content)
  measured = {}
  for (const mode of ['--compare', '--store', '--improve'])
    expect(await bench(mode, file)).toMatchObject({ status: 2, output: expect.stringContaining(message) })
  expect(readFileSync(file, 'utf8')).toBe(content)
})

test('a missing file and mistakes in the command are refused with 2', async () => {
  const refused = async (...args: string[]) => {
    const { status, output } = await bench(...args)
    expect(status).toBe(2)
    return output
  }
  expect(await refused('--compare', file)).toContain('There is no file')
  expect(await refused('--compare', 'sign')).toContain('takes a file first')
  expect(await refused('--store', file, '--compare', file)).toContain('exclude each other')
  expect(await refused('--times', '0')).toContain('--times')
  expect(await refused('paint')).toContain('There is no row paint; there are: sign, scripts')
})

test('without a file, a limit that is missed ends with 1', async () => {
  expect((await bench()).status).toBe(0)
  measured.sign = [1001]
  expect((await bench('sign')).status).toBe(1)
})
