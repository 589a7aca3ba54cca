import { loginApiUser } from '@countersign/contract/integration/access.ts'
import {
  listRequestCallbacksV2,
  listRequestCallbacksV3,
} from '@countersign/contract/integration/callbacks.ts'
import {
  getDocumentContentV2,
  getDocumentContentV3,
  uploadDocumentV3,
} from '@countersign/contract/integration/documents.ts'
import { getReportV2, getReportV3 } from '@countersign/contract/integration/audit-trail.ts'
import { sealDocument } from '@countersign/contract/integration/seals.ts'
import * as requests from '@countersign/contract/integration/signature-requests.ts'
import { call, type GuidePage, heading, shell, text } from './blocks.ts'
import { example } from './example.ts'

const asProgram = { token: 'API_TOKEN' } as const
const signer = {
  account_email: '$SIGNER',
  signer_identity_data: { email_address: '$SIGNER', first_name: 'Luc', last_name: 'Favre' },
}
/** With an account: by their email alone. */
const colleague = { account_email: '$COLLEAGUE' }
const sealer = { account_email: '$SEALER' }
const called = {
  callback_update_url:
    '$CALLBACK?request=COUNTERSIGN_SIGNATURE_REQUEST_ID&signature=COUNTERSIGN_SIGNATURE_ID',
  callback_success_url: '$CALLBACK?request=COUNTERSIGN_SIGNATURE_REQUEST_ID',
  callback_error_url: '$CALLBACK?request=COUNTERSIGN_SIGNATURE_REQUEST_ID',
}

export const integration: GuidePage = {
  path: '/docs/integration',
  title: 'Integrate your software',
  lead: 'A program of your business sends a document for signature and gets it back signed. You need an API user: an administrator creates one under Business, API users, with the permissions to send for signature and to seal.',
  blocks: [
    text(
      'The calls are in the [integration API reference](/docs/reference/integration), for programs at `{origin}/openapi-integration.json` (OpenAPI 3.1); those about the people of your business and the validation of files are in the [API reference](/docs/reference). The repository of Countersign has clients for TypeScript and Python.',
    ),
    heading('Before you start'),
    text(
      'An API user whose name begins with `api_demo_` is for testing: what it has signed is a demonstration without legal effect. One whose name begins with `api_prod_` is live. Everything on this page works with both, except seals: a demonstration isn’t sealed, neither by a signer nor by the call of step 5, which then returns 409 `seal.demonstration`.',
    ),
    shell(
      'COUNTERSIGN={origin}\nAPI_USER=api_demo_…\nAPI_KEY=your-key\nSIGNER=luc.favre@example.org\nCOLLEAGUE=mara.lindt@your-company.example\nSEALER=head.office@your-company.example\nCALLBACK=https://your-server.example.com/signed\nPDF=$(base64 < contract.pdf | tr -d "\\n")',
    ),
    heading('1. Sign in'),
    text(
      'The response is the token itself, valid for 20 minutes. Sign in again when a call returns the key `api_user.token_invalid`.',
    ),
    call(
      example(
        loginApiUser,
        { body: { username: '$API_USER', 'api-key': '$API_KEY' } },
        { token: null, keep: { API_TOKEN: '' } },
      ),
    ),
    heading('2. Send a document'),
    text(
      'One call with `/v2`: the document, at which level it is signed (`quality`; without it, qualified), who signs, where the signature goes and which address to call. Luc Favre has no account here and is emailed a link. The other two have accounts: one signs in person, the other with your business’s seal, or in person too. `signatures[0].signing_url` in the response is the same link, for a signer without an account: open it in your own page ([Embedding](/docs/embedding)), or set `notify` to `false` and send it yourself: Countersign then emails that signer nothing about the request, neither that it is completed nor that it has ended. Anyone who has the link can sign, so treat it like a password.',
    ),
    call(
      example(
        requests.createRequestV2,
        {
          body: {
            quality: 'SES',
            title: 'Rental contract',
            content: '$PDF',
            custom: 'tenant-4711',
            ...called,
            signatures: [
              {
                ...signer,
                visual_signature: { position: { page: '0', x: 100, y: 600, width: 180, height: 60 } },
              },
              colleague,
              sealer,
            ],
          },
        },
        { ...asProgram, keep: { REQUEST: 'id' } },
      ),
    ),
    heading('3. Follow it'),
    text(
      '`status_overall` is `OPEN` until everyone has signed, then `SIGNED`. `DECLINED`, `WITHDRAWN`, `EXPIRED` and `ERROR` are final too. With [callbacks](/docs/callbacks) you don’t have to poll.',
    ),
    call(
      example(
        requests.getRequestV2,
        { params: { id: '$REQUEST' } },
        { ...asProgram, keep: { SIGNED: 'document_id' } },
      ),
    ),
    call(example(listRequestCallbacksV2, { params: { id: '$REQUEST' } }, asProgram)),
    text(
      'To find a request again, search for the `custom` value you gave it. That’s also how to find out whether a request was created if the connection was lost.',
    ),
    call(example(requests.listRequestsV2, { query: { search: 'tenant-4711', page_size: '10' } }, asProgram)),
    heading('4. Download the result'),
    text('`document_id` is the newest version of the document: once all have signed, the signed one.'),
    call(example(getDocumentContentV2, { params: { id: '$SIGNED' } }, { ...asProgram, file: 'signed.pdf' })),
    call(
      example(
        getReportV2,
        { params: { id: '$REQUEST' }, query: { type: 'PDF' } },
        { ...asProgram, file: 'audit-trail.pdf' },
      ),
    ),
    heading('5. Seal a document in one call'),
    text(
      'A document that nobody has to sign in person, such as an invoice, is sealed in your business’s name at once. The response has the id of the sealed document.',
    ),
    call(
      example(
        sealDocument,
        { body: { title: 'Invoice 1042', content: '$PDF' } },
        { ...asProgram, keep: { SEALED: 'document_id' } },
      ),
    ),
    call(example(getDocumentContentV2, { params: { id: '$SEALED' } }, { ...asProgram, file: 'sealed.pdf' })),
    heading('Several documents, or a draft first'),
    text('With `/v3` a request has up to 50 documents and is a draft until you send it.'),
    call(
      example(
        uploadDocumentV3,
        { body: { title: 'Rental contract', content: '$PDF' } },
        { ...asProgram, keep: { DOCUMENT: 'id' } },
      ),
    ),
    call(
      example(
        requests.createRequestV3,
        {
          body: {
            quality: 'SES',
            title: 'Rental contract',
            documents: [{ id: '$DOCUMENT' }],
            ...called,
            signatures: [signer, colleague, sealer],
          },
        },
        { ...asProgram, keep: { DRAFT: 'id' } },
      ),
    ),
    call(example(requests.initiateRequestV3, { params: { id: '$DRAFT' } }, asProgram)),
    text(
      'It is followed and downloaded in the same way. Each document has a `version_id`: its newest version.',
    ),
    call(
      example(
        requests.getRequestV3,
        { params: { id: '$DRAFT' } },
        { ...asProgram, keep: { VERSION: 'documents.0.version_id' } },
      ),
    ),
    call(example(listRequestCallbacksV3, { params: { id: '$DRAFT' } }, asProgram)),
    call(
      example(getDocumentContentV3, { params: { id: '$VERSION' } }, { ...asProgram, file: 'signed-v3.pdf' }),
    ),
    call(
      example(
        getReportV3,
        { params: { id: '$DRAFT' }, query: { type: 'PDF' } },
        { ...asProgram, file: 'audit-trail-v3.pdf' },
      ),
    ),
  ],
}

export const callbacks: GuidePage = {
  path: '/docs/callbacks',
  title: 'Callbacks',
  lead: 'Countersign calls an address of yours when something happens to a request, so you don’t have to poll.',
  blocks: [
    heading('When callbacks are sent'),
    text(
      'Give a request up to three addresses: `callback_update_url` is called for each signature and each delegation, `callback_success_url` when all have signed, `callback_error_url` when it is declined, withdrawn or expires, when an identity verification fails, or when a document turns out to be impossible to sign. The `type` doesn’t tell a delegation from a signature: get the request to see. They must be https and public.',
    ),
    text(
      '`COUNTERSIGN_SIGNATURE_REQUEST_ID`, `COUNTERSIGN_DOCUMENT_ID` and `COUNTERSIGN_SIGNATURE_ID` in the path or query are replaced with the ids.',
    ),
    heading('What arrives'),
    text(
      'A POST with JSON: `id`, `signature_request_id`, `type` (`UPDATE`, `SUCCESS`, `ERROR`, `IDENT_ERROR`), `state`, `url`, `attempts`, `messages`, `owner`, `created_at`, `updated_at`. Get the request to see its current status.',
    ),
    heading('Verify the signature'),
    text(
      'Each callback is signed as Standard Webhooks describes, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. An administrator gets the secret (`whsec_…`) under Business, API users. Any library for Standard Webhooks verifies it; by hand it is:',
    ),
    shell(
      `import { createHmac, timingSafeEqual } from 'node:crypto'

function isGenuine(headers, body, secret) {
  const age = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))
  if (!(age < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`
  const expected = createHmac('sha256', key).update(signed).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
    ),
    text('After the secret is replaced, callbacks carry two signatures for 24 hours: accept either.'),
    heading('Answer'),
    text(
      'Answer with any 2xx status within 10 seconds and do the work afterwards. Anything else is retried every 10 minutes for 2 hours; `Retry-After` is honoured. The same callback may arrive twice, always with the same `webhook-id`: keep track of the ids you’ve handled. The callbacks of one request arrive in order.',
    ),
    text(
      'Administrators see every callback with its attempts, deliver one again, and send a test, under Business, API users.',
    ),
  ],
}

export const limits: GuidePage = {
  path: '/docs/limits',
  title: 'Errors and limits',
  lead: 'What a refused call looks like, when to try again, and how much is allowed.',
  blocks: [
    heading('Errors'),
    text(
      'Every error is JSON: `type`, `method`, `path`, `status`, `message` and `key`. Base your code on `key`, which doesn’t change. New keys may be added: treat an unknown key according to its status. `400` names each invalid field in `fields`.',
    ),
    text(
      'A field of a body that is unknown or can’t be acted on is refused, not ignored. `content_type` of a file isn’t needed: the content decides what a file is. A type that contradicts it is refused. A query parameter that looks like a misspelt one (`pagesize`) is refused; others are ignored, because proxies and trackers add their own.',
    ),
    text(
      'A resource that doesn’t exist and one that isn’t yours get the same answer: 404, or 400 for some fields of a body. If a field names it, such as `document_id`, `fields` says which.',
    ),
    heading('Try again'),
    text(
      'After 429 and 503, wait for the seconds in `Retry-After`. A POST, PUT or DELETE with the header `Idempotency-Key` is safe to repeat: with the same key and body you get the same response for 24 hours, with another body 422, and 409 `idempotency.running` while the first is still in progress. A call that was refused leaves its key free for a corrected one. If the service stopped before it could keep the response and can’t read it again, because it contains a key that isn’t stored or the result has been deleted, you get 409 `idempotency.done` with the id of the result in `result_id`; don’t send the call again before you have looked there. Calls without a credential (`/sendto`, validation) refuse the header; signing in ignores it.',
    ),
    heading('Limits'),
    text(
      'Each response to an API user’s token has the headers `RateLimit-Policy` and `RateLimit`: how many calls are allowed in what period, and how many are left. Validation has a limit of its own and doesn’t count. Signers are reminded at most once an hour. A document can be up to 112.5 MB (about 30 MB as base64 in JSON). A request can have up to 50 documents and 500 signers.',
    ),
  ],
}

export const migration: GuidePage = {
  path: '/docs/migration',
  title: 'Move from another provider',
  lead: 'A client for the published `/v2` and `/v3` interface of this market works after changing its base URL and credentials.',
  blocks: [
    heading('What stays the same'),
    text(
      'Paths, shapes, statuses and headers of `/v2` and `/v3`; sign-in with a name and a key; `custom`, callbacks and their placeholders; positions in points from the top left, pages from `0`.',
    ),
    heading('What to check'),
    text(
      'Ids are UUIDs. Unknown fields are refused with 400 and named; other providers may ignore them. Of an API user whose name begins with `api_demo_`, every request has the quality `DEMO`, whatever the call says. Callbacks are signed, and you should verify the signature. Links in emails and `signing_url` lead to {origin}: allow it where you embed it.',
    ),
    heading('What moves'),
    text(
      'Signed documents and audit trails stay valid where they are: download them from your previous provider and keep them. Open requests can’t be moved: let them finish there, and send new ones here. Templates, signer groups and members have to be set up again.',
    ),
  ],
}
