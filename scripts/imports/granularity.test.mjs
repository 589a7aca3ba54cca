import { expect, test } from 'vitest'
import { crowdedFolders, tooSmall } from './granularity.mjs'
import { readSource } from './read-file.mjs'

const folder = 'apps/api/src/signing/signing'
const web = 'apps/web/src/features/compose'
const small = 'export const a = 1\n'
const imports = (name) => `import { a } from './${name}'\n`
const long = (lines) => '// A line.\n'.repeat(lines)

const found = (sources) =>
  tooSmall(Object.entries(sources).map(([file, source]) => ({ file, source, ...readSource(file, source) })))

test('a small file that only its neighbour needs is found', () => {
  expect(found({ [`${folder}/digest.ts`]: small, [`${folder}/sign.ts`]: imports('digest.ts') })).toEqual([
    `${folder}/digest.ts has 1 lines that only ${folder}/sign.ts needs: they belong there`,
  ])
})

test('a small file that only another part of its noun needs is found', () => {
  const sources = {
    [`${folder}/engine/digest.ts`]: small,
    [`${folder}/sign.ts`]: imports('engine/digest.ts'),
  }
  expect(found(sources)).toEqual([expect.stringContaining('engine/digest.ts has 1 lines')])
})

const kept = [
  ['is long', { [`${folder}/a.ts`]: small + long(30), [`${folder}/b.ts`]: imports('a.ts') }],
  [
    'two files need',
    { [`${folder}/a.ts`]: small, [`${folder}/b.ts`]: imports('a.ts'), [`${folder}/c.ts`]: imports('a.ts') },
  ],
  [
    'has a test of its own',
    {
      [`${folder}/a.ts`]: small,
      [`${folder}/b.ts`]: imports('a.ts'),
      [`${folder}/a.test.ts`]: imports('a.ts'),
    },
  ],
  ['only a test needs', { [`${folder}/a.ts`]: small, [`${folder}/b.test.ts`]: imports('a.ts') }],
  ['would make a long file', { [`${folder}/a.ts`]: small, [`${folder}/b.ts`]: imports('a.ts') + long(149) }],
  [
    'another noun needs',
    {
      [`${folder}/a.ts`]: small,
      'apps/api/src/signing/signer-fields/b.ts': `import { a } from '#api/signing/signing/a.ts'\n`,
    },
  ],
  [
    'is a repository',
    { [`${folder}/a-repository.ts`]: small, [`${folder}/b.ts`]: imports('a-repository.ts') },
  ],
  ['is a use case of a route', { [`${folder}/a.ts`]: small, [`${folder}/routes.ts`]: imports('a.ts') }],
  [
    'is an adapter',
    { [`${folder}/a.ts`]: small, [`${folder}/b.ts`]: imports('a.ts'), [`${folder}/port.ts`]: small },
  ],
  ['is loaded on demand', { [`${web}/a.ts`]: small, [`${web}/b.ts`]: `const b = () => import('./a.ts')\n` }],
  ['has markup', { [`${web}/a.tsx`]: small, [`${web}/b.ts`]: imports('a.tsx') }],
  ['is a page', { 'apps/web/src/routes/a.tsx': small, 'apps/web/src/routes/pages.tsx': imports('a.tsx') }],
]

test.each(kept)('a file stays where it is that %s', (_reason, sources) => {
  expect(found(sources)).toEqual([])
})

test('a folder of more than 30 files needs folders within, unless it is a list', () => {
  const files = (folder, count) => Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)
  expect(crowdedFolders(files(folder, 30))).toEqual([])
  expect(crowdedFolders(files(folder, 31))).toEqual([`${folder} has 31 files: it needs folders within`])
  expect(crowdedFolders([...files(folder, 30), `${folder}/engine/sign.ts`])).toEqual([])
  for (const list of ['apps/api/src/platform/db/migrations', 'packages/contract/src', 'e2e'])
    expect(crowdedFolders(files(list, 31))).toEqual([])
})
