import { deleteBusiness } from '@countersign/contract/businesses.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBilling } from '#api/billing/subscriptions/commands/check-billing.ts'
import { deleteDueBusinesses } from '#api/business/businesses/end-business.ts'
import { buyWith } from '#api/testing/billing-sequences/actions.ts'
import { aPayer } from '#api/testing/billing-sequences/payer.ts'
import { seeded } from '#api/testing/billing-sequences/random.ts'
import { openStage, type Stage } from '#api/testing/billing-sequences/stage.ts'
import { sweepBilling } from './sweep-billing.ts'
import { endBilling } from './sync-billing.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('stripe')
}, 60_000)
afterAll(() => stage?.stop())

test('the plan of a deleted business that its job could not end is named by the check, and ended by the sweep', async () => {
  const { context } = stage.api
  const payer = await aPayer(stage)
  await buyWith(stage, payer, seeded(1), 'accepted')
  const body = { name: 'Lindenhof AG' }
  await stage.api.call(deleteBusiness, { params: { id: payer.id }, body }, payer.as)
  await stage.advance(31 * 86_400_000)
  expect(await deleteDueBusinesses(context)).toBe(1)
  // The last try of the job.
  stage.provider.arm('lost before', 1)
  await expect(endBilling(context, payer.id)).rejects.toThrow('lost before')
  stage.provider.disarm()
  await expect(checkBilling(context, {}, [])).rejects.toThrow(
    /deleted on 20\S+, and sub_\w+ is still charged/,
  )
  await sweepBilling(context)
  expect(await checkBilling(context, {}, [])).toContain('Billing is in order')
})
