import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lesserParts, parts } from '../../apps/api/src/app/readiness/checks.ts'
import { inRoot } from '../paths.mjs'

test('the operating guide has every part of /readyz, in its tables', () => {
  const [, section = ''] =
    /^### Health\n([\s\S]*?)^###/m.exec(readFileSync(inRoot('docs/operating.md'), 'utf8')) ?? []
  const rows = [...section.matchAll(/^ *\| `(\w+)` +\|/gm)].map(([, part]) => part)
  expect(rows).toEqual([...parts, ...lesserParts])
})
