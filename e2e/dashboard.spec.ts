import { deleteSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { aDraft, aSignatureRequest } from '../apps/api/src/testing/signature-request.ts'
import { chooseFilesByKey } from './support/compose.ts'
import { checkBothSizes, checkScreen } from './support/screen.ts'
import { haveSession, openDashboard } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a user with sixty drafts finds, sorts, pages and keeps the view', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  for (let n = 1; n <= 60; n += 1)
    await aDraft(product, { owner, title: `Offer ${String(n).padStart(3, '0')}`, documents: [] })
  await openDashboard(page, owner)
  const rows = page.getByRole('list', { name: 'Signature requests' }).getByRole('listitem')

  await test.step('tabs and paging', async () => {
    await expect(page.getByRole('tab', { name: 'Drafts 60' })).toBeVisible()
    await page.getByRole('tab', { name: 'Drafts' }).click()
    await expect(page).toHaveURL(/tab=drafts/)
    await expect(rows).toHaveCount(25)
    await expect(page.getByText('1–25 of 60')).toBeVisible()
    await checkScreen(page, 'dashboard-drafts')
    await page.getByRole('button', { name: 'Page 3' }).click()
    await expect(page.getByText('51–60 of 60')).toBeVisible()
    await expect(page).toHaveURL(/page=3/)
    await page.getByLabel('Per page').selectOption('100')
    await expect(rows).toHaveCount(60)
    await page.getByLabel('Per page').selectOption('50')
    await expect(rows).toHaveCount(50)
  })

  await test.step('sorting, kept after a reload', async () => {
    await page.getByLabel('Sort').selectOption({ label: 'Title Z to A' })
    await expect(rows.first()).toContainText('Offer 060')
    await page.reload()
    await expect(rows).toHaveCount(50)
    await expect(rows.first()).toContainText('Offer 060')
    await page.getByLabel('Sort').selectOption({ label: 'Title A to Z' })
    await expect(rows.first()).toContainText('Offer 001')
  })

  await test.step('searching as one types, kept in the address', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('Offer 04')
    await expect(rows).toHaveCount(10)
    await expect(page).toHaveURL(/tab=search&q=Offer(\+|%20)04/)
    await page.reload()
    await expect(rows).toHaveCount(10)
    await expect(page.getByRole('searchbox')).toHaveValue('Offer 04')
    await page.getByRole('searchbox').fill('no such thing')
    await expect(page.getByRole('status').getByText('Nothing found for “no such thing”')).toBeVisible()
    await checkScreen(page, 'dashboard-nothing-found')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await expect(rows.first()).toBeVisible()
  })
})

test('someone who deletes the last row of the last page sees the page before', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  for (let n = 1; n <= 26; n += 1) await aDraft(product, { owner, title: `Offer ${n}`, documents: [] })
  await openDashboard(page, owner)
  const rows = page.getByRole('list', { name: 'Signature requests' }).getByRole('listitem')
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /^More actions for Offer/ }).click()
  await page.getByRole('menuitem', { name: 'Delete …' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(rows).toHaveCount(25)
  await expect(page).not.toHaveURL(/page=2/)
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeHidden()
  // An address from before.
  await page.goto('/dashboard?tab=drafts&page=9')
  await expect(rows).toHaveCount(25)
})

test('one that is gone meanwhile keeps no other from being deleted, and is named', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const [lease] = await Promise.all(['Lease', 'Offer'].map((title) => aDraft(product, { owner, title })))
  await openDashboard(page, owner)
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await expect(page.getByRole('link', { name: /Lease/ })).toBeVisible()
  for (const name of [/Lease/, /Offer/]) {
    await page.getByRole('checkbox', { name }).press('Space')
    await expect(page.getByRole('checkbox', { name })).toBeChecked()
  }
  problems.expect(/404/)
  // Deleted in another tab, of which this one has not heard yet.
  await page.route('**/v3/signature-requests/*', async (route) => {
    const isLease = route
      .request()
      .url()
      .includes(lease?.id ?? 'none')
    if (isLease && route.request().method() === 'GET')
      await product
        .call(deleteSignatureRequest, { params: { id: lease?.id ?? '' } }, owner.as)
        .catch(() => {})
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Before you delete' })
  await expect(dialog.getByText('Lease: It’s no longer in your documents.')).toBeVisible()
  await checkScreen(page, 'delete-one-gone')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
})

test('filters show what waits, what is completed and what one has sent', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const other = await product.person({ firstName: 'Ben', lastName: 'Ott' })
  const [signer] = [{ email: owner.email }]
  await aSignatureRequest(product, { owner: other, title: 'For Mara', signers: [signer] })
  await aSignatureRequest(product, {
    owner,
    title: 'For Ben',
    signers: [{ email: other.email, firstName: 'Ben', lastName: 'Ott' }],
  })
  await openDashboard(page, owner)
  const list = page.getByRole('tabpanel')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'To sign · 1' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'To sign' }).getByRole('listitem')).toHaveText([/Your turn/])
  await expect(page.getByRole('button', { name: 'To sign 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Waiting 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Error' })).toBeHidden()
  await expect(list.getByText('Waiting for Ben')).toBeVisible()
  await checkBothSizes(page, 'dashboard-two')
  await page.getByRole('button', { name: 'To sign' }).click()
  await expect(list.getByRole('listitem')).toHaveText([/For Mara/])
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveText([/For Mara/])
  await page.getByRole('button', { name: 'To sign' }).click()
  await page.getByRole('button', { name: 'Sent by me' }).click()
  await expect(list.getByRole('listitem')).toHaveText([/For Ben/])
  await page.getByRole('button', { name: 'Completed' }).click()
  await expect(page.getByText('No results for these filters')).toBeVisible()
  await checkBothSizes(page, 'dashboard-no-match')
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
})

test('a daily user goes through the list without the mouse', async ({ page, product }) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  for (const title of ['First', 'Second', 'Third']) await aDraft(product, { owner, title })
  await openDashboard(page, owner)
  await page.getByRole('tab', { name: 'Drafts' }).press('Enter')
  await expect(page.getByRole('link', { name: /Third/ })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await checkScreen(page, 'keyboard-help')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: /Third/ })).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: /Second/ })).toBeFocused()
  await (await chooseFilesByKey(page)).setFiles([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/compose\//)
})

test('New stays where it appears, so that a press as the page appears opens the file picker', async ({
  page,
  product,
}) => {
  await openDashboard(page, await product.person({ firstName: 'Mara' }))
  const button = page.getByRole('button', { name: 'New', exact: true })
  await expect(page.getByRole('complementary', { name: 'Test System' })).toBeVisible()
  const shown = await button.boundingBox()
  if (!shown) throw new Error('New is not shown')
  const [x, y] = [shown.x + shown.width / 2, shown.y + shown.height / 2]
  await page.mouse.move(x, y)
  // What is under the pointer in each frame.
  await page.addInitScript(
    ([left, top]) => {
      const seen = new Set<string>()
      const look = () => {
        if (document.querySelector('header'))
          seen.add(document.elementFromPoint(left, top)?.closest('button, aside, header')?.textContent ?? '')
        Object.assign(globalThis, { underPointer: [...seen] })
        requestAnimationFrame(look)
      }
      look()
    },
    [x, shown.y + 4] as const,
  )
  const opened = page.waitForEvent('filechooser')
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const under = () => page.evaluate(() => (globalThis as { underPointer?: string[] }).underPointer)
  await expect.poll(under, { intervals: [5] }).toContain('New')
  await page.mouse.click(x, y)
  expect((await opened).isMultiple()).toBe(true)
  await expect(page.getByRole('complementary', { name: 'Test System' })).toBeVisible()
  expect(await under()).toEqual(['New'])
})

test('what is to be signed is not left out where it could not be read', async ({
  page,
  product,
  problems,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await aSignatureRequest(product, { owner, signers: [{ email: owner.email }], title: 'Offer 7' })
  problems.expect(/ERR_CONNECTION_RESET/)
  await page.route(/status=TO_SIGN/, (route) => route.abort('connectionreset'))
  await openDashboard(page, owner)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeHidden()
  await page.unroute(/status=TO_SIGN/)
  await again.click()
  await expect(page.getByText('Offer 7')).toBeVisible()
})

test('empty tabs say what belongs there', async ({ page, product }) => {
  await openDashboard(page, await product.person({ firstName: 'Nora' }))
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Filter' })).toBeHidden()
  await expect(page.getByLabel('Sort')).toBeHidden()
  await page.getByRole('tab', { name: 'Drafts' }).click()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
})

test('dashboard and request ask before their app is there, and for each thing once', async ({
  page,
  product,
}) => {
  const owner = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  const signers = [{ email: owner.email }]
  const { id } = await aSignatureRequest(product, { owner, signers, title: 'Offer 7' })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const detail = searchParams.get('status') ?? searchParams.get('scale')
    if (/^\/v\d\//.test(pathname))
      asked.push([pathname.replace(/[0-9a-f-]{36}/, 'id'), detail].filter(Boolean).join(' '))
  })
  const once = (calls: readonly string[]) => {
    for (const call of calls) expect(asked.filter((one) => one === call)).toEqual([call])
    asked.length = 0
  }
  const account = ['/v1/user', '/v2/businesses/user']
  const list = '/v3/signature-requests-redesign'
  await haveSession(page, owner)
  // The app comes only when the last of the early calls has been made.
  let early = page.waitForRequest(/status=TO_SIGN/)
  await page.route(/\/assets\/index-.*\.js/, async (route) => {
    await early
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('tab', { name: 'Documents 1' })).toBeVisible()
  await expect(page.getByText('Offer 7')).toBeVisible()
  once([...account, `${list} ERROR`, `${list} TO_SIGN`, `${list} WAITING,COMPLETED,CANCELLED,ERROR`])
  early = page.waitForRequest(/\/pages\/0\?scale=50/)
  await page.goto(`/view/${id}`)
  await expect(page.locator('[id^=page] img').first()).toBeVisible()
  once([...account, '/v3/signature-requests/id', '/v3/documents/id', '/v3/documents/id/pages/0 50'])
})
