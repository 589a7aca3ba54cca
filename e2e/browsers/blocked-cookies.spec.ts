import * as businesses from '../../packages/contract/src/businesses.ts'
import { updateEmbedding } from '../../packages/contract/src/embedding.ts'
import { aSignatureRequest, linkIn } from '../../apps/api/src/testing/signature-request.ts'
import { operate } from '../support/operator.ts'
import { aWebsite } from '../support/website.ts'
import { openFirefox } from './firefox.ts'
import { expect, test } from './test.ts'
import { Visitor } from './visitor.ts'

// Firefox refuses more than storage where it blocks cookies (network.cookie.cookieBehavior): the channel between tabs, too.

/** Of websites in frames. */
const acrossSites = { 'network.cookie.cookieBehavior': 1 }
const everywhere = { 'network.cookie.cookieBehavior': 2 }

test('a signing page starts in a frame where Firefox blocks the cookies of other websites', async ({
  product,
}) => {
  const mara = await product.person({ firstName: 'Mara', lastName: 'Lindt' })
  await operate(product, 'create', '--name', 'Lindt Treuhand Basel AG', '--admin', mara.email)
  const { business } = await product.call(businesses.getUserBusiness, {}, mara.as)
  const portal = await aWebsite(product)
  const params = { id: business?.id ?? '' }
  await product.call(updateEmbedding, { params, body: { origins: [portal.origin] } }, mara.as)
  const email = `guest.${Date.now()}@example.org`
  await aSignatureRequest(product, { owner: mara, signers: [{ email }] })
  const link = linkIn(await product.inbox.next(email))
  const session = await openFirefox('en_GB', acrossSites)
  try {
    await session.navigate(portal.pageFor(link))
    await expect
      .poll(() => session.evaluate(`document.getElementById('status').textContent`))
      .toBe('Please read and sign.')
    expect(session.complaints()).toEqual([])
  } finally {
    await session.close()
    portal.close()
  }
})

test('who blocks all cookies in Firefox is told so', async ({ product }) => {
  const session = await openFirefox('en_GB', everywhere)
  try {
    await session.navigate(`${product.url}/login`)
    await new Visitor(session).sees('Your browser blocks cookies')
  } finally {
    await session.close()
  }
})
