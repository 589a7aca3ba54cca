import type { Account } from '../account.ts'
import { confirmSetup, unexpected } from './confirm-setup.ts'
import { invalid } from '../errors.ts'
import { list, listParams } from '../list.ts'
import { liveCustomer } from '../customers/live-customer.ts'
import { newToken } from './next-action.ts'
import { mergeMetadata } from '../params.ts'
import type { Params } from '../params.ts'
import { needMethod, readMethod } from './payment-methods.ts'
import type { SetupIntent } from '../resources.ts'
import { forBrowsers, get, post } from '../route.ts'
import type { Call, Route } from '../route.ts'

const confirmFields = [
  'payment_method',
  'payment_method_data.*',
  'payment_method_options.*',
  'mandate_data.*',
  'return_url',
  'use_stripe_sdk',
  'allowed_payment_method_types[]',
  'payment_method_types[]',
]

const createFields = [
  ...confirmFields,
  'customer',
  'description',
  'usage',
  'confirm',
  'metadata.*',
  'automatic_payment_methods.enabled',
  'automatic_payment_methods.allow_redirects',
]

export const setupIntentRoutes: Route[] = [
  post('/setup_intents', createFields, ({ account, params }) => create(account, params)),
  get('/setup_intents', [...listParams, 'customer', 'payment_method'], ({ account, params }) => {
    const [customer, method] = [params.text('customer'), params.text('payment_method')]
    const rows = account.tables.setupIntents
      .all()
      .filter(
        (one) =>
          (customer ?? one.customer) === one.customer &&
          (method ?? one.payment_method) === one.payment_method,
      )
    return list(params, '/v1/setup_intents', rows)
  }),
  forBrowsers(get('/setup_intents/:id', [], needIntent)),
  forBrowsers(
    post('/setup_intents/:id/confirm', confirmFields, (call) => {
      refuseMethodTypes(call.params)
      const intent = needIntent(call)
      return confirmSetup(call.account, intent, {
        method: readMethod(call.account, call.params),
        returnUrl: returnUrlOf(call.params),
      })
    }),
  ),
  post('/setup_intents/:id/cancel', ['cancellation_reason'], ({ account, params, id }) => {
    const intent = account.tables.setupIntents.need(id)
    if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpected(intent, 'cancel')
    Object.assign(intent, { status: 'canceled', next_action: null })
    intent.cancellation_reason = params.text('cancellation_reason') ?? null
    account.record('setup_intent.canceled', intent)
    return intent
  }),
]

export const returnUrlOf = (params: Params): string | null =>
  params.flag('use_stripe_sdk') ? null : (params.text('return_url') ?? null)

/** Since 2026-09-30.endive: Stripe refuses it with a code of its own, which says more than an unknown name. */
export function refuseMethodTypes(params: Params): void {
  if (params.has('payment_method_types'))
    throw invalid(
      'payment_method_types',
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types instead.',
      'payment_method_types_no_longer_supported',
    )
}

/** A browser needs the secret of the intent that it asks for. */
function needIntent({ account, params, id, isPublishable }: Call): SetupIntent {
  const intent = account.tables.setupIntents.need(id)
  if (isPublishable && params.text('client_secret') !== intent.client_secret)
    throw invalid(
      'client_secret',
      `The client_secret provided does not match any associated SetupIntent on this account.`,
      'resource_missing',
    )
  return intent
}

function create(account: Account, params: Params): SetupIntent {
  refuseMethodTypes(params)
  const id = account.newId('seti')
  const customer = params.text('customer')
  if (customer) liveCustomer(account, customer)
  const method = params.text('payment_method')
  const intent = account.tables.setupIntents.add({
    ...account.head('setup_intent', id),
    client_secret: `${id}_secret_${newToken()}`,
    customer: customer ?? null,
    description: params.text('description') ?? null,
    payment_method: method ? needMethod(account, method).id : null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    cancellation_reason: null,
    usage: params.oneOf('usage', ['off_session', 'on_session'] as const) ?? 'off_session',
    next_action: null,
    last_setup_error: null,
    payment_method_types: ['card'],
    metadata: mergeMetadata({}, params.named('metadata')),
    hidden: { returnUrl: returnUrlOf(params), token: newToken() },
  })
  account.record('setup_intent.created', intent)
  if (!params.flag('confirm')) return intent
  return confirmSetup(account, intent, { returnUrl: returnUrlOf(params) })
}
