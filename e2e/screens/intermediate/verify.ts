import { downloadDocument } from '@countersign/contract/documents.ts'
import type { Page } from '@playwright/test'
import type { Product } from '../../../apps/api/src/testing/product.ts'
import { aSigned } from '../scene/requests.ts'
import type { Scene } from '../scene/scene.ts'
import type { IntermediateScreen } from './intermediate-screen.ts'

async function verify(page: Page, scene: Scene, product: Product, changed: boolean): Promise<void> {
  const { documents } = await aSigned(product, scene)
  const params = { id: documents[0]?.id ?? '' }
  const answer = await product.call(
    downloadDocument,
    { params, query: { signed: 'true' } },
    scene.company.admin.as,
  )
  const buffer = Buffer.from(await answer.arrayBuffer())
  if (changed) buffer.write('/MediaBoy', buffer.indexOf('/MediaBox'), 'latin1')
  await page.goto('/verify')
  const file = { name: 'Rental contract.pdf', mimeType: 'application/pdf', buffer }
  await page.getByLabel('Choose a PDF').setInputFiles(file)
  await page.getByRole('heading', { name: changed ? 'Not valid' : 'The signature is valid' }).waitFor()
}

/** What anybody learns of a file. */
export const verifyScreens: readonly IntermediateScreen[] = [
  {
    name: 'verify-valid',
    title: 'Verify: a valid file',
    path: '/verify',
    role: 'visitor',
    show: (page, scene, product) => verify(page, scene, product, false),
  },
  {
    name: 'verify-changed',
    title: 'Verify: a file that was changed',
    path: '/verify',
    role: 'visitor',
    show: (page, scene, product) => verify(page, scene, product, true),
  },
]
