import {
  type BulkSend,
  cancelBulkSend,
  checkBulkSend,
  createBulkSend,
  getBulkSend,
  getBulkSendReport,
  listBulkSends,
} from '@countersign/contract/bulk-sends.ts'
import { getBulkSendValues, getTemplateValues } from '@countersign/contract/field-values.ts'
import {
  createRequestFromTemplate,
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from '@countersign/contract/templates.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type CallInput } from '#web/lib/calls/api.ts'
import { ignoreGone } from '#web/lib/calls/ignore-gone.ts'

// Each failure is shown where it happened.
const background = { background: true }

export type TemplateBody = NonNullable<CallInput<typeof updateTemplate>['body']>
export type TableInput = CallInput<typeof checkBulkSend>['body']['table']
export type MappingInput = NonNullable<CallInput<typeof checkBulkSend>['body']['mapping']>
export type TableCheck = Awaited<ReturnType<typeof checkTable>>
export type RowFilter = NonNullable<NonNullable<CallInput<typeof getBulkSend>['query']>['state']>
export type Sort = 'updated_at desc' | 'created_at desc' | 'name asc'

export function templatesQuery(wish: { search: string; page: number; sort: Sort }) {
  const [sort_by, sort] = wish.sort.split(' ') as ['name', 'asc']
  const search = wish.search.trim().slice(0, 200)
  const query = { page: String(wish.page), sort_by, sort, ...(search && { search }) }
  return queryOptions({
    queryKey: ['templates', query],
    queryFn: ({ signal }) => call(listTemplates, { query }, { signal, ...background }),
    placeholderData: keepPreviousData,
  })
}

export function templateQuery(id: string) {
  return queryOptions({
    queryKey: ['template', id],
    queryFn: ({ signal }) => call(getTemplate, { params: { id } }, { signal, ...background }),
  })
}

export function bulkSendsQuery(page: number) {
  const query = { page: String(page) }
  return queryOptions({
    queryKey: ['bulk-sends', query],
    queryFn: ({ signal }) => call(listBulkSends, { query }, { signal, ...background }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => shortest(state.data?.items.map(intervalOf) ?? []),
  })
}

const whileRunning = 1000
/** For a limit on emails: for hours, and it may be stopped in another tab. */
const whileWaiting = 15_000
/** Invitations are on their way for a while after the last row was sent. */
const whileDelivering = 5000

/** Is nothing being sent just now, because all that is left waits for a limit on emails? */
export function isAllWaiting(send: Pick<BulkSend, 'pending_count' | 'waiting_count'>): boolean {
  return send.pending_count > 0 && send.waiting_count === send.pending_count
}

type Interval = number | false
const intervalOf = (send: BulkSend): Interval =>
  send.state === 'RUNNING' && (isAllWaiting(send) ? whileWaiting : whileRunning)
const shortest = (intervals: readonly Interval[]): Interval => {
  const times = intervals.filter((one) => one !== false)
  return times.length > 0 && Math.min(...times)
}

export const readBulkSend = (
  id: string,
  query: NonNullable<CallInput<typeof getBulkSend>['query']>,
  signal: AbortSignal,
) => call(getBulkSend, { params: { id }, query }, { signal, ...background })

export function bulkSendQuery(id: string, wish: { page: number; state: RowFilter | undefined }) {
  const query = { page: String(wish.page), ...(wish.state && { state: wish.state }) }
  return queryOptions({
    queryKey: ['bulk-send', id, query],
    queryFn: ({ signal }) => readBulkSend(id, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const interval = data ? intervalOf(data) : false
      if (interval) return interval
      return data?.rows.items.some(({ delivery }) => delivery === 'pending') ? whileDelivering : false
    },
  })
}

export function saveTemplate(body: {
  name: string
  signature_request_id: string
  roles: { sid: string; name: string }[]
}) {
  return call(createTemplate, { body }, background)
}

export const changeTemplate = (id: string, body: TemplateBody) =>
  call(updateTemplate, { params: { id }, body }, background)
export const removeTemplate = (id: string) =>
  call(deleteTemplate, { params: { id } }, background).catch(ignoreGone)
export const requestFrom = (id: string) =>
  call(createRequestFromTemplate, { params: { id }, body: {} }, background)

export const checkTable = (id: string, table: TableInput, mapping?: MappingInput) =>
  call(checkBulkSend, { params: { id }, body: { table, ...(mapping && { mapping }) } }, background)
export const sendTable = (
  id: string,
  body: { table: TableInput; mapping: MappingInput; expected_count: number },
  idempotencyKey: string,
) => call(createBulkSend, { params: { id }, body }, { ...background, idempotencyKey })
export const stopSending = (id: string) => call(cancelBulkSend, { params: { id } }, background)
export const downloadReport = (id: string) => call(getBulkSendReport, { params: { id } }, background)
const asCsv = { type: 'CSV' } as const
export const downloadValues = {
  template: (id: string) => call(getTemplateValues, { params: { id }, query: asCsv }, background),
  bulkSend: (id: string) => call(getBulkSendValues, { params: { id }, query: asCsv }, background),
}
