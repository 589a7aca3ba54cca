import type { Account } from '../account.ts'
import { invalid, missing } from '../errors.ts'
import { list, listParams } from '../list.ts'
import type { Params } from '../params.ts'
import type { Customer, Meter, MeterEvent, MeterEventSummary } from '../resources.ts'
import { get, post } from '../route.ts'
import type { Route } from '../route.ts'
import { listOf } from '../shown.ts'

const day = 86_400
const oldest = 35 * day
const furthest = 5 * 60

const meterFields = [
  'display_name',
  'event_name',
  'event_time_window',
  'default_aggregation.formula',
  'customer_mapping.type',
  'customer_mapping.event_payload_key',
  'value_settings.event_payload_key',
]

export const meterRoutes: Route[] = [
  post('/billing/meters', meterFields, ({ account, params }) => createMeter(account, params)),
  get('/billing/meters', [...listParams, 'status'], ({ account, params }) => {
    const status = params.text('status')
    const rows = account.tables.meters.all().filter((one) => (status ?? one.status) === one.status)
    return list(params, '/v1/billing/meters', rows)
  }),
  get('/billing/meters/:id', [], ({ account, id }) => account.tables.meters.need(id)),
  get(
    '/billing/meters/:id/event_summaries',
    [...listParams, 'customer', 'start_time', 'end_time'],
    ({ account, params, id }) =>
      listOf([summarise(account, params, id)], `/v1/billing/meters/${id}/event_summaries`, false),
  ),
  post(
    '/billing/meter_events',
    ['event_name', 'identifier', 'payload.*', 'timestamp'],
    ({ account, params }) => {
      const { id: _id, ...event } = recordEvent(account, params)
      return event
    },
  ),
]

function createMeter(account: Account, params: Params): Meter {
  const name = params.required('event_name')
  if (account.tables.meters.all().some((one) => one.event_name === name && one.status === 'active'))
    throw invalid('event_name', `An active meter with the event name \`${name}\` already exists.`)
  const aggregation = params.part('default_aggregation')
  if (!aggregation) throw missing('default_aggregation')
  aggregation.required('formula')
  const { metadata: _none, ...head } = account.head('billing.meter', account.newId('mtr'))
  const meter = account.tables.meters.add({
    ...head,
    display_name: params.required('display_name'),
    event_name: name,
    status: 'active',
    updated: account.now(),
    event_time_window: null,
    default_aggregation: {
      formula: aggregation.oneOf('formula', ['sum', 'count', 'last'] as const) ?? 'sum',
    },
    customer_mapping: {
      type: 'by_id',
      event_payload_key: params.part('customer_mapping')?.text('event_payload_key') ?? 'stripe_customer_id',
    },
    value_settings: {
      event_payload_key: params.part('value_settings')?.text('event_payload_key') ?? 'value',
    },
  })
  account.record('billing.meter.created', meter)
  return meter
}

function recordEvent(account: Account, params: Params): MeterEvent {
  const { meterEvents } = account.tables
  const name = params.required('event_name')
  const payload = params.named('payload')
  if (!payload) throw missing('payload')
  const meter = account.tables.meters.all().find((one) => one.event_name === name && one.status === 'active')
  if (!meter) throw invalid('event_name', `No active meter found for event name: ${name}`, 'resource_missing')
  const customer = payload[meter.customer_mapping.event_payload_key]
  if (!customer) throw missing(`payload[${meter.customer_mapping.event_payload_key}]`)
  account.tables.customers.need(customer, `payload[${meter.customer_mapping.event_payload_key}]`)
  const valueKey = meter.value_settings.event_payload_key
  if (meter.default_aggregation.formula !== 'count' && !/^\d+(\.\d+)?$/.test(payload[valueKey] ?? ''))
    throw invalid(
      `payload[${valueKey}]`,
      `Invalid value: \`${payload[valueKey]}\` must be a non-negative number`,
    )
  const now = account.now()
  const timestamp = params.int('timestamp') ?? now
  if (timestamp < now - oldest)
    throw invalid(
      'timestamp',
      'The timestamp must be within the past 35 calendar days',
      'timestamp_too_far_in_past',
    )
  if (timestamp > now + furthest)
    throw invalid(
      'timestamp',
      'The timestamp must not be more than 5 minutes in the future',
      'timestamp_in_future',
    )
  const identifier = params.text('identifier') ?? account.newId('evt')
  const isSame = (one: MeterEvent) => one.identifier === identifier && one.created > now - day
  if (meterEvents.all().some(isSame))
    throw invalid(
      'identifier',
      `An event already exists with identifier ${identifier}.`,
      'resource_already_exists',
    )
  return meterEvents.add({
    id: account.newId('mte'),
    object: 'billing.meter_event',
    created: now,
    livemode: false,
    event_name: name,
    identifier,
    payload,
    timestamp,
  })
}

/** Without a grouping window one summary is of the whole range. */
function summarise(account: Account, params: Params, meterId: string): MeterEventSummary {
  const meter = account.tables.meters.need(meterId)
  const customer = account.tables.customers.need(params.required('customer'), 'customer')
  const [start, end] = [boundary(params, 'start_time'), boundary(params, 'end_time')]
  if (end <= start) throw invalid('end_time', 'The end time must be after the start time.')
  return {
    id: `mtrusg_${meter.id}_${start}`,
    object: 'billing.meter_event_summary',
    livemode: false,
    meter: meter.id,
    start_time: start,
    end_time: end,
    aggregated_value: usageOf(account, meter.id, customer, start, end),
  }
}

function boundary(params: Params, name: string): number {
  const time = params.int(name)
  if (time === undefined) throw missing(name)
  if (time % 60 !== 0) throw invalid(name, `The ${name} must be aligned with minute boundaries.`)
  return time
}

/** What was used of a meter from one time to another. */
export function usageOf(
  account: Account,
  meterId: string,
  customer: Customer,
  from: number,
  to: number,
): number {
  const meter = account.tables.meters.get(meterId)
  if (!meter) return 0
  const values = account.tables.meterEvents
    .all()
    .filter(
      (one) =>
        one.event_name === meter.event_name &&
        one.payload[meter.customer_mapping.event_payload_key] === customer.id &&
        one.timestamp >= from &&
        one.timestamp < to,
    )
    .map((one) => Number(one.payload[meter.value_settings.event_payload_key] ?? 0))
  const { formula } = meter.default_aggregation
  if (formula === 'count') return values.length
  return formula === 'last' ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0)
}
