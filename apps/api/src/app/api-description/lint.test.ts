import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeApi, describeIntegrationApi } from './document.ts'

// What an established linter says of both descriptions, by its recommended rules.

const Report = z.object({ problems: z.array(z.object({ ruleId: z.string(), message: z.string() })) })
const linter = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
)
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function findingsIn(description: object): { ruleId: string; message: string }[] {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(description))
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [linter, 'lint', '--extends=recommended', '--format=json', '--max-problems=1000', file],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, ...quiet } },
  )
  if (!stdout) throw new Error(stderr)
  return z.parse(Report, JSON.parse(stdout)).problems
}

test('the linter finds what is wrong with a description', () => {
  const findings = findingsIn({ ...describeIntegrationApi(), servers: undefined, info: { title: 'A' } })
  expect(findings.map(({ ruleId }) => ruleId)).toEqual(expect.arrayContaining(['struct', 'info-license']))
})

test('it finds nothing in the description of API users', () => {
  expect(findingsIn(describeIntegrationApi())).toEqual([])
})

test('in that of the web app it finds one pair of paths that are the specification’s', () => {
  // `payment` is no UUID, so no address belongs to both.
  expect(findingsIn(describeApi())).toEqual([
    { ruleId: 'no-ambiguous-paths', message: expect.stringContaining('/identification/payment/{subject}') },
  ])
})
