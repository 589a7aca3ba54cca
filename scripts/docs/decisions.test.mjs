import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decisionRows, readDecisions } from './decisions.mjs'
import { inRoot } from '../paths.mjs'

test.each(readDecisions())('$file has its number, a title, a date and a status', (record) => {
  expect(record).toMatchObject({
    number: String(Number(record.file.slice(0, 4))),
    title: expect.stringMatching(/\S/),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    status: expect.stringMatching(/^(proposed|accepted|superseded)\b/),
  })
})

test('the index lists every record as it is', () => {
  expect(readFileSync(inRoot('docs/decisions/README.md'), 'utf8')).toContain(decisionRows())
})
