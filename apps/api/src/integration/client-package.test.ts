import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile, installClient } from './installed-client.fixture.ts'

// The TypeScript client as a program gets it: installed from its package.

let folder: string
beforeAll(() => {
  folder = installClient()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('Node runs the client where npm puts it', () => {
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { CountersignClient, CountersignConnectionError, CountersignError, errorKeys } from '@countersign/client'
     const client = new CountersignClient({ baseUrl: 'http://127.0.0.1:1', username: 'u', key: 'k', tries: 1 })
     const error = await client.listRequestsV2().catch((error) => error)
     console.log(error instanceof CountersignConnectionError, error instanceof CountersignError, errorKeys.length > 50)`,
  )
  const said = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(said).toBe('true false true\n')
})

test.each(['nodenext', 'bundler'])('a program is checked against its types, resolved as %s', (resolution) => {
  const [program, configuration] = [join(folder, 'program.mts'), join(folder, 'tsconfig.json')]
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2022', lib: ['es2022', 'dom'], types: [] },
    ...{ module: resolution === 'bundler' ? 'esnext' : resolution, moduleResolution: resolution },
    // As for a program that knows nothing of how this one is written.
    ...{ allowImportingTsExtensions: false, skipLibCheck: false },
  }
  writeFileSync(configuration, JSON.stringify({ compilerOptions, files: ['program.mts'] }))
  const start = `import { CountersignClient, CountersignError, type SignatureRequestV2 } from '@countersign/client'
    const client = new CountersignClient({ baseUrl: 'https://sign.example.com', username: 'u', key: 'k' })
    const found: SignatureRequestV2[] = await client.listRequestsV2({ page_number: 2 })
    export const seconds = (error: CountersignError): number | null => error.retryAfter\n`
  writeFileSync(program, `${start}export const ids: string[] = found.map(({ id }) => id)`)
  compile(configuration)
  writeFileSync(program, `${start}export const ids: number[] = found.map(({ id }) => id)`)
  expect(() => compile(configuration)).toThrow("Type 'string' is not assignable to type 'number'")
})
