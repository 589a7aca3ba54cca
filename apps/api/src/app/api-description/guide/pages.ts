import { getReport } from '@countersign/contract/audit-trail.ts'
import * as accounts from '@countersign/contract/accounts.ts'
import { downloadDocument } from '@countersign/contract/documents.ts'
import { loginApiUser } from '@countersign/contract/integration/access.ts'
import { listenToChanges } from '@countersign/contract/live-updates.ts'
import * as sessions from '@countersign/contract/sessions.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { call, type GuidePage, heading, shell, text } from './blocks.ts'
import { embedding } from './embedding-page.ts'
import { example } from './example.ts'
import { scim } from './scim-page.ts'
import { callbacks, integration, limits, migration } from './integration-pages.ts'

const signIn = example(
  sessions.login,
  { body: { email: '$EMAIL', password: '$PASSWORD' } },
  { token: null, keep: { TOKEN: 'token' } },
)
const signers = {
  account_email: '$SIGNER',
  signer_identity_data: { email_address: '$SIGNER', first_name: 'Luc', last_name: 'Favre' },
}

export const firstRequest: GuidePage = {
  path: '/docs',
  title: 'Send your first request',
  lead: 'Four calls from a PDF to an email that asks for a signature. You need an account here, a PDF and a shell with `curl`.',
  blocks: [
    heading('Before you start'),
    text('Set the address of this installation, your account, who signs, and the document.'),
    shell(
      'COUNTERSIGN={origin}\nEMAIL=you@example.org\nPASSWORD=your-password\nSIGNER=luc.favre@example.org\nPDF=$(base64 < contract.pdf | tr -d "\\n")',
    ),
    heading('1. Sign in'),
    text('The response contains a token, valid for 24 hours.'),
    call(signIn),
    heading('2. Create a draft'),
    text('A title, the documents and the signers. Nobody is emailed yet.'),
    call(
      example(
        requests.createSignatureRequest,
        {
          body: {
            title: 'Rental contract',
            message: 'Please sign by Friday.',
            documents: [{ name: 'contract.pdf', content: '$PDF' }],
            signatures: [signers],
          },
        },
        { keep: { REQUEST: 'id', DOCUMENT: 'documents.0.id' } },
      ),
    ),
    heading('3. Place the signature field'),
    text(
      'Without a field the signature is valid but not visible. Sizes are in points (1/72 inch) from the top left of the page; `page` starts at `0`.',
    ),
    call(
      example(requests.updateSignatureRequest, {
        params: { id: '$REQUEST' },
        body: {
          signatures: [
            {
              ...signers,
              document_signatures: [
                {
                  document_id: '$DOCUMENT',
                  visual_signature: { position: { page: '0', x: 100, y: 600, width: 180, height: 60 } },
                },
              ],
            },
          ],
        },
      }),
    ),
    heading('4. Send it'),
    text('The signer gets an email with a link and needs no account.'),
    call(example(requests.initiateSignatureRequest, { params: { id: '$REQUEST' } })),
    heading('Errors'),
    text(
      'Every error is JSON: `type`, `method`, `path`, `status`, `message` and `key`. Base your code on `key`, which doesn’t change; the reference lists the keys of each call. `400` names each invalid field in `fields`. After `429` and `503`, wait for the seconds in `Retry-After`.',
    ),
    text(
      'To repeat a call safely after a lost connection, send the header `Idempotency-Key` with any value of your own. The same key and body return the same response for 24 hours.',
    ),
  ],
}

export const authentication: GuidePage = {
  path: '/docs/authentication',
  title: 'Authentication',
  lead: 'Calls take a bearer token: an account’s token to send, sign and follow requests, or an API user’s token for programs of a business.',
  blocks: [
    heading('With an account'),
    text('Sign in with email and password. The token is valid for 24 hours.'),
    call(signIn),
    text('Send the token with each call.'),
    call(example(accounts.getUser, {})),
    text(
      'With two-factor authentication, `POST /v1/login` returns `403` with the key `auth.second_factor_required` and a `challenge`. Send that with the code to `POST /v1/login/second-factor`.',
    ),
    text(
      'The token is revoked when you sign out or delete the account. Changing the password revokes all your other tokens, resetting it revokes all.',
    ),
    call(example(sessions.logout, {})),
    heading('As an API user'),
    text(
      'Administrators of a business create API users under Business, API users. Each has a name, a key and the scopes it may use. The response is the token itself, valid for 20 minutes.',
    ),
    call(
      example(
        loginApiUser,
        { body: { username: '$API_USER', 'api-key': '$API_KEY' } },
        { token: null, keep: { API_TOKEN: '' } },
      ),
    ),
    text(
      'Depending on its scopes, an API user sends documents for signature, reads the members and signatures of its business, or seals documents. See [Integrate your software](/docs/integration).',
    ),
    heading('With a signing link'),
    text(
      'A signer without an account is identified by the link in the email, `/view/{request}/{user}`. Calls with `/direct/` in the path take Basic credentials: the user id of the link as user name, the request’s id as password. Keep these links secret: they let anyone sign.',
    ),
  ],
}

export const updates: GuidePage = {
  path: '/docs/updates',
  title: 'Get updates',
  lead: 'Poll the status of a request, or listen to changes as they happen. Then download the signed document and its audit trail.',
  blocks: [
    heading('Poll the status'),
    text(
      '`status_overall` is `OPEN` until everyone has signed, then `SIGNED`. `DECLINED`, `WITHDRAWN`, `EXPIRED` and `ERROR` are final too. Polling once a minute is enough.',
    ),
    call(example(requests.getSignatureRequestStatus, { params: { id: '$REQUEST' } })),
    heading('Listen to changes'),
    text(
      'Server-sent events on one connection for all requests of your account: `change` with the id of the request, and `missed` when events may have been lost, such as after a reconnect. Then get the status. The first event, `recent`, lists what changed shortly before you connected.',
    ),
    call(example(listenToChanges, {}, { streams: true })),
    text('A program that sends as an API user can be called instead: see [Callbacks](/docs/callbacks).'),
    heading('Download the result'),
    text('The signed PDF, and the audit trail that shows who did what and when.'),
    call(
      example(
        downloadDocument,
        { params: { id: '$DOCUMENT' }, query: { signed: 'true' } },
        { file: 'signed.pdf' },
      ),
    ),
    call(
      example(getReport, { params: { id: '$REQUEST' }, query: { type: 'PDF' } }, { file: 'audit-trail.pdf' }),
    ),
    text('Anyone can check both at `{origin}/verify`, or with any PDF reader that validates signatures.'),
  ],
}

export const guidePages: readonly GuidePage[] = [
  firstRequest,
  authentication,
  updates,
  integration,
  embedding,
  scim,
  callbacks,
  limits,
  migration,
]
