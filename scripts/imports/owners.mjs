// Which folder of the api, with those in it, writes which table, and what the table holds: each table has one writer. Others
// call what that folder offers. docs/data-model.md is made from it (scripts/data-model.mjs).
export const tablesOf = {
  'platform/db': {
    migrations: 'Which migrations have run.',
  },
  'platform/jobs': {
    graphile_worker: 'Not a table but a schema: the job queue (graphile-worker keeps its tables in it).',
    worker_heartbeats: 'Which workers are alive; a job of a worker that is gone is released.',
  },
  'platform/http': {
    call_counts: 'Calls per network and API user in the current minute, of all processes.',
    idempotency_keys:
      'The answer to each call that came with an `Idempotency-Key`, for its repetition, and what it has made.',
  },
  'platform/secrets': {
    hash_keys: 'The keys of keyed hashes (API keys, recovery codes, access codes), encrypted.',
  },
  'providers/trust-service/local': {
    authority_keys: 'Keys and certificates of the installation’s own certificate authority, encrypted.',
    issued_certificates: 'Every certificate that authority issued, for its CRL and OCSP.',
  },
  evidence: {
    committed_values:
      'Values that an event proves by a hash and doesn’t show, of corrections. Deleted with the request’s content.',
    evidence_events: 'The audit trail: one event per act, each with the hash of the one before. Append-only.',
    evidence_heads: 'Signed and timestamped heads of all chains that moved, hourly. Append-only.',
  },
  'app/metrics': {
    installation_figures: 'What metrics say of the whole installation, computed every few seconds.',
  },
  mail: {
    mailed_audit_trails:
      'Audit trails that go with the emails about completed requests, one for each language, until those were sent.',
    mails:
      'Emails to send, with what they need encrypted until then, and sent: with their request, or for 90 days.',
  },
  'identity/accounts': {
    accounts: 'Users: name, email, password hash, preferences. A deleted account keeps its row, blank.',
    confirmations: 'Emailed links (sign-up, new email, password reset), as hashes.',
  },
  'identity/second-factors': {
    recovery_codes: 'One-time codes that replace a second factor, as hashes.',
    second_factors: 'Authenticator apps and passkeys.',
  },
  'identity/sessions': {
    login_challenges: 'Sign-ins that wait for their second factor.',
    sessions: 'Signed-in browsers, by the hash of their token.',
  },
  'identity/single-sign-on': {
    identities: 'People at a company’s OpenID provider, linked to an account.',
    single_sign_on_returns: 'Finished company sign-ins that the browser has still to claim.',
    single_sign_ons: 'Company sign-ins under way: state, nonce and verifier, encrypted.',
  },
  'identity/throttles': {
    throttles: 'Rate limits: failures per key and window, across processes.',
  },
  'documents/documents': {
    documents: 'Every version of every file: hash, size, pages. Immutable; a signature adds a version.',
  },
  'documents/visual-signatures': {
    visual_signatures: 'Saved signature appearances of an account.',
  },
  'business/activity': {
    activities: 'What happened in a business, as its admins read it.',
    activity_changes: 'Counts per day that are not rolled up yet.',
    activity_tallies: 'Rolled-up counts per day, for the charts.',
  },
  'business/aes-for-business': {
    aes_for_business: 'A business’s request to vouch for its people, and its confirmation.',
  },
  'business/api-users': {
    api_requests: 'The calls of API users in the last seven days, without their content.',
    api_tokens: 'Access tokens of API users, as hashes.',
    api_users: 'Programs of a business: the hash of the key, and scopes.',
  },
  'business/business-domains': {
    business_domains: 'Domains a business claims, and their DNS record’s state.',
  },
  'business/businesses': {
    business_events: 'The administration log: one chain of events per business. Append-only.',
    businesses: 'Organisations: name, branding, settings.',
  },
  'business/identity-providers': {
    identity_providers: 'The OpenID provider of a business, its last test, and whether it is required.',
  },
  'business/members': {
    business_invitations: 'Open invitations to a business, and those that ended within the last 90 days.',
    business_members: 'Which account belongs to which business, and whether as admin.',
  },
  'business/provisioning': {
    provisioned_group_members: 'Who is in which group of the provider.',
    provisioned_groups: 'Groups of the identity provider, and the role that each gives.',
    provisioned_users: 'People as the identity provider of a business knows them (SCIM).',
    scim_tokens: 'Tokens of identity providers that provision people, as hashes.',
  },
  'business/seals': {
    seal_members: 'Who may use which seal.',
    seals: 'Organisation seals at a trust service, and their proof.',
  },
  'billing/subscriptions': {
    account_customers: 'The payment provider’s customer of an account that is not a business yet.',
    billing_events: 'Webhooks of the payment provider that were taken, each once.',
    billing_orders: 'What an admin chose to buy or change, until it is known what became of it.',
    billing_problems: 'What an operator has to look at: two live subscriptions, a missing price.',
    billing_surveys: 'Answers to why a plan or trial was ended.',
    business_billing: 'A business’s billing state: trial, provider, customer, block.',
    subscriptions: 'Subscriptions as the payment provider last stated them.',
  },
  'billing/usage': {
    signature_usage: 'One row per signature that counts towards a plan.',
  },
  'signing/approvals': {
    approvals:
      'What a signer gives before an advanced or qualified signature: a code, a password, the trust service’s page.',
    signing_locks: 'Leases on documents while their digests are at a trust service.',
  },
  'signing/archive-renewals': {
    archive_timestamps: 'When the last archive timestamp of a file weakens.',
  },
  'signing/attachments': {
    attachments: 'Files that go with a request and are not signed.',
  },
  'signing/direct-links': {
    former_links: 'Hashes of personal links that no longer work, and why.',
  },
  'signing/anonymous-uploads': {
    anonymous_uploads: 'Documents uploaded without an account, until someone claims them.',
  },
  'signing/identifications': {
    identification_events: 'The steps of each identity verification.',
    identifications: 'Identity verifications: provider, state, result (encrypted).',
  },
  'signing/observers': {
    observers: 'Who follows a request without signing.',
  },
  'signing/retention': {
    retention_rules: 'Auto-deletion rules of accounts and businesses.',
    retentions: 'Which request is under which rule, and when it is deleted.',
  },
  'signing/signature-requests': {
    departures: 'Accounts that have left a request.',
    ownership_transfers: 'Former members whose requests are on their way to another member.',
    request_access: 'The dashboard: one row per account and request.',
    request_editors: 'Members of the sender’s business who may do with a request what the sender may.',
    request_documents: 'Which documents a request has, and the newest version of each.',
    request_tallies: 'How many requests an account has in each state.',
    request_words: 'What a search looks through.',
    signature_members: 'The people of a signer group’s signature.',
    signature_places: 'What each signer signs and fills in on each document, and where.',
    signature_requests: 'Documents, signers and a message, with state and expiry.',
    signatures: 'The signers of a request: person, turn, state, delivery.',
  },
  'signing/signer-fields': {
    field_inputs: 'What signers have filled in and not signed yet.',
  },
  'signing/signer-groups': {
    signer_group_versions: 'The members of a signer group, as they were at each change.',
    signer_groups: 'Saved groups of which one member signs for all.',
  },
  'signing/signer-numbers': {
    signer_numbers: 'Mobile numbers that signers without an account gave on the signing page.',
  },
  'signing/signing': {
    prepared_signatures: 'Revisions that wait for the trust service’s signature.',
    signature_images: 'Images that the sender provides for a signer’s signature.',
    signings: 'Attempts to make a signature: OPEN, SIGNED or ERROR.',
  },
  'signing/bulk-sends': {
    bulk_send_rows: 'The rows of a bulk send, and the request each became.',
    bulk_sends: 'Bulk sends.',
  },
  'signing/templates': {
    template_attachments: 'Attachments of a template.',
    template_documents: 'Documents of a template.',
    templates: 'Requests without their people, to send again.',
  },
  'integration/callbacks': {
    callback_attempts: 'Each attempt to deliver a callback: time, status, the first 2 KB of the response.',
    callback_endpoints:
      'Since when a host has been failing an API user’s callbacks, and when its admins were told.',
    callback_secrets: 'The secrets that callbacks are signed with, encrypted.',
    callbacks: 'Callbacks to deliver and delivered. Triggers add them, in the transaction of the event.',
  },
  'integration/signature-requests': {
    integration_requests: 'What an API user wrote into a request for itself: callbacks and `custom`.',
    integration_signers:
      'The reference an API user gave a signer and for which email; which of their links it was given, and when.',
  },
  'app/backups': {
    backups: 'The backups that were made: when, where, how they ended.',
  },
  'app/installation': {
    installation:
      'One row: which installation this is, its clean-up marks, and the secret that names documents in backups.',
  },
  'app/validations': {
    validations: 'Files uploaded for validation and what was found, for an hour.',
  },
}

const owners = new Map(
  Object.entries(tablesOf).flatMap(([folder, tables]) => Object.keys(tables).map((table) => [table, folder])),
)

export const ownedTables = Object.values(tablesOf).flatMap((tables) => Object.keys(tables))

/** What is wrong with each of these writes of a file of the api. */
export function foreignWrites(file, tables) {
  const folder = /^apps\/api\/src\/(.+)\/[^/]+$/.exec(file)?.[1]
  // These write whole databases: whatever tables there are.
  if (folder === undefined || ['platform/db/migrations', 'platform/db/dump'].includes(folder)) return []
  return [...new Set(tables)].flatMap((table) => {
    const owner = owners.get(table)
    if (owner !== undefined && `${folder}/`.startsWith(`${owner}/`)) return []
    return owner
      ? `${file} writes or locks ${table}: ${owner} does that, and offers it to others`
      : `${file} writes or locks ${table}: no folder owns it (see scripts/imports/owners.mjs)`
  })
}
