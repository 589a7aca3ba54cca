import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPki } from '@countersign/pdf-signature/cms/testing/sample-authority.ts'
import { joined, signAll } from '@countersign/pdf-signature/testing/ceremony.ts'
import { generatedHolder } from '@countersign/pdf-signature/testing/generated-holders.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { answer } from '@countersign/pdf-signature/validation/reports/integration-answer.ts'
import { expect, test } from 'vitest'
import { randomOf } from '../../../../../packages/pdf-signature/fuzz/random.ts'
import { comparePages } from './compare-thread.ts'

// As many as there is time for: GENERATED_FILES=1000 npx vitest run apps/api/src/app/validations/generated-holders.test.ts
const files = Number(process.env.GENERATED_FILES ?? 25)

test('no generated file of which a page looks different is valid without a difference', async () => {
  const pki = aPki()
  const policy = { anchors: [pki.root.certificate.raw], at: new Date() }
  const folder = await mkdtemp(join(tmpdir(), 'generated-'))
  const file = join(folder, 'file.pdf')
  const wrong: string[] = []
  let different = 0
  for (let seed = 1; seed <= files; seed++) {
    const { base, change, says } = generatedHolder(randomOf(seed))
    const signed = joined(signAll(base, pki))
    const changed = change(signed)
    await writeFile(file, changed)
    const revision = { signature: 0, end: signed.length, areas: [] }
    const { found } = await comparePages({ file, revision, from: 0 })
    if (found.differing.length === 0) continue
    different += 1
    // By what is in the bytes alone: the images would tell in any case.
    const { valid, visualDifferences } = answer(validatePdf(changed, policy))
    if (valid && !visualDifferences) wrong.push(`${seed}: ${says}`)
  }
  await rm(folder, { recursive: true, force: true })
  expect(wrong).toEqual([])
  expect(different).toBeGreaterThan(files / 3)
})
