import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeDataModel } from './describe.mjs'
import { inRoot } from '../paths.mjs'

test('docs/data-model.md is what npm run data-model writes', () => {
  expect(readFileSync(inRoot('docs/data-model.md'), 'utf8')).toBe(describeDataModel())
})
