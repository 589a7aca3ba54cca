import { invalid, refused } from '../errors.ts'
import { list, listParams } from '../list.ts'
import { payInvoice, paymentError } from '../invoices/pay-invoice.ts'
import { readMethod } from './payment-methods.ts'
import type { PaymentIntent } from '../resources.ts'
import { forBrowsers, get, post } from '../route.ts'
import type { Call, Route } from '../route.ts'
import { refuseMethodTypes, returnUrlOf } from './setup-intents.ts'

const confirmFields = [
  'payment_method',
  'payment_method_data.*',
  'payment_method_options.*',
  'mandate_data.*',
  'return_url',
  'use_stripe_sdk',
  'off_session',
  'setup_future_usage',
  'error_on_requires_action',
  'allowed_payment_method_types[]',
  'payment_method_types[]',
]

export const paymentIntentRoutes: Route[] = [
  get('/payment_intents', [...listParams, 'customer'], ({ account, params }) => {
    const customer = params.text('customer')
    const rows = account.tables.paymentIntents
      .all()
      .filter((one) => (customer ?? one.customer) === one.customer)
    return list(params, '/v1/payment_intents', rows)
  }),
  forBrowsers(get('/payment_intents/:id', [], needIntent)),
  forBrowsers(post('/payment_intents/:id/confirm', confirmFields, confirm)),
]

function needIntent({ account, params, id, isPublishable }: Call): PaymentIntent {
  const intent = account.tables.paymentIntents.need(id)
  if (isPublishable && params.text('client_secret') !== intent.client_secret)
    throw invalid(
      'client_secret',
      'The client_secret provided does not match any associated PaymentIntent on this account.',
      'resource_missing',
    )
  return intent
}

function confirm(call: Call): PaymentIntent {
  const { account, params } = call
  refuseMethodTypes(params)
  const intent = needIntent(call)
  const invoice = account.tables.invoices.need(intent.hidden.invoice)
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw refused(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      'payment_intent_unexpected_state',
    )
  const own = account.tables.paymentMethods.get(intent.payment_method)
  const method = readMethod(account, params) ?? own
  if (!method)
    throw refused(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      'payment_intent_unexpected_state',
    )
  if (method.customer !== null && method.customer !== intent.customer)
    throw invalid('payment_method', 'The payment method belongs to another customer.')
  const outcome = payInvoice(account, invoice, { method, returnUrl: returnUrlOf(params) })
  if (outcome === 'paid' || outcome === 'authenticate') return intent
  throw paymentError(account, invoice, outcome, 'invoice')
}
