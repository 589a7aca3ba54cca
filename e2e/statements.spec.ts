import { checkScreen } from './support/screen.ts'
import { haveSession } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('pages that say one thing say it once, with a way on', async ({ page, problems }) => {
  // The address of a page that is not there is answered as such.
  problems.expect(/404.*no\/such\/page/)
  for (const path of ['/expired', '/sorry', '/maintenance', '/no/such/page']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(
      page.getByRole('main').getByRole('link').or(page.getByRole('main').getByRole('button')).first(),
    ).toBeVisible()
  }
})

test('a request that is not there says so and leads back to the documents', async ({
  page,
  product,
  problems,
}) => {
  await haveSession(page, await product.person({ firstName: 'Nora' }))
  problems.expect(/404/)
  for (const screen of ['view', 'compose']) {
    await page.goto(`/${screen}/0190a0a0-0000-7000-8000-000000000000`)
    await expect(page.getByRole('link', { name: 'My documents' })).toBeVisible()
    await checkScreen(page, `missing-${screen}`)
  }
  await page.getByRole('link', { name: 'My documents' }).click()
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
})
