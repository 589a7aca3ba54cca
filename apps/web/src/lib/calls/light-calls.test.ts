import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { lightModule } from '../../../light-calls.ts'

const contract = (noun: string) =>
  fileURLToPath(new URL(`../../../../../packages/contract/src/${noun}.ts`, import.meta.url))

it('the plugin makes calls of address and credential alone, and leaves schemas to the contract', async () => {
  const code = await lightModule(contract('documents'))
  expect(code).toContain(
    'export const getDocumentPage = {"name":"getDocumentPage","method":"GET","path":"/v3/documents/{id}/pages/{n}",' +
      '"credential":"user","body":{},"output":{"binary":["image/webp"]}}',
  )
  expect(code).toMatch(/export \{ [\w, ]*PageText[\w, ]* \} from ".*documents\.ts\?whole"$/)
})

it('the plugin keeps the mark of an upload', async () => {
  expect(await lightModule(contract('signature-requests'))).toMatch(
    /addDocument = .*"body":\{"upload":\{\}\}/,
  )
})

it('the plugin keeps which calls go with cookies', async () => {
  expect(await lightModule(contract('sessions'))).toMatch(/login = .*"keepsCookie":true\}/)
})

it('the plugin is safe: nothing checks a form by the schema of a call', () => {
  const sources = fileURLToPath(new URL('../..', import.meta.url))
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).filter((file) => !file.includes('.test.'))
  const wrong = files.filter((file) =>
    /\.(body|query|params|output)\.(safeParse|parse|check|shape)\b/.test(
      readFileSync(sources + file, 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})
