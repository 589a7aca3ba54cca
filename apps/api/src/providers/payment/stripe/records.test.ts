import { describe, expect, test } from 'vitest'
import { aCustomer, priceList } from '../conformance.ts'
import { list, prices, refusal, replayedFailure, subscription, withScript } from './scripted.fixture.ts'

const customer = aCustomer({ reference: 'business:one', email: 'billing@example.com' })

describe('customers', () => {
  test('one that a first try made is found by its email and our reference', async () => {
    const others = list(
      { id: 'cus_0', metadata: {} },
      { id: 'cus_1', metadata: { reference: 'business:one' } },
    )
    const script = {
      'GET /v1/customers': others,
      'GET /v1/customers/cus_1/tax_ids': list(),
      'POST /v1/customers/cus_1': { id: 'cus_1' },
    }
    await withScript(script, async (met) => {
      expect(await met.provider.saveCustomer(customer, null)).toEqual({ id: 'cus_1' })
      expect(met.said[0]?.params).toMatchObject({ email: 'billing@example.com' })
    })
  })

  test('a new one carries our reference, its language and its VAT number, under a key of its own', async () => {
    const script = { 'GET /v1/customers': list(), 'POST /v1/customers': { id: 'cus_2' } }
    await withScript(script, async (met) => {
      const swiss = { ...customer, vat: 'CHE-123.456.789 MWST' }
      expect(await met.provider.saveCustomer(swiss, null)).toEqual({ id: 'cus_2' })
      expect(met.said[1]).toMatchObject({
        key: expect.stringMatching(/^customer:business:one:/),
        params: {
          name: 'Lindenhof AG',
          email: 'billing@example.com',
          'preferred_locales[0]': 'de',
          'metadata[reference]': 'business:one',
          'address[country]': 'CH',
          'tax_id_data[0][type]': 'ch_vat',
          'tax_id_data[0][value]': 'CHE-123.456.789 MWST',
        },
      })
    })
  })

  test('one whose making Stripe failed is looked for, and made under another key', async () => {
    const failed = refusal(500, { type: 'api_error' })
    const script = {
      'GET /v1/customers': list(),
      'POST /v1/customers': [failed, replayedFailure, { id: 'cus_2' }],
    }
    await withScript(script, async (met) => {
      // As long as it isn't certain that the call has ended, its key is kept.
      await expect(met.provider.saveCustomer(customer, null)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await met.provider.saveCustomer(customer, null)).toEqual({ id: 'cus_2' })
      const made = met.said.filter(({ call }) => call === 'POST /v1/customers').map(({ key }) => key)
      expect(made).toEqual([made[0], made[0], `${made[0]}:2`])
    })
  })

  test('one that Stripe made, though it said that it failed, is found', async () => {
    const made = list({ id: 'cus_3', metadata: { reference: 'business:one' } })
    const script = { 'GET /v1/customers': [list(), made], 'POST /v1/customers': replayedFailure }
    await withScript(script, async (met) => {
      expect(await met.provider.saveCustomer(customer, null)).toEqual({ id: 'cus_3' })
      expect(met.said.filter(({ call }) => call === 'POST /v1/customers')).toHaveLength(1)
    })
  })

  test('another VAT number takes the place of the one that is there; the same one is left', async () => {
    const there = list({ id: 'txi_1', type: 'ch_vat', value: 'CHE123456789MWST' })
    const script = {
      'GET /v1/customers/cus_1/tax_ids': there,
      'POST /v1/customers/cus_1/tax_ids': { id: 'txi_2' },
      'DELETE /v1/customers/cus_1/tax_ids/txi_1': { id: 'txi_1' },
      'POST /v1/customers/cus_1': { id: 'cus_1' },
    }
    await withScript(script, async (met) => {
      await met.provider.saveCustomer({ ...customer, vat: 'CHE-123.456.789 MWST' }, 'cus_1')
      expect(met.said.map(({ call }) => call)).toEqual([
        'GET /v1/customers/cus_1/tax_ids',
        'POST /v1/customers/cus_1',
      ])
    })
    await withScript(script, async (met) => {
      await met.provider.saveCustomer({ ...customer, vat: 'CHE-999.999.999 MWST' }, 'cus_1')
      expect(met.said.map(({ call }) => call)).toEqual([
        'GET /v1/customers/cus_1/tax_ids',
        'POST /v1/customers/cus_1/tax_ids',
        'DELETE /v1/customers/cus_1/tax_ids/txi_1',
        'POST /v1/customers/cus_1',
      ])
    })
  })

  test('a VAT number whose call is made again is added once, and may come back after another one', async () => {
    const add = 'POST /v1/customers/cus_1/tax_ids'
    const script = {
      'GET /v1/customers/cus_1/tax_ids': list(),
      [add]: [refusal(503, { type: 'api_error' }), { id: 'txi_1' }],
      'POST /v1/customers/cus_1': { id: 'cus_1' },
    }
    await withScript(script, async (met) => {
      const keys = () => met.said.filter(({ call }) => call === add).map(({ key }) => key)
      await met.provider.saveCustomer({ ...customer, vat: 'CHE-123.456.789 MWST' }, 'cus_1')
      const [first, ...again] = keys()
      expect(first).toMatch(/^tax-id:./)
      expect(again).toEqual([first])
      await met.provider.saveCustomer({ ...customer, vat: 'CHE-123.456.789 MWST' }, 'cus_1')
      expect(keys().at(-1)).not.toBe(first)
    })
  })

  test('a VAT number that is there twice is there once when the record was saved', async () => {
    const script = {
      'GET /v1/customers/cus_1/tax_ids': list(
        { id: 'txi_1', type: 'ch_vat', value: 'CHE123456789MWST' },
        { id: 'txi_2', type: 'ch_vat', value: 'CHE-123.456.789 MWST' },
      ),
      'DELETE /v1/customers/cus_1/tax_ids/txi_2': { id: 'txi_2' },
      'POST /v1/customers/cus_1': { id: 'cus_1' },
    }
    await withScript(script, async (met) => {
      await met.provider.saveCustomer({ ...customer, vat: 'CHE-123.456.789 MWST' }, 'cus_1')
      expect(met.said.map(({ call }) => call)).toContain('DELETE /v1/customers/cus_1/tax_ids/txi_2')
      expect(met.said.map(({ call }) => call)).not.toContain('DELETE /v1/customers/cus_1/tax_ids/txi_1')
    })
  })

  test.each([
    [400, { code: 'tax_id_invalid' }, 'vat_malformed'],
    [
      400,
      { type: 'invalid_request_error', message: 'You cannot combine currencies on a single customer.' },
      'currency_fixed',
    ],
    [400, { type: 'idempotency_error' }, 'refused'],
    [403, { code: 'secret_key_required' }, 'misconfigured'],
    [404, { code: 'resource_missing', param: 'id' }, 'conflict'],
    [404, { code: 'resource_missing', param: 'items[0][price]' }, 'misconfigured'],
    [409, { code: 'idempotency_key_in_use' }, 'unavailable'],
    [402, { type: 'card_error', code: 'authentication_required' }, 'authentication_required'],
    [402, { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' }, 'declined'],
  ])('HTTP status %i with %o is %s', async (status, error, code) => {
    const script = { 'GET /v1/customers': list(), 'POST /v1/customers': refusal(status, error) }
    await withScript(script, async (met) => {
      await expect(met.provider.saveCustomer(customer, null)).rejects.toMatchObject({ code })
    })
  })
})

describe('prices', () => {
  test('each quality has a meter, each plan a product, and each price its lookup key', async () => {
    const made = prices.data[0] ?? {}
    const script = {
      'GET /v1/prices': list(),
      'POST /v1/products': refusal(400, { code: 'resource_already_exists' }),
      'GET /v1/billing/meters': list({ id: 'mtr_ses', event_name: 'signatures_ses', status: 'active' }),
      'POST /v1/billing/meters': { id: 'mtr_new', event_name: 'x', status: 'active' },
      'POST /v1/prices': made,
    }
    const some = {
      plans: priceList.plans.filter(
        ({ plan, cycle, currency }) => `${plan}${cycle}${currency}` === 'proyearEUR',
      ),
      extras: priceList.extras.filter(
        ({ quality, currency }) => /ses|qes/.test(quality) && currency === 'CHF',
      ),
    }
    await withScript(script, async (met) => {
      expect(await met.provider.setUpPrices(some)).toEqual(['pro_year_eur', 'extra_ses_chf', 'extra_qes_chf'])
      const posted = met.said.filter(({ call }) => call === 'POST /v1/prices').map(({ params }) => params)
      expect(posted).toMatchObject([
        {
          lookup_key: 'pro_year_eur',
          currency: 'eur',
          unit_amount: '20000',
          product: 'countersign-pro',
          'recurring[interval]': 'year',
          'metadata[plan]': 'pro',
        },
        { lookup_key: 'extra_ses_chf', 'recurring[usage_type]': 'metered', 'recurring[meter]': 'mtr_ses' },
        { lookup_key: 'extra_qes_chf', 'recurring[interval]': 'month', 'recurring[meter]': 'mtr_new' },
      ])
      const meters = met.said.filter(({ call }) => call === 'POST /v1/billing/meters')
      expect(meters.map(({ params }) => params['event_name'])).toEqual(['signatures_qes'])
    })
  })

  test('a subscription whose price has lost its lookup key to a newer one is still to its plan', async () => {
    const old = subscription()
    for (const { price } of old.items.data as { price: { lookup_key: string | null } }[])
      price.lookup_key = null
    const other = subscription({ id: 'sub_2' })
    other.items = list({
      ...other.items.data[0],
      price: { ...prices.data[1], id: 'price_other', lookup_key: null },
    })
    const script = {
      'GET /v1/customers/cus_1': { id: 'cus_1', invoice_settings: { default_payment_method: 'pm_1' } },
      'GET /v1/subscriptions': list(old, other),
    }
    await withScript(script, async (met) => {
      expect(await met.provider.fetchState('cus_1')).toMatchObject({
        customerId: 'cus_1',
        hasPaymentMethod: true,
        subscriptions: [{ id: 'sub_1', plan: 'team', cycle: 'month', currency: 'CHF', seats: 10 }],
      })
    })
  })
})

describe('promotions', () => {
  const code = (change: object, coupon: object = {}) => ({
    id: 'promo_1',
    code: 'SPRING',
    active: true,
    expires_at: null,
    max_redemptions: null,
    times_redeemed: 0,
    customer: null,
    promotion: {
      coupon: {
        id: 'c',
        valid: true,
        percent_off: 25,
        amount_off: null,
        currency: null,
        duration: 'once',
        ...coupon,
      },
    },
    ...change,
  })
  const francs = { percent_off: null, amount_off: 500, currency: 'chf' }
  const choice = { plan: 'team', cycle: 'month', currency: 'CHF' } as const

  test.each([
    [code({}), { percentOff: 25, amountOff: null, currency: null }],
    [code({}, francs), { percentOff: null, amountOff: 500, currency: 'CHF' }],
    [code({}, { applies_to: { products: ['prod_team'] } }), { percentOff: 25 }],
  ])('one that holds is found: %#', async (found, promotion) => {
    await withScript({ 'GET /v1/promotion_codes': list(found), 'GET /v1/prices': prices }, async (met) => {
      expect(await met.provider.findPromotion('SPRING', choice)).toMatchObject({
        id: 'promo_1',
        ...promotion,
      })
    })
  })

  test.each([
    [{ chf: { amount_off: 5000 }, eur: { amount_off: 4500 } }, 4500],
    [{ chf: { amount_off: 5000 } }, 0],
  ])(
    'of a subscription takes off what it says in that currency, or nothing: %#',
    async (currency_options, amountOff) => {
      const given = { percent_off: null, amount_off: 5000, currency: 'chf' }
      const francs50 = code({}, given).promotion.coupon
      const one = { id: 'di_1', end: null, promotion_code: { id: 'promo_1', code: 'SPRING' } }
      const discounts = [{ ...one, source: { coupon: francs50 } }]
      const script = {
        'GET /v1/customers/cus_1': { id: 'cus_1' },
        'GET /v1/customers/cus_1/payment_methods': list(),
        'GET /v1/subscriptions': list(subscription({ key: 'team_month_eur', discounts })),
        'GET /v1/coupons/c': { ...francs50, currency_options },
      }
      await withScript(script, async (met) => {
        const state = await met.provider.fetchState('cus_1')
        expect(state?.subscriptions[0]?.discounts).toMatchObject([{ promoCode: 'SPRING', amountOff }])
      })
    },
  )

  test.each([
    ['promo_unknown', []],
    ['promo_unknown', [code({ customer: 'cus_2' })]],
    ['promo_unknown', [code({ active: false })]],
    ['promo_expired', [code({ active: false, expires_at: 1_700_000_000 })]],
    ['promo_expired', [code({ active: false }, { valid: false, redeem_by: 1_700_000_000 })]],
    ['promo_used_up', [code({ active: false, max_redemptions: 5, times_redeemed: 5 })]],
    ['promo_not_for_plan', [code({}, { applies_to: { products: ['prod_pro'] } })]],
    ['promo_not_for_plan', [code({}, { ...francs, currency: 'eur' })]],
  ])('one that does not is %s: %#', async (reason, found) => {
    const script = { 'GET /v1/promotion_codes': list(...found), 'GET /v1/prices': prices }
    await withScript(script, async (met) => {
      await expect(met.provider.findPromotion('SPRING', choice)).rejects.toMatchObject({ code: reason })
    })
  })
})

describe('pages', () => {
  test.each([
    ['javascript:alert(1)', false],
    ['http://elsewhere.example/portal', false],
    ['https://us@elsewhere.example/', false],
    ['https://billing.stripe.com/p/session/1', true],
  ])('%s is one to send people to: %s', async (url, isSafe) => {
    await withScript({ 'POST /v1/billing_portal/sessions': { url } }, async (met) => {
      const opening = met.provider.openPortal('cus_1', 'https://sign.example/')
      if (isSafe) expect(await opening).toEqual({ url })
      else await expect(opening).rejects.toMatchObject({ code: 'answer_invalid' })
    })
  })
})

describe('the end', () => {
  test('it ends with the period, or continues after all, each under the key that was given', async () => {
    const end = Date.UTC(2026, 11, 1) / 1000
    const ending = subscription({ cancel_at: end })
    const endingByPeriod = subscription({ cancel_at: end, cancel_at_period_end: true })
    const script = {
      'POST /v1/subscriptions/sub_1': { id: 'sub_1' },
      'GET /v1/subscriptions/sub_1': [ending, ending, subscription(), endingByPeriod, subscription()],
    }
    await withScript(script, async (met) => {
      expect((await met.provider.cancelAtPeriodEnd('sub_1', 'a')).cancelAt).toEqual(
        new Date('2026-12-01T00:00:00Z'),
      )
      expect((await met.provider.revokeCancellation('sub_1', 'b')).cancelAt).toBeNull()
      expect((await met.provider.revokeCancellation('sub_1', 'c')).cancelAt).toBeNull()
      const posted = met.said.filter(({ call }) => call.startsWith('POST'))
      const asked = posted.map(({ key, params }) => [
        key,
        params['cancel_at'],
        params['cancel_at_period_end'],
      ])
      expect(asked).toEqual([
        ['a', 'max_period_end', undefined],
        ['b', '', undefined],
        ['c:by-period', undefined, 'false'],
      ])
    })
  })

  test.each([
    ['it is not there', refusal(404, { code: 'resource_missing' })],
    ['it has ended', subscription({ status: 'canceled' })],
  ])('cancelling at once where %s is no error', async (_what, answer) => {
    await withScript({ 'GET /v1/subscriptions/sub_1': answer }, async (met) => {
      await expect(met.provider.cancelNow('sub_1', 'a')).resolves.toBeUndefined()
      expect(met.said).toHaveLength(1)
    })
  })
})
