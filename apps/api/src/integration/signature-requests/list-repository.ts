import { containing, folded } from '#api/platform/values/search-term.ts'
import type pg from 'pg'
import { Parameters } from '#api/signing/signature-requests/lists/list-filter.ts'
import type { ListedRow } from './listed-request.ts'
import { isLinkDisclosed, referenceOfSigner } from './signer-repository.ts'

/** Where lists are read: without sorting, with a plan made once; and where there is a search, which is planned for its words. */
interface Pools {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly listPool: Pick<pg.Pool, 'query'>
}

export interface RequestFilter {
  readonly accountId: string
  /** Of a signer. */
  readonly accountEmail?: string | undefined
  readonly search?: string | undefined
  readonly signatureStatus?: readonly string[] | undefined
  readonly statuses?: readonly string[] | undefined
  readonly offset: number
  readonly limit: number
}

/** Whose requests are listed: the first value of the statement. */
const account = '$1::uuid'

/** Looked for in the requests that have any: which those are is found for the whole page at once. */
const where = (table: string, parts: string) =>
  `CASE WHEN r.id IN (SELECT x.request_id FROM ${table} x WHERE x.request_id = ANY (ARRAY(SELECT id FROM page)))
    THEN (${parts}) END`

/** Expressions by the names of their columns. */
type Columns = Readonly<Record<string, string>>

const named = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, expression]) => `${expression} AS ${name}`)
    .join(', ')
/** The same columns, of the rows that are about something else. */
const nulls = (columns: Columns): Columns =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, 'NULL']))

const requestColumns: Columns = {
  status: 'r.status',
  title: 'r.title',
  message: 'r.message',
  legislation: 'r.legislation',
  quality: 'r.quality',
  expires_at: 'r.expires_at',
  created_at: 'r.created_at',
  updated_at: 'r.updated_at',
  mail_attachments: 'r.mail_attachments',
  is_from_program: 'k.request_id IS NOT NULL',
  custom: 'k.custom',
  creator_id: 'k.creator_id',
  callback_success_url: 'k.callback_success_url',
  callback_error_url: 'k.callback_error_url',
  callback_update_url: 'k.callback_update_url',
}

const requestParts: Columns = {
  documents: `(SELECT json_agg(json_build_array(d.id, d.name, rd.version_id) ORDER BY rd.position)
    FROM request_documents rd JOIN documents d ON d.id = rd.document_id WHERE rd.request_id = r.id)`,
  attachments: where(
    'attachments',
    `SELECT json_agg(json_build_object('id', f.id, 'name', f.name) ORDER BY f.created_at, f.id)
      FROM attachments f WHERE f.request_id = r.id`,
  ),
  observers: where(
    'observers',
    `SELECT json_agg(json_build_object('id', w.id, 'email', w.email, 'invited_at', w.created_at, 'invited_by', a.email)
        ORDER BY w.created_at, w.email)
      FROM observers w JOIN accounts a ON a.id = w.invited_by WHERE w.request_id = r.id`,
  ),
  // For as long as they belong to the owner's business.
  editors: where(
    'request_editors',
    `SELECT json_agg(json_build_object('accountId', e.account_id, 'email', a.email) ORDER BY a.email)
      FROM (SELECT account_id FROM request_editors WHERE request_id = r.id OFFSET 0) e
      JOIN business_members em ON em.account_id = e.account_id
      JOIN business_members om ON om.account_id = ${account} AND om.business_id = em.business_id
      CROSS JOIN LATERAL (SELECT email FROM accounts WHERE id = e.account_id AND deleted_at IS NULL OFFSET 0) a`,
  ),
}

const signatureColumns: Columns = {
  signature_id: 's.id',
  by_account_email: 's.by_account_email',
  account_id: 's.account_id',
  email: 's.email',
  first_name: 's.first_name',
  last_name: 's.last_name',
  mobile: 's.mobile',
  language: 's.language',
  sequence: 's.sequence',
  notify: 's.notify',
  link_hash: 's.link_hash',
  link_encrypted: 'CASE WHEN s.link_hash IS NOT NULL THEN s.link_encrypted END',
  opened_at: 's.opened_at',
  viewed_at: 's.viewed_at',
  signed_at: 's.signed_at',
  decline_message: 's.decline_message',
  signature_status: 's.status',
  group_id: 'CASE WHEN s.group_version_id IS NOT NULL THEN s.group_id END',
  identity_reference: referenceOfSigner,
  is_link_disclosed: isLinkDisclosed,
  signed_quality: 'g.quality',
  signed_legislation: 'g.legislation',
  document_id: 'p.document_id',
  first_place: 'p.place',
  places: 'p.places',
  form_field: 'p.form_field',
  image: 'v.png',
}

const ofRequest = named(requestColumns)
const partsOfRequest = `${named(requestParts)}, ${named(nulls(signatureColumns))}`
const ofSignature = named({ ...nulls(requestColumns), ...nulls(requestParts), ...signatureColumns })

/**
 * The page of the requests that the account owns and has not deleted, newest first, by one statement: a row for each request,
 * and one for each signature and document that it is given in. What most requests don't have is looked for once for the page.
 */
export async function listOwned({ pool, listPool }: Pools, filter: RequestFilter): Promise<ListedRow[]> {
  const parameters = new Parameters()
  parameters.add(filter.accountId, 'uuid')
  const { limit, offset, search } = filter
  const text = `
    WITH page AS MATERIALIZED (
      SELECT r.id, ${ofRequest}
      FROM signature_requests r LEFT JOIN integration_requests k ON k.request_id = r.id
      WHERE r.owner_id = ${account} AND k.is_seal IS NOT TRUE
        AND EXISTS (SELECT FROM request_access a WHERE a.account_id = ${account} AND a.request_id = r.id)
        ${conditions(filter, parameters).join(' ')}
      ORDER BY r.created_at DESC, r.id
      LIMIT ${parameters.add(limit, 'int')} OFFSET ${parameters.add(offset, 'bigint')})
    SELECT row_number() OVER ()::int AS place, r.*, ${partsOfRequest} FROM page r
    UNION ALL
    SELECT s.position, r.id, ${ofSignature}
    FROM page r JOIN signatures s ON s.request_id = r.id
    LEFT JOIN integration_signers i ON i.signature_id = s.id
    LEFT JOIN signings g ON g.signature_id = s.id AND g.status = 'SIGNED' AND s.signed_at IS NOT NULL
    LEFT JOIN signature_places p ON p.signature_id = s.id
    -- of what was delegated since, the image shows someone else
    LEFT JOIN signature_images v ON v.signature_id = s.id AND v.document_id = p.document_id AND v.email = s.email`
  // A search is planned for its words; any other list is prepared.
  const [from, name] = search ? [pool, undefined] : [listPool, nameOf(filter)]
  const { rows } = await from.query<ListedRow>({ name, text, values: parameters.values })
  return rows
}

/** The statement's text follows from what is asked for, and so does its name. */
const nameOf = ({ accountEmail, signatureStatus, statuses }: RequestFilter): string =>
  ['list-owned', accountEmail && 'email', signatureStatus && 'signature', statuses && 'status']
    .filter(Boolean)
    .join('-')

function conditions(filter: RequestFilter, parameters: Parameters): string[] {
  const { accountEmail, search, signatureStatus, statuses } = filter
  const signer = [
    ...(accountEmail === undefined ? [] : [`s.email = ${parameters.add(accountEmail, 'text')}`]),
    ...(signatureStatus ? [`s.status = ANY (${parameters.add(signatureStatus, 'text[]')})`] : []),
  ]
  return [
    ...(signer.length > 0
      ? [`AND EXISTS (SELECT FROM signatures s WHERE s.request_id = r.id AND ${signer.join(' AND ')})`]
      : []),
    ...(statuses ? [`AND r.status = ANY (${parameters.add(statuses, 'text[]')})`] : []),
    ...(search ? [`AND ${searched(search, parameters)}`] : []),
  ]
}

/** By what any search looks through, and by what the program itself wrote into the request. */
function searched(search: string, parameters: Parameters): string {
  const pattern = folded(parameters.add(containing(search), 'text'))
  return `(r.id IN (SELECT w.request_id FROM request_words w
      WHERE w.viewers @> ARRAY[${account}] AND w.words LIKE ${pattern})
    OR r.id IN (SELECT i.request_id FROM integration_requests i JOIN api_users u ON u.id = i.api_user_id
      WHERE u.account_id = ${account} AND (lower(i.custom) LIKE ${pattern} OR base_letters(i.custom) LIKE ${pattern})))`
}
